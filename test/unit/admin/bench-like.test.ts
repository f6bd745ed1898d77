// What the workbench shows under the field: translations of similar texts, and how words were put elsewhere (docs/workbench.md).
import { afterAll, expect, it } from 'vitest'
import { idOf } from '../../support/game-store.ts'
import { siteWorld, TEXTS } from './site-world.ts'

const GATES = {
  [idOf(30)]: 'The gate opens in 5 days.',
  [idOf(31)]: 'The gate opens in 7 days.',
  [idOf(32)]: 'The gate opened in 7 days.',
  [idOf(33)]: 'The <b>moon</b> is up.',
  [idOf(34)]: 'The <b>moon</b> is up.',
  [idOf(35)]: '<i>A blizzard is swirling here.</i>',
  [idOf(36)]: 'A blizzard is swirling here.',
}

const world = await siteWorld()
await world.game.importFiles({ main: world.game.jsonl('gates.jsonl', { ...TEXTS, ...GATES }) })
await world.game.put(idOf(31), 'manual', 'Брама відчиниться за 7 "днів"')
await world.game.put(idOf(32), 'machine', 'Брама відчинилася за 7 днів', { model: 'm-1' })
await world.game.put(idOf(34), 'manual', '<b>Місяць</b> зійшов')
const anna = await world.as('translator')
afterAll(() => world.close())

it('gives similar texts with percent, differences and author, the nearest first', async () => {
  const { body, status } = await anna.get(`/admin/bench/like?row=${idOf(30)}`)
  expect(status).toBe(200)
  const items = body.split('<li class="hit">').slice(1)
  expect(items.map((item) => /the same except for numbers|\d+ %/.exec(item)?.[0])).toEqual([
    'the same except for numbers',
    '92 %',
  ])
  expect(items[0]).toContain('<del>7</del><ins>5</ins>')
  expect(items[0]).toContain('data-fill="Брама відчиниться за 7 &quot;днів&quot;"')
  expect(items[1]).toContain('m-1')
  expect((await anna.get(`/admin/bench/like?row=${idOf(33)}`)).body).toBe('')
  expect((await anna.get('/admin/bench/like?row=nonsense')).status).toBe(404)
})

it('gives other rows with the words, with their translations', async () => {
  const put = async (text: string) => (await anna.get(`/admin/bench/put?row=${idOf(30)}&text=${text}`)).body
  const body = await put(encodeURIComponent('gate open'))
  expect(body.match(/<mark>gate open<\/mark>/g)).toHaveLength(2)
  expect(body.indexOf('відчиниться')).toBeLessThan(body.indexOf('відчинилася'))
  expect(await put('%22%3Cscript%3E')).toContain('No other row')
  expect(await put('%20')).toBe('')
})

it('says beside a text that others with its source differ', async () => {
  const check = async (text: string) => {
    const page = await anna.get(`/admin/bench?row=${idOf(33)}&layer=none`)
    const token = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? ''
    return (await anna.post('/admin/bench/check', { csrf: token, row: idOf(33), text })).body
  }
  expect(await check('<b>Місяць</b> уже зійшов')).toContain('Differs from 1 other row with this source.')
  expect(await check('<b>Місяць</b> зійшов')).not.toContain('Differs from')
})

it("offers a person's own waiting proposals, and nobody else's", async () => {
  const { body } = await anna.get(`/admin/bench?row=${idOf(1)}`)
  const source = /name="source" value="(\w+)"/.exec(body)?.[1] ?? ''
  const text = 'Тут вирує заметіль.'
  expect((await anna.post('/admin/bench/save', { at: '', row: idOf(1), source, text })).status).toBe(303)
  const offers = [`/admin/bench/like?row=${idOf(35)}`, `/admin/bench?row=${idOf(36)}`]
  const [other] = [await world.as('moderator')]
  for (const path of offers) {
    expect((await anna.get(path)).body).toContain('your proposal')
    expect((await other.get(path)).body).not.toContain('your proposal')
  }
})
