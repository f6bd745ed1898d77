// Search over all rows: by every kind of text, by id, inside a filter, a page at a time, cancelled by leaving.
import { afterAll, expect, it } from 'vitest'
import type { App } from '../../../src/app/app.ts'
import type { SearchHit } from '../../../src/search/block.ts'
import { SearchIndexer } from '../../../src/search/upkeep.ts'
import { type SearchRows, searchRows } from '../../../src/search/search-rows.ts'
import { runAlone } from '../../../src/base/slices.ts'
import { present } from '../../../src/base/assert.ts'
import { parseSearch } from '../../../src/search/query.ts'
import { SEARCH_FIELDS, type SearchField } from '../../../src/domain/vocabulary.ts'
import { addTo, newPiece, ROWS_PER_PIECE, RowSet } from '../../../src/domain/work/row-set.ts'
import { SearchIndex } from '../../../src/search/search-index.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { keyOfU32 } from '../../../src/store/file/keyspace.ts'
import { putNextOrdinal } from '../../../src/store/rows/ordinals.ts'
import { readHeadsView } from '../../../src/store/rows/head-view.ts'
import { gameStore, idOf } from '../../support/game-store.ts'
import { inspectWrites } from '../../../src/store/door/writer.ts'

// Writes parts of rows, or records that no use case would write.
inspectWrites(null)

const game = gameStore()
const main = Object.fromEntries(
  Array.from({ length: 200 }, (_, i) => [idOf(i + 1), `Wanderer ${i + 1} "walks"\nInto MIST`]),
)
await game.importFiles({
  main: game.jsonl('main.jsonl', main),
  diff: game.jsonl('diff.jsonl', { [idOf(7)]: 'Seven rests' }),
})
await game.put(idOf(3), 'manual', 'Третій «Мандрівник»\nу тумані')
await game.put(idOf(4), 'machine', 'Четвертий "Мандрівник"')
afterAll(() => game.close())

interface Asked extends Partial<SearchRows> {
  readonly in?: readonly SearchField[]
  readonly whole?: boolean
}

async function search(
  text: string,
  { in: fields = SEARCH_FIELDS, whole = false, ...changes }: Asked = {},
  app: App = game.app,
) {
  const found: number[] = []
  const page = { state: 'all', source: 'all', updatedSinceMs: null, after: 0, limit: 50, ...changes } as const
  const query = present(parseSearch(text, whole), 'something to look for')
  const wanted = { ...page, query, fields: new Set(fields) }
  const onHit = ({ ordinal }: SearchHit): void => void found.push(ordinal)
  const { next } = await searchRows(app, wanted, { onHit }, new AbortController().signal)
  return { found, next }
}

it.each([
  ['"wanderer 17 "', [17]],
  ['MIST 117 Wanderer', [117]],
  ['"rests seven"', []],
  ['rests Seven', [7]],
  ['третій 3', [3]],
  ['SEVEN', [7]],
  ['мандрівник', [3, 4]],
  ['"""мандрівник"""', [4]],
  ['"МАНДРІВНИК» у тумані"', [3]],
  ['00000000000000C8', [200]],
  ['000000000000000', Array.from({ length: 15 }, (_, i) => i + 1)],
  ['draft', []],
])('finds %j', async (text, expected) => expect((await search(text)).found).toEqual(expected))

it('looks only where it is told to', async () => {
  expect((await search('мандрівник', { in: ['source', 'id'] })).found).toEqual([])
  expect((await search('walks', { in: ['translation', 'reference'] })).found).toEqual([])
  expect((await search('мандрівник', { state: 'machine' })).found).toEqual([4])
  expect((await search('rests', { source: 'main' })).found).toEqual([])
  expect((await search('rests', { source: 'diff' })).found).toEqual([7])
})

it('finds whole words when told to', async () => {
  expect((await search('eve', { whole: true })).found).toEqual([])
  expect((await search('seven', { whole: true })).found).toEqual([7])
  expect((await search('"wanderer 1"', { whole: true })).found).toEqual([1])
})

