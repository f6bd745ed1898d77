// The rows of a block that a search may return, apart from their texts: rows after its start, in the filters asked for,
// and changed since a time. Chunks without candidates are not read.
import { CELL_COUNT, cellsOf } from '../domain/cell.ts'
import type { RowState, SourceFilter } from '../domain/vocabulary.ts'
import { ROWS_PER_PIECE, type RowSet } from '../domain/work/row-set.ts'
import { type BlockRows, eachPlace, wordsPerBlock } from '../store/indexes.ts'
import type { Store } from '../store/store.ts'
import { chunkOf, readTimes, ROWS_PER_BLOCK, ROWS_PER_CHUNK, rowsInCells, timeAt } from '../store/rows.ts'

export interface AskedRows {
  readonly state: RowState
  readonly source: SourceFilter
  /** Null: rows of any time. */
  readonly updatedSinceMs: number | null
  /** The search is for these rows only; absent: for all. */
  readonly within?: RowSet
  /** The last ordinal already looked at; 0 at first. */
  readonly after: number
}

type Narrow = (block: number, rows: BlockRows) => void

const blocksPerPiece = ROWS_PER_PIECE / ROWS_PER_BLOCK

export function createRowFilter(main: Store['main'], asked: AskedRows): Narrow {
  const { after, within } = asked
  const narrowByChunk = narrowingByChunk(main, asked)
  return (block, rows) => {
    const first = block * ROWS_PER_BLOCK
    if (first <= after) eachPlace(rows, (place) => first + place <= after && takeOut(rows, place))
    if (within !== undefined) {
      const piece = within.piece(Math.floor(block / blocksPerPiece))
      const from = (block % blocksPerPiece) * wordsPerBlock
      for (let word = 0; word < wordsPerBlock; word++) keep(rows, word, piece?.[from + word] ?? 0)
    }
    narrowByChunk?.(block, rows)
  }
}

/** Narrows a chunk's rows by cells and times; null: neither is needed. */
function narrowingByChunk(main: Store['main'], { state, source, updatedSinceMs }: AskedRows): Narrow | null {
  const cells = cellsOf(state, source)
  const areAll = cells.length === CELL_COUNT
  if (areAll && updatedSinceMs === null) return null
  let chunk = -1
  let inCells: Buffer | null = null
  let times: Buffer | null = null
  return (block, rows) => {
    const first = block * ROWS_PER_BLOCK
    if (chunkOf(first) !== chunk) {
      chunk = chunkOf(first)
      if (!areAll) inCells = rowsInCells(main, cells, chunk)
      if (updatedSinceMs !== null) times = readTimes(main, chunk)
    }
    const place = first % ROWS_PER_CHUNK
    if (inCells !== null) {
      for (let word = 0; word < wordsPerBlock; word++) keep(rows, word, inCells.readUInt32LE(place / 8 + 4 * word))
    }
    const [known, sinceMs] = [times, updatedSinceMs ?? 0]
    if (known !== null) eachPlace(rows, (each) => timeAt(known, place + each) < sinceMs && takeOut(rows, each))
  }
}

function keep(rows: BlockRows, word: number, bits: number): void {
  rows[word] = (rows[word] as number) & bits
}

function takeOut(rows: BlockRows, place: number): void {
  keep(rows, place >>> 5, ~(1 << (place & 31)))
}
