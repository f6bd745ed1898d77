// How long a page of the site holds the event loop at a time, over the worst that stored texts can be: at the hard limit of
// length, each unlike the one before.
import { afterAll, expect, test } from 'vitest'
import { idOf } from '../../support/game-store.ts'
import { heldBy, holdMsMax } from '../../support/loop-hold.ts'
import { siteWorld } from '../../unit/admin/site-world.ts'

const revisions = 40
const bound = holdMsMax()
const world = await siteWorld()
const visitor = await world.as('super_admin')

/** Some 32,000 characters of words, of which every second differs from the text before. */
const longText = (nth: number): string =>
  Array.from({ length: 4_000 }, (_, word) => (word % 2 === 0 ? 'слово' : `${(word * 31 + nth) % 10_000}`))
    .join(' ')
    .slice(0, 32_000)

for (let nth = 0; nth < revisions; nth++) {
  for (const layer of ['manual', 'machine'] as const)
    await world.game.put(idOf(1), layer, longText(nth), { model: 'm' })
}
afterAll(() => world.close())

test.each([
  '/admin/',
  '/admin/bench',
  `/admin/bench?row=${idOf(1)}`,
  '/admin/rows',
  '/admin/rows?q=слово',
  `/admin/rows/${idOf(1)}`,
  `/admin/rows/${idOf(1)}?compare=manual-${revisions}`,
  '/admin/proposals',
  '/admin/consistency',
  '/admin/names',
  '/admin/glossary',
  '/admin/statistics',
  '/admin/activity',
  '/admin/audit',
  '/admin/people',
  '/admin/imports',
  '/admin/undo',
])('%s holds the loop for less than 50 ms at a time', async (path) => {
  const { longestMs, answers } = await heldBy(6, () => visitor.get(path), bound)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(longestMs).toBeLessThan(bound)
})

const short = (count: number): string[] => Array.from({ length: count }, (_, i) => i.toString(36))

test.each([
  ['many terms', `source,forms\n${short(200_000).join(',\n')},`, 409],
  ['a term of many forms', `source,forms\ngate,${'а*|'.repeat(200_000)}`, 422],
  ['an object of many terms', JSON.stringify(Object.fromEntries(short(50_000).map((term) => [term, 'a']))), 409],
])('a list of %s holds the loop for less than 50 ms at a time, and is refused', async (_, list, refused) => {
  const ask = () => visitor.post('/admin/glossary/import', { list, how: 'replace' })
  const { longestMs, answers } = await heldBy(6, ask, bound)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([refused]))
  expect(longestMs).toBeLessThan(bound)
})
