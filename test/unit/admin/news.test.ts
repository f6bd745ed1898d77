// What is new for a person (docs/site.md#comments) reaches them where they work, and leads there.
import { afterAll, expect, test } from 'vitest'
import { idOf } from '../../support/game-store.ts'
import { siteWorld } from './site-world.ts'

const world = await siteWorld()
afterAll(() => world.close())

test('a decision is told on the workbench until it was seen, and a rejected text is written anew there', async () => {
  const [anna, mod] = [await world.as('translator'), await world.as('moderator')]
  const source = world.game.row(idOf(6)).sourceHash
  await anna.post(`/admin/bench/save`, { at: '', row: idOf(6), source, text: 'Ніхто не знає', how: 'proposal' })
  expect((await anna.get('/admin/bench')).body).not.toContain('news-line')
  await mod.get('/admin/bench?job=proposals')
  await mod.post('/admin/bench/reject', { at: 'job=proposals', row: idOf(6), proposal: '1', said: 'Бракує шляху' })
  const line = /<a class="news-line" href="([^"]*)"[^>]*>([^<]*)/
  const [, href, words] = line.exec((await anna.get('/admin/bench')).body) ?? []
  expect(words).toContain('1 proposal of yours decided since your last visit: 1 rejected')
  expect((await anna.get('/admin/bench?job=stale')).body).toMatch(line)
  const news = (await anna.get(href ?? '')).body
  const again = /href="([^"]*)">Write another one/.exec(news)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const bench = (await anna.get(again)).body
  expect(bench).toContain('Your text was rejected: Бракує шляху')
  expect(bench).toMatch(/<textarea id="text"[^>]*>\s*Ніхто не знає</)
  expect(bench).not.toContain('news-line')
})
