// The form that says what to take back: what cannot be meant is said before anything is counted, in words of the site.
import { afterAll, expect, it } from 'vitest'
import { clientOfDonor, MEMORY } from '../../../src/domain/donor.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld } from './site-world.ts'

const world = await siteWorld()
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

it('offers models, imports and reverts to choose from, and is linked from where one sees them', async () => {
  const { game, people } = world
  await game.put(idOf(1), 'machine', 'Тут заметіль.', {
    provider: 'acme',
    model: 'swift & small',
    authorId: people.admin.id,
  })
  const one = await world.as('moderator')
  await one.get('/admin/bench')
  const { location } = await one.post('/admin/bench/ticked', [
    ['at', 'job=drafts'],
    ['row', idOf(1)],
    ['do', 'approved'],
    ['tick', `machine 1 ${game.row(idOf(1)).sourceHash} ${idOf(1)}`],
  ])
  const many = /name="many" value="(\d+)"/.exec((await one.get(location ?? '')).body)?.[1] ?? ''
  await one.post('/admin/bench/undo', { at: 'job=drafts', row: idOf(1), many })
  const choicesOf = async (option: string): Promise<string[]> => {
    const { body } = await one.get('/admin/undo')
    const list = new RegExp(`<datalist id="${option}-choices">(.*?)</datalist>`, 's').exec(body)?.[1] ?? ''
    return Array.from(list.matchAll(/value="([^"]*)"/g), ([, value = '']) => value)
  }
  // Models are counted in the background.
  await expect.poll(() => choicesOf('model')).toEqual(['swift &amp; small'])
  expect([await choicesOf('provider'), await choicesOf('revert')]).toEqual([['acme'], ['1']])
  // Names of other people's keys are for those who manage them.
  expect(await choicesOf('key')).toEqual([])
  const leads = async (path: string): Promise<string> => {
    const { body } = await one.get(path)
    const links = Array.from(body.matchAll(/href="(\/admin\/undo\?[^"]*)"/g), ([, href = '']) => href)
    return (await one.get(links[0]?.replaceAll('&amp;', '&') ?? '')).body
  }
  const fromModel = await leads('/admin/statistics')
  expect(fromModel).toContain('name="model" value="swift &amp; small"')
  expect(fromModel).toContain('name="provider" value="acme"')
  expect(await leads(`/admin/team/${people.admin.id}`)).toContain('<option value="admin" selected>')
  expect((await (await world.as('translator')).get('/admin/statistics')).body).not.toContain('/admin/undo')
})

it('keeps what was typed', async () => {
  const one = await world.as('moderator')
  await one.get('/admin/undo')
  const { body } = await one.post('/admin/undo', { model: 'some-model', since: 'yesterday' })
  expect(body).toContain('value="some-model"')
  expect(body).toContain('value="yesterday"')
})

it('a row says where memory took its text from, and one whose text was taken back offers what came of it', async () => {
  const { game } = world
  const [donor, filled] = [idOf(6), idOf(5)]
  await game.put(donor, 'machine', 'Ніхто не знає дороги', { provider: 'acme', model: 'm' })
  const client = clientOfDonor({ rowId: donor, layer: 'machine', seq: 1 })
  await game.put(filled, 'machine', 'Перший рядок\nдругий рядок', { ...MEMORY, client })
  const one = await world.as('moderator')
  expect((await one.get(`/admin/rows/${filled}`)).body).toContain(
    `by memory from <a href="/admin/bench?layer=any&amp;row=${donor}">row <code>${donor}</code></a>`,
  )
  const offer = `/admin/undo?from-memory-of=${donor}`
  expect((await one.get(`/admin/rows/${donor}`)).body).not.toContain(offer)
  await one.post('/admin/bench/reject', { row: donor, seq: '1', source: game.row(donor).sourceHash })
  expect((await one.get(`/admin/rows/${donor}`)).body).toContain(offer)
  expect((await one.get(offer)).body).toContain(`name="from-memory-of" value="${donor}"`)
})
