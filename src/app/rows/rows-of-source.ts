// The rows with the same source, for writing one text to many. A game may have a text ten thousand times, so they are
// read with pauses, and unwanted cells are skipped by their bitmaps.
import type { Turn } from '../../base/turn.ts'
import { chunkOf, hasBit, ROWS_PER_CHUNK, rowsInCells, rowsWithSource } from '../../store/rows.ts'
import type { App } from '../app.ts'

/**
 * Ordinals in file order of the rows with a source hash (hex) outside these classes. The table's key is only a part of
 * the hash, so writers must compare all of it.
 */
export async function* rowsOutside(
  { store: { main } }: App,
  sourceHash: string,
  cells: readonly number[],
  turn: Turn,
): AsyncGenerator<number> {
  let passed = { chunk: -1, bitmap: Buffer.alloc(0) as Uint8Array }
  for (const ordinal of rowsWithSource(main, sourceHash)) {
    if (turn.isOver) {
      await turn.next()
      passed = { chunk: -1, bitmap: passed.bitmap }
    }
    const chunk = chunkOf(ordinal)
    if (chunk !== passed.chunk) passed = { chunk, bitmap: rowsInCells(main, cells, chunk) }
    if (!hasBit(passed.bitmap, ordinal % ROWS_PER_CHUNK)) yield ordinal
  }
}
