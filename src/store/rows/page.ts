// Pages of the row list: the next ordinals in a union of cells. The cost depends on the page, and with `updated_since`
// on the chunks changed since (docs/architecture.md#cells).
import { CELL_COUNT } from '../../domain/cell.ts'
import { addRows, bitmapBytes, hasBit } from './cells.ts'
import { timeAt } from './changes.ts'
import type { Database } from '../file/environment.ts'
import { chunkOf, keyOf, keyOfU32, ROWS_PER_CHUNK, TABLES, u32, u8 } from '../file/keyspace.ts'
import { changeTimes, countInCells, wantedIn } from './change-times.ts'
import { visibleOrdinals } from './read-rows.ts'

interface PageQuery {
  /** A union, ascending. */
  readonly cells: readonly number[]
  /** The last ordinal shown; 0 before the first page. */
  readonly after: number
  readonly count: number
  readonly updatedSinceMs: number | null
}

export function pageOrdinals(db: Database, query: PageQuery): number[] {
  const { cells, updatedSinceMs } = query
  if (cells.length === CELL_COUNT) {
    return updatedSinceMs === null
      ? visibleOrdinals(db, query.after, query.count)
      : changedOrdinals(db, query, updatedSinceMs)
  }
  const sinceMs = tellingTime(db, updatedSinceMs)
  return sinceMs === null ? ordinalsInCells(db, query) : changedOrdinals(db, query, sinceMs)
}

export function countMatching(db: Database, cells: readonly number[], updatedSinceMs: number | null): number {
  const sinceMs = tellingTime(db, updatedSinceMs)
  return sinceMs === null ? countInCells(db, cells) : changeTimes(db).countSince(cells, sinceMs)
}

/** Null if every row changed since, so that the time excludes none. */
const tellingTime = (db: Database, sinceMs: number | null): number | null =>
  sinceMs === null || changeTimes(db).isAllSince(sinceMs) ? null : sinceMs

interface CellCursor {
  readonly entries: Iterator<{ key: Uint8Array; value: Uint8Array }>
  chunk: number
  bitmap: Uint8Array
}

function advance(cursor: CellCursor): boolean {
  const next = cursor.entries.next()
  if (next.done) return false
  cursor.chunk = (next.value.key as Buffer).readUInt32BE(2)
  cursor.bitmap = next.value.value
  return true
}

function openCursors(db: Database, cells: readonly number[], firstChunk: number): CellCursor[] {
  const cursors: CellCursor[] = []
  for (const cell of cells) {
    const range = { start: keyOf('cell', u8(cell), u32(firstChunk)), end: Buffer.from([TABLES.cell, cell + 1]) }
    const cursor = { entries: db.getRange(range)[Symbol.iterator](), chunk: 0, bitmap: Buffer.alloc(0) }
    if (advance(cursor)) cursors.push(cursor)
  }
  return cursors
}

function ordinalsInCells(db: Database, { cells, after, count }: PageQuery): number[] {
  const found: number[] = []
  const open = new Set(openCursors(db, cells, chunkOf(after + 1)))
  while (open.size > 0 && found.length < count) {
    const chunk = Math.min(...[...open].map((cursor) => cursor.chunk))
    const union = Buffer.alloc(bitmapBytes)
    for (const cursor of open) {
      if (cursor.chunk !== chunk) continue
      addRows(union, cursor.bitmap)
      if (!advance(cursor)) open.delete(cursor)
    }
    takeBits(union, chunk, after, count, found)
  }
  for (const cursor of open) cursor.entries.return?.()
  return found
}

function takeBits(bitmap: Uint8Array, chunk: number, after: number, count: number, found: number[]): void {
  const first = chunk * ROWS_PER_CHUNK
  for (let place = Math.max(0, after + 1 - first); place < ROWS_PER_CHUNK && found.length < count; place++) {
    if (bitmap[place >> 3] === 0) place |= 7
    else if (hasBit(bitmap, place)) found.push(first + place)
  }
}

function changedOrdinals(db: Database, { cells, after, count }: PageQuery, sinceMs: number): number[] {
  const found: number[] = []
  for (const chunk of changeTimes(db).since(sinceMs, chunkOf(after + 1))) {
    const inCells = wantedIn(db, cells, chunk)
    const times = db.getBinaryFast(keyOfU32('changed_at', chunk))
    if (times === undefined) continue
    const first = chunk * ROWS_PER_CHUNK
    for (let place = Math.max(0, after + 1 - first); place < ROWS_PER_CHUNK; place++) {
      const time = timeAt(times, place)
      if (time === 0 || time < sinceMs || (inCells !== null && !hasBit(inCells, place))) continue
      found.push(first + place)
      if (found.length === count) return found
    }
  }
  return found
}
