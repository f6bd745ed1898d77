// Pages out of cells, at the places where a merge of bitmaps could slip: edges of chunks, deep cursors, empty cells.
import { afterAll, expect, test } from 'vitest'
import { inspectWrites } from '../../../src/store/door/writer.ts'
import { keyOf, u32, u48 } from '../../../src/store/file/keyspace.ts'
import { changesSince } from '../../../src/store/rows/changes.ts'
import { ChunkWriter } from '../../../src/store/rows/chunk-writer.ts'
import { countMatching, pageOrdinals } from '../../../src/store/rows/page.ts'
import { write } from '../../../src/store/write.ts'
import { openAppWorld } from '../../support/app-world.ts'

inspectWrites(null)

/** Which rows lie in which cell: cell 2 thinly everywhere, cell 7 in one far chunk, cell 9 at the edges of chunks. */
const ROWS: readonly (readonly [ordinal: number, cell: number])[] = [
  ...Array.from({ length: 40 }, (_, i) => [i * 1_000 + 3, 2] as const),
  ...Array.from({ length: 20 }, (_, i) => [30_000 + 2 * i, 7] as const),
  ...[511, 512, 1023, 1024, 39_935].map((ordinal) => [ordinal, 9] as const),
].sort(([a], [b]) => a - b)

const world = openAppWorld()
await write(world.app.store, 5_000, ({ db, timeMs }) => {
  const chunks = new ChunkWriter(db, timeMs)
  for (const [ordinal, cell] of ROWS) {
    chunks.move(ordinal, null, cell)
    chunks.stamp(ordinal)
  }
  chunks.finish()
})
afterAll(() => world.close())

const expected = (cells: readonly number[], after: number): number[] =>
  ROWS.filter(([ordinal, cell]) => ordinal > after && cells.includes(cell)).map(([ordinal]) => ordinal)

test.each([[[2]], [[7]], [[9]], [[2, 7]], [[2, 9]], [[2, 7, 9]], [[0, 1, 17]], [[]]])(
  'cells %j come in order from any row on, in any number',
  (cells) => {
    const { main } = world.app.store
    for (const updatedSinceMs of [null, 0]) {
      for (const after of [0, 2, 3, 510, 511, 512, 1022, 1023, 1024, 29_999, 30_001, 39_003, 39_935, 50_000]) {
        for (const count of [1, 2, 7, 100]) {
          const page = pageOrdinals(main, { cells, after, count, updatedSinceMs })
          expect(page).toEqual(expected(cells, after).slice(0, count))
        }
      }
      expect(countMatching(main, cells, updatedSinceMs)).toBe(expected(cells, 0).length)
    }
  },
)

test('nothing has changed since a time to come', () => {
  const { main } = world.app.store
  const updatedSinceMs = world.clock.ms + 1
  expect(pageOrdinals(main, { cells: [2, 7, 9], after: 0, count: 5, updatedSinceMs })).toEqual([])
  expect(countMatching(main, [2, 7, 9], updatedSinceMs)).toBe(0)
})

test('totals and pages since a time follow every write, whether most rows changed or few', async () => {
  const fresh = openAppWorld()
  const { store } = fresh.app
  const rows = Array.from({ length: 1_700 }, (_, i) => i + 1)
  const cellOf = (ordinal: number): number => (ordinal % 3 === 0 ? 2 : 15)
  const changedAt = new Map<number, number>()
  const stamp = async (ordinals: readonly number[], isNew: boolean): Promise<void> => {
    fresh.clock.ms += 10
    await write(store, 5_000, ({ db, timeMs }) => {
      const chunks = new ChunkWriter(db, timeMs)
      for (const ordinal of ordinals) {
        if (isNew) chunks.move(ordinal, null, cellOf(ordinal))
        chunks.stamp(ordinal)
        changedAt.set(ordinal, timeMs)
      }
      chunks.finish()
    })
  }
  const everything = Array.from({ length: 18 }, (_, cell) => cell)
  const compare = (): void => {
    for (const since of [0, ...new Set(changedAt.values()), fresh.clock.ms + 1].flatMap((time) => [time, time + 1])) {
      for (const cells of [[2], [15], [2, 15], everything, [0]]) {
        const expected = rows.filter((row) => cells.includes(cellOf(row)) && (changedAt.get(row) ?? 0) >= since)
        expect(countMatching(store.main, cells, since)).toBe(expected.length)
        const query = { cells, after: 500, count: 40, updatedSinceMs: since }
        expect(pageOrdinals(store.main, query)).toEqual(expected.filter((row) => row > 500).slice(0, 40))
      }
    }
  }
  await stamp(rows, true)
  compare()
  for (const step of [1_699, 400, 7, 1]) {
    await stamp(
      rows.filter((row) => row % step === 0),
      false,
    )
    compare()
  }
  // What an earlier windrow noted is less, and says the same.
  const noted = [...changesSince(store.main, 0)]
  expect(noted).toHaveLength(4)
  await write(store, 5_000, ({ db }) => {
    for (const { chunk, latestMs } of noted) {
      const key = keyOf('changed', u48(latestMs), u32(chunk))
      void db.put(key, Buffer.from(db.getBinary(key) as Buffer).subarray(0, chunk % 2 === 0 ? 6 : 0))
    }
  })
  expect([...changesSince(store.main, 0)]).toEqual(noted)
  await fresh.close()
})
