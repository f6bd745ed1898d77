// Search over all rows: by every kind of text, by id, inside a filter, a page at a time, cancelled by leaving.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SEARCH_FIELDS, type SearchField, type SearchRows, searchRows } from '../../../src/app/search-rows.ts'
import { type GameStore, gameStore, idOf } from '../../support/game-store.ts'

let game: GameStore
beforeAll(async () => {
  game = gameStore()
  const main = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [idOf(i + 1), `Wanderer ${i + 1} "walks"\nInto MIST`]),
  )
  await game.importFiles({
    main: game.jsonl('main.jsonl', main),
    diff: game.jsonl('diff.jsonl', { [idOf(7)]: 'Seven rests' }),
  })
  await game.put(idOf(3), 'manual', 'Третій «Мандрівник»\nу тумані')
  await game.put(idOf(4), 'machine', 'Четвертий "Мандрівник"')
})
afterAll(() => game.close())

async function search(text: string, changes: Partial<SearchRows> & { in?: readonly SearchField[] } = {}) {
  const found: number[] = []
  const query = { state: 'all', source: 'all', after: 0, limit: 50, ...changes } as const
  const fields = new Set(changes.in ?? SEARCH_FIELDS)
  const signal = new AbortController().signal
  const { next } = await searchRows(game.app, { ...query, text, fields }, ({ row }) => found.push(row.ordinal), signal)
  return { found, next }
}

it.each([
  ['wanderer 17 ', [17]],
  ['SEVEN', [7]],
  ['мандрівник', [3, 4]],
  ['"МАНДРІВНИК"', [4]],
  ['мандрівник»\nу тумані', [3]],
  ['0000000000000c8', [200]],
  ['draft', []],
])('finds %j', async (text, expected) => expect((await search(text)).found).toEqual(expected))

it('looks only where it is told to', async () => {
  expect((await search('мандрівник', { in: ['source', 'id'] })).found).toEqual([])
  expect((await search('walks', { in: ['translation', 'reference'] })).found).toEqual([])
  expect((await search('мандрівник', { state: 'machine' })).found).toEqual([4])
  expect((await search('rests', { source: 'main' })).found).toEqual([])
  expect((await search('rests', { source: 'diff' })).found).toEqual([7])
})

it('goes on where the page before ended, and shows every row once', async () => {
  const all: number[] = []
  let after: number | null = 0
  while (after !== null) {
    const { found, next } = await search('into mist', { after, limit: 30 })
    all.push(...found)
    after = next
  }
  expect(all).toEqual(Array.from({ length: 200 }, (_, i) => i + 1).filter((ordinal) => ordinal !== 7))
})

it('ends when the reader leaves', async () => {
  const leaving = new AbortController()
  leaving.abort()
  const query = {
    text: 'mist',
    fields: new Set(SEARCH_FIELDS),
    state: 'all',
    source: 'all',
    after: 0,
    limit: 50,
  } as const
  const found: number[] = []
  const { wasCancelled } = await searchRows(game.app, query, ({ row }) => found.push(row.ordinal), leaving.signal)
  expect(wasCancelled).toBe(true)
  expect(found).toEqual([])
})
