// Finds the pages of the row list: the next ordinals that are in one of some cells. The cost depends on the page, and with
// `updated_since` on the chunks changed since (docs/makers/architecture.md#cells).
import { CELL_COUNT } from '../../domain/cell.ts'
import type { Database } from '../file/environment.ts'
import { chunkOf, keyOf, keyOfU32, ROWS_PER_CHUNK, TABLES, u32, u8 } from '../file/keyspace.ts'
import { readGeneration } from '../records/settings.ts'
import { lastTimeIn, writesSoFar } from '../view.ts'
import { addRows, bitmapBytes, hasBit, readCellCounts, rowsInCells } from './cells.ts'
import { changesSince, type ChunkTimes, timeAt } from './changes.ts'
import { visibleOrdinals } from './read-rows.ts'

/** If more totals than this are kept, all are dropped. */
const totalsKeptMax = 200
/** The latest time of a chunk that never held a row. */
const never = Number.NEGATIVE_INFINITY
/** The earliest time of a chunk without visible rows. */
const noRows = Number.POSITIVE_INFINITY

class ChangeTimes {
  readonly #db: Database
  /** For each chunk, when its visible rows changed last, in milliseconds. */
  #latest: number[] = []
  #earliest: number[] = []
  #earliestOfAll = noRows
  /** The index may lack changes with this time or a later one, so the next look begins here. */
  #nextMs = 0
  /** The totals of pages, kept while main is as after the write number `#writes`. */
  readonly #totals = new Map<string, number>()
  #writes = -1
  #unstamped = -1

  constructor(db: Database) {
    this.#db = db
  }

  isAllSince(sinceMs: number): boolean {
    this.#follow()
    return sinceMs <= this.#earliestOfAll
  }

  *since(sinceMs: number, first: number): Generator<number> {
    this.#follow()
    const latest = this.#latest
    for (let chunk = first; chunk < latest.length; chunk++) if ((latest[chunk] as number) >= sinceMs) yield chunk
  }

  /** Sorts chunks by whether rows changed since a time, and whether rows did not: a chunk can be in both lists. */
  apart(sinceMs: number): { readonly changed: readonly number[]; readonly unchanged: readonly number[] } {
    this.#follow()
    const [changed, unchanged] = [[] as number[], [] as number[]]
    for (const [chunk, earliestMs] of this.#earliest.entries()) {
      if (earliestMs === noRows) continue
      if ((this.#latest[chunk] as number) >= sinceMs) changed.push(chunk)
      if (earliestMs < sinceMs) unchanged.push(chunk)
    }
    return { changed, unchanged }
  }

  /** Counts the rows of these cells that changed since a time, by reading the chunks of these or of the other rows, whichever are fewer. */
  countSince(cells: readonly number[], sinceMs: number): number {
    this.#follow()
    if (this.#totals.size >= totalsKeptMax) this.#totals.clear()
    const key = `${cells.join()} ${sinceMs}`
    const known = this.#totals.get(key)
    if (known !== undefined) return known
    const total = this.#count(cells, sinceMs)
    this.#totals.set(key, total)
    return total
  }

  #count(cells: readonly number[], sinceMs: number): number {
    const { changed, unchanged } = this.apart(sinceMs)
    const rowsIn = (chunks: readonly number[], isAfter: boolean): number =>
      chunks.reduce((sum, chunk) => sum + countIn(this.#db, cells, chunk, (time) => time >= sinceMs === isAfter), 0)
    return changed.length <= unchanged.length
      ? rowsIn(changed, true)
      : countInCells(this.#db, cells) - rowsIn(unchanged, false)
  }

  #follow(): void {
    const writes = writesSoFar(this.#db)
    if (writes === this.#writes) return
    const unstamped = readGeneration(this.#db, 'unstamped')
    // Times go back only in a repair; the index is then made again.
    if (unstamped !== this.#unstamped || writes < this.#writes) this.#forget()
    for (const { chunk, latestMs, earliestMs } of changesSince(this.#db, this.#nextMs)) {
      while (this.#latest.length <= chunk) {
        this.#latest.push(never)
        this.#earliest.push(noRows)
      }
      this.#latest[chunk] = latestMs
      this.#earliest[chunk] = earliestMs || noRows
    }
    this.#earliestOfAll = this.#earliest.reduce((least, timeMs) => Math.min(least, timeMs), noRows)
    // The next look begins with the time of the last write, because later writes may get that time too.
    this.#nextMs = lastTimeIn(this.#db)
    this.#unstamped = unstamped
    this.#writes = writes
    this.#totals.clear()
  }

  #forget(): void {
    this.#latest = []
    this.#earliest = []
    this.#nextMs = 0
  }
}

const known = new WeakMap<Database, ChangeTimes>()

/**
 * When each chunk of 512 rows first and last changed, for `updated_since`: an index in memory that reads only later
 * changes. Only for reads outside of writes: an undone write gives its count back, and the next one gets the same. The
 * same object for all callers with the same database.
 */
export function changeTimes(db: Database): ChangeTimes {
  const times = known.get(db) ?? new ChangeTimes(db)
  known.set(db, times)
  return times
}

function countInCells(db: Database, cells: readonly number[]): number {
  const counts = readCellCounts(db)
  return cells.reduce((sum, cell) => sum + (counts[cell] as number), 0)
}

function countIn(db: Database, cells: readonly number[], chunk: number, fits: (timeMs: number) => boolean): number {
  const inCells = wantedIn(db, cells, chunk)
  const times = readTimes(db, chunk)
  if (times === undefined) return 0
  let count = 0
  for (let place = 0; place < ROWS_PER_CHUNK; place++) {
    if (inCells !== null && !hasBit(inCells, place)) continue
    const time = timeAt(times, place)
    if (time > 0 && fits(time)) count++
  }
  return count
}

/** A chunk's times, good until the next read. */
const readTimes = (db: Database, chunk: number): ChunkTimes | undefined =>
  db.getBinaryFast(keyOfU32('changed_at', chunk))

/** The rows of a chunk in some cells; null: every visible row. */
const wantedIn = (db: Database, cells: readonly number[], chunk: number): Buffer | null =>
  cells.length === CELL_COUNT ? null : rowsInCells(db, cells, chunk)

interface PageQuery {
  /** The cells whose rows the page has, ascending. */
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

/** The time that a page has to look at. Null: every row changed since, so the time excludes none. */
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
