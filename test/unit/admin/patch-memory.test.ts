// What the page of an import says of memory: counts when asked, fills the rows of this patch, and names the run that takes it back.
import { afterAll, expect, it } from 'vitest'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { offeredTwinsMax } from '../../../src/domain/limits.ts'
import { granted } from '../../support/app-world.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld, TEXTS } from './site-world.ts'

const words = 'Ніхто не знає дороги'
const world = await siteWorld()
const { game } = world
await game.put(idOf(6), 'machine', words)
const source = TEXTS[idOf(6)] ?? ''
await game.importFiles({ main: game.jsonl('next.jsonl', { ...TEXTS, [idOf(7)]: source, [idOf(8)]: source }) })
afterAll(() => world.close())

const path = '/admin/imports/2'

it('counts and fills the rows of the patch, for those who review', async () => {
  const one = await world.as('moderator')
  expect((await one.get(path)).body).toContain('Memory has a text for 2 rows')
  const { location } = await one.post(`${path}/memory`, {})
  expect(location).toBe(`${path}?run=1&note=remembered`)
  expect([7, 8].map((row) => world.game.heads(idOf(row)).machine?.text)).toEqual([words, words])
  const { body } = await one.get(location ?? '')
  expect(body).toContain('Filled as run 1. <a href="/admin/undo?memory=1">Take it back</a>')
  expect((await one.get(path)).body).toContain('Memory has no text for these rows.')
  expect((await one.post(`${path}/memory`, {})).location).toBe(`${path}?note=unchanged`)
})

it('counts and fills twins too, and tells when some were not looked for', async () => {
  const { game, app } = world
  granted(await changeSetting(app, null, 'target_language', 'uk'))
  await game.put(idOf(8), 'manual', 'Змагання: 5 рибалок')
  const texts = { ...TEXTS, [idOf(8)]: 'Contest 5' }
  await game.importFiles({ main: game.jsonl('contest.jsonl', texts) })
  await game.put(idOf(8), 'manual', 'Змагання: 5 рибалок')
  const more = Array.from({ length: offeredTwinsMax + 1 }, (_, at) => [idOf(100 + at), `Contest ${at + 6}`])
  await game.importFiles({ main: game.jsonl('contests.jsonl', { ...texts, ...Object.fromEntries(more) }) })
  const one = await world.as('moderator')
  const { body } = await one.get('/admin/imports/4')
  // Numbers of another plural class keep their texts to themselves.
  const [, filled] = /Memory has a text for (\d+) rows/.exec(body) ?? []
  expect(Number(filled)).toBeGreaterThan(offeredTwinsMax / 2)
  expect(body).toContain(`${filled} rows of them from a similar text with its numbers and tokens exchanged`)
  expect(body).toContain('1 row not compared yet')
  expect((await one.post('/admin/imports/4/memory', {})).location).toBe('/admin/imports/4?run=2&note=remembered')
  expect(game.heads(idOf(101)).machine?.text).toBe('Змагання: 7 рибалок')
  const after = (await one.get('/admin/imports/4')).body
  expect(after).toContain('Memory has a text for 1 row.')
  expect(after).not.toContain('nobody has looked for')
})

it('a row whose source people put in different ways says why memory leaves it alone', async () => {
  const { game } = world
  const texts = Object.fromEntries([70, 71, 72].map((row) => [idOf(row), 'The old gate']))
  await game.importFiles({ main: game.jsonl('divided.jsonl', { ...TEXTS, ...texts }) })
  const one = await world.as('moderator')
  const says = async (): Promise<boolean> =>
    (await one.get(`/admin/rows/${idOf(72)}`)).body.includes('so memory does not fill')
  await game.put(idOf(70), 'manual', 'Стара брама')
  expect(await says()).toBe(false)
  await game.put(idOf(71), 'manual', 'Давні ворота')
  expect(await says()).toBe(true)
})

it('says nothing to others, and nothing where memory is off', async () => {
  expect((await (await world.as('translator')).get(path)).body).not.toContain('Memory')
  await changeSetting(world.app, null, 'memory', 'off')
  expect((await (await world.as('moderator')).get(path)).body).not.toContain('Memory')
})
