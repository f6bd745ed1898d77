// Counts the rows in each square of the field, a picture of the whole game, from stored bitmaps: some ten milliseconds
// at a million rows, once for each state of the store.
import { CELL_COUNT } from '../../domain/cell.ts'
import { rowsOfSquare, rowsPerWord, type Square, stateOfCell } from '../../domain/work/workbench.ts'
import { bitmapsOf, lastOrdinal, ROWS_PER_CHUNK } from '../../store/rows.ts'
import { SnapshotMemo } from '../../store/view.ts'
import type { App } from '../app.ts'

interface Field {
  readonly rowsPerSquare: number
  readonly squares: readonly Square[]
}

const counted = new WeakMap<App, SnapshotMemo<Field>>()

/** The squares in file order; an empty store has none. */
export function readField(app: App): Field {
  const memo = counted.get(app) ?? new SnapshotMemo<Field>(1)
  counted.set(app, memo)
  return memo.get(app.store, 'field', () => countField(app)) as Field
}

/** How many rows a square of the field stands for, those without work included. */
export const rowsASquare = ({ store }: App): number => rowsOfSquare(lastOrdinal(store.main))

function countField(app: App): Field {
  const { main } = app.store
  const last = lastOrdinal(main)
  const rowsPerSquare = rowsOfSquare(last)
  const count = last < 1 ? 0 : Math.floor(last / rowsPerSquare) + 1
  const squares = Array.from({ length: count }, () => ({ rows: 0, people: 0, machine: 0, stale: 0 }))
  for (let cell = 0; cell < CELL_COUNT; cell++) {
    const state = stateOfCell(cell)
    if (state === null) continue
    for (const { chunk, bitmap } of bitmapsOf(main, cell)) {
      for (let at = 0; at < bitmap.length; at += rowsPerWord / 8) {
        const rows = bitsOf(bitmap.readUInt32LE(at)) + bitsOf(bitmap.readUInt32LE(at + 4))
        const square = squares[Math.floor((chunk * ROWS_PER_CHUNK + at * 8) / rowsPerSquare)]
        if (rows === 0 || square === undefined) continue
        square.rows += rows
        if (state !== 'nothing') square[state] += rows
      }
    }
  }
  return { rowsPerSquare, squares }
}

function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
