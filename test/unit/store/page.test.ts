// Pages out of cells, at the places where a merge of bitmaps could slip: edges of chunks, deep cursors, empty cells.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChunkWriter } from '../../../src/store/chunk-writer.ts'
import { countMatching, pageOrdinals } from '../../../src/store/page.ts'
import { write } from '../../../src/store/write.ts'
import { type AppWorld, openAppWorld } from '../../support/app-world.ts'

let world: AppWorld
/** Which rows lie in which cell: cell 2 thinly everywhere, cell 7 in one far chunk, cell 9 at the edges of chunks. */
const ROWS: readonly (readonly [ordinal: number, cell: number])[] = [
  ...Array.from({ length: 40 }, (_, i) => [i * 1_000 + 3, 2] as const),
  ...Array.from({ length: 20 }, (_, i) => [30_000 + 2 * i, 7] as const),
  ...[511, 512, 1023, 1024, 39_935].map((ordinal) => [ordinal, 9] as const),
].sort(([a], [b]) => a - b)

beforeAll(async () => {
  world = openAppWorld()
  await write(world.app.store, 5_000, ({ db, timeMs }) => {
    const chunks = new ChunkWriter(db, timeMs)
    for (const [ordinal, cell] of ROWS) {
      chunks.move(ordinal, null, cell)
      chunks.stamp(ordinal)
    }
    chunks.finish()
  })
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
