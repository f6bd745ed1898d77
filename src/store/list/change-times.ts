// When the rows of each chunk changed first and last, kept in memory, so that `updated_since` costs what a page shows: a list
// of a million rows has 2,300 chunks, and an import changes them all. Read again only for chunks that changed since; the store
// holds the truth. For reads outside of writes only: a write that is undone takes its count back, and the next one gets the same.
import { CELL_COUNT } from '../../domain/cell.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32 } from '../keyspace.ts'
import { ROWS_PER_CHUNK } from '../rows/grouping.ts'
import { readGeneration } from '../records/settings.ts'
import { hasBit, readCellCounts, rowsInCells } from '../rows/cells.ts'
import { changesSince, type ChunkTimes, lastTimeIn, timeAt, writesSoFar } from '../rows/changes.ts'

interface Chunk {
  /** In milliseconds. */
  readonly latestMs: number
  /** Of its visible rows; infinite without any. */
  readonly oldestMs: number
}

/** A total for each filter and time that somebody lists by; with more of them all are forgotten. */
const totalsKeptMax = 200

class ChangeTimes {
  readonly #db: Database
  /** By number; holes never held a row. */
  readonly #chunks: (Chunk | undefined)[] = []
  /** Totals of the state of main that `#writes` names. */
  readonly #totals = new Map<string, number>()
  #writes = -1
  #unstamped = -1
  /** Changes that are not known yet happened at this time or later. */
  #nextMs = 0

  constructor(db: Database) {
    this.#db = db
  }

  /** Chunks in which some row changed at or after `sinceMs`, ascending and from `first` on. */
  *since(sinceMs: number, first: number): Generator<number> {
    this.#follow()
    for (let chunk = first; chunk < this.#chunks.length; chunk++) {
      if ((this.#chunks[chunk]?.latestMs ?? -1) >= sinceMs) yield chunk
    }
  }

  /** How many rows of the cells changed at or after `sinceMs`: what changed is counted, or what did not, whichever is less. */
  countSince(cells: readonly number[], sinceMs: number): number {
    this.#follow()
    const key = `${cells.join()} ${sinceMs}`
    const known = this.#totals.get(key)
    if (known !== undefined) return known
    if (this.#totals.size >= totalsKeptMax) this.#totals.clear()
    const total = this.#count(cells, sinceMs)
    this.#totals.set(key, total)
    return total
  }

  #count(cells: readonly number[], sinceMs: number): number {
    const changed: number[] = []
    const unchanged: number[] = []
    this.#chunks.forEach((known, chunk) => {
      if (known === undefined || known.oldestMs === Number.POSITIVE_INFINITY) return
      if (known.latestMs >= sinceMs) changed.push(chunk)
      if (known.oldestMs < sinceMs) unchanged.push(chunk)
    })
    const rowsIn = (chunks: readonly number[], isAfter: boolean): number =>
      chunks.reduce((sum, chunk) => sum + countIn(this.#db, cells, chunk, (time) => time >= sinceMs === isAfter), 0)
    if (changed.length <= unchanged.length) return rowsIn(changed, true)
    const counts = readCellCounts(this.#db)
    const all = cells.reduce((sum, cell) => sum + (counts[cell] as number), 0)
    return all - rowsIn(unchanged, false)
  }

  #follow(): void {
    const writes = writesSoFar(this.#db)
    if (writes === this.#writes) return
    const unstamped = readGeneration(this.#db, 'unstamped')
    // Repairs may set times back; so does nothing else.
    if (unstamped !== this.#unstamped || writes < this.#writes) {
      this.#chunks.length = 0
      this.#nextMs = 0
    }
    this.#totals.clear()
    for (const { chunk, latestMs, earliestMs } of changesSince(this.#db, this.#nextMs))
      this.#chunks[chunk] = { latestMs, oldestMs: earliestMs || Number.POSITIVE_INFINITY }
    // Not the latest time of a row: after an import all of them have it, and would be read once more.
    this.#nextMs = lastTimeIn(this.#db)
    this.#writes = writes
    this.#unstamped = unstamped
  }
}

const known = new WeakMap<Database, ChangeTimes>()

/** The change times of a database, one object for all who ask. */
export function changeTimes(db: Database): ChangeTimes {
  const times = known.get(db) ?? new ChangeTimes(db)
  known.set(db, times)
  return times
}

/** Visible rows of the cells in a chunk whose time of change fits. */
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

/** Borrowed: good until the next read. */
const readTimes = (db: Database, chunk: number): ChunkTimes | undefined =>
  db.getBinaryFast(keyOfU32('changed_at', chunk))

/** The rows of a chunk in some cells; null means every visible row. */
export const wantedIn = (db: Database, cells: readonly number[], chunk: number): Buffer | null =>
  cells.length === CELL_COUNT ? null : rowsInCells(db, cells, chunk)
