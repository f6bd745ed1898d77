// The form that says what to take back: what cannot be meant is said before anything is counted, in words of the site.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { idOf } from '../../support/game-store.ts'
import { siteWorld, type SiteWorld } from './site-world.ts'

let world: SiteWorld
beforeAll(async () => {
  world = await siteWorld()
})
afterAll(() => world.close())

it.each([
  [{}, 'fill in at least one field'],
  [{ layer: 'machine' }, 'fill in at least one field'],
  [{ model: 'm', since: 'yesterday' }, 'times such as 2026-11-21T14:30'],
  [{ until: '2026-13-01' }, 'times such as 2026-11-21T14:30'],
  [{ import: 'the last' }, 'named by its number'],
  [{ revert: '0' }, 'named by its number'],
  [{ row: 'zz' }, 'There is no such row'],
  [{ row: idOf(999_999) }, 'There is no such row'],
])('%o is refused', async (fields, said) => {
  const one = await world.as('moderator')
  await one.get('/admin/undo')
  const { status, body } = await one.post('/admin/undo', fields)
  expect([status, body.includes(said) || body.includes(said.toLowerCase())]).toEqual([422, true])
})

it('keeps what was typed', async () => {
  const one = await world.as('moderator')
  await one.get('/admin/undo')
  const { body } = await one.post('/admin/undo', { model: 'some-model', since: 'yesterday' })
  expect(body).toContain('value="some-model"')
  expect(body).toContain('value="yesterday"')
})