it('honours the time of the last change', async () => {
  expect((await search('seven', { updatedSinceMs: 0 })).found).toEqual([7])
  expect((await search('seven', { updatedSinceMs: Date.parse('2300-01-01') })).found).toEqual([])
})

it('looks only among the rows it is given', async () => {
  const piece = newPiece()
  for (const ordinal of [3, 64, 65, 130, 200]) addTo(piece, ordinal)
  const within = new RowSet(new Map([[0, piece]]))
  expect(await search('mist', { within })).toEqual({ found: [3, 64, 65, 130, 200], next: null })
  expect((await search('mist', { within, after: 64 })).found).toEqual([65, 130, 200])
  expect((await search('wanderer', { within, after: 3, limit: 2 })).found).toEqual([64, 65])
  expect((await search('mist', { within: new RowSet(new Map()) })).found).toEqual([])
})

it('looks only among the rows it is given, wherever they lie, with an index and without', async () => {
  const far = gameStore()
  const wanderers = (count: number) =>
    far.jsonl('main.jsonl', Object.fromEntries(Array.from({ length: count }, (_, i) => [idOf(i + 1), `Wanderer ${i}`])))
  await far.importFiles({ main: wanderers(3) })
  // The rows that come next lie on both sides of the end of a piece, and of a segment.
  const end = 2 * ROWS_PER_PIECE
  await writeOrThrow(far.app.store, ({ db }) => putNextOrdinal(db, end - 20))
  await far.importFiles({ main: wanderers(203) })
  const wanted = [2, end - 20, end - 1, end, end + 100]
  const pieceOf = (ordinal: number): number => Math.floor(ordinal / ROWS_PER_PIECE)
  const withinOf = (ordinals: readonly number[]): RowSet => {
    const pieces = new Map(ordinals.map((ordinal) => [pieceOf(ordinal), newPiece()]))
    for (const ordinal of ordinals) addTo(present(pieces.get(pieceOf(ordinal)), 'a piece'), ordinal % ROWS_PER_PIECE)
    return new RowSet(pieces)
  }
  for (const isIndexed of [false, true]) {
    if (isIndexed) await new SearchIndexer(far.app, runAlone).renew(new AbortController().signal)
    for (const rows of [wanted, ...wanted.map((ordinal) => [ordinal]), wanted.slice(0, 3), wanted.slice(3)])
      expect(await search('wanderer', { within: withinOf(rows) }, far.app)).toEqual({ found: rows, next: null })
    expect((await search('wanderer', { within: withinOf(wanted), after: end - 1 }, far.app)).found).toEqual(
      wanted.slice(3),
    )
  }
  await far.close()
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
  const query = present(parseSearch('mist', false), 'something to look for')
  const wanted = { query, fields: new Set(SEARCH_FIELDS), state: 'all', source: 'all', after: 0, limit: 50 } as const
  const found: number[] = []
  const onHit = ({ ordinal }: SearchHit): void => void found.push(ordinal)
  const { wasCancelled } = await searchRows(game.app, { ...wanted, updatedSinceMs: null }, { onHit }, leaving.signal)
  expect(wasCancelled).toBe(true)
  expect(found).toEqual([])
})

it('says what pages say of a head of which a bit has changed, in its text or behind it', async () => {
  await game.put(idOf(150), 'machine', 'Останній притулок', { provider: 'house', model: 'lantern' })
  const { main } = game.app.store
  const key = keyOfU32('head', game.row(idOf(150)).ordinal)
  const whole = Buffer.from(main.getBinary(key) ?? [])
  const textEnd = whole.indexOf('Останній притулок') + Buffer.byteLength('Останній притулок')
  const damaged = 'a stored translation is damaged: `windrow check` names its row'
  const { store } = game.app
  for (const at of [textEnd - 1, textEnd + 1]) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] as number) ^ 1
    await writeOrThrow(store, ({ db }) => void db.put(key, changed))
    expect(() => readHeadsView(main, 150)).toThrow(damaged)
    // Damage is no change of the row: what a process has read of it stays good until there is one.
    await expect(search('притулок', {}, { ...game.app, searchIndex: new SearchIndex(store) })).rejects.toThrow(damaged)
  }
})
