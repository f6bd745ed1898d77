// What `updated_since` asks of change times, so that it costs what a page shows: a list of a million rows has 2,300 chunks, and
// an import changes them all. Totals are remembered until the next write.
import { CELL_COUNT } from '../../domain/cell.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32 } from '../keyspace.ts'
import { ROWS_PER_CHUNK } from '../rows/grouping.ts'
import { hasBit, readCellCounts, rowsInCells } from '../rows/cells.ts'
import { type ChunkTimes, timeAt, writesSoFar } from '../rows/changes.ts'
import { KnownTimes } from './known-times.ts'

/** A total for each filter and time that somebody lists by; with more of them all are forgotten. */
const totalsKeptMax = 200

class ChangeTimes {
  readonly #db: Database
  readonly #times: KnownTimes
  /** Totals of the state of main that `#writes` names. */
  readonly #totals = new Map<string, number>()
  #writes = -1

  constructor(db: Database) {
    this.#db = db
    this.#times = new KnownTimes(db)
  }

  /** Reads on what main has changed, for some chunks at most; true: there are more. */
  readAhead(chunksMax: number): boolean {
    return this.#times.follow(chunksMax)
  }

  /** True: every visible row changed at or after `sinceMs`. */
  isAllSince(sinceMs: number): boolean {
    this.#times.follow()
    return sinceMs <= this.#times.earliestMs
  }

  /** Chunks in which some row changed at or after `sinceMs`, ascending and from `first` on. */
  *since(sinceMs: number, first: number): Generator<number> {
    this.#times.follow()
    const next = (from: number): number => this.#times.nextChanged(sinceMs, from)
    for (let chunk = next(first); chunk >= 0; chunk = next(chunk + 1)) yield chunk
  }

  /** The chunks that hold rows changed at or after `sinceMs`, and those that hold others; some are in both lists. */
  apart(sinceMs: number): ReturnType<KnownTimes['apart']> {
    this.#times.follow()
    return this.#times.apart(sinceMs)
  }

  /** How many rows of the cells changed at or after `sinceMs`: what changed is counted, or what did not, whichever is less. */
  countSince(cells: readonly number[], sinceMs: number): number {
    this.#times.follow()
    const writes = writesSoFar(this.#db)
    if (writes !== this.#writes || this.#totals.size >= totalsKeptMax) this.#totals.clear()
    this.#writes = writes
    const key = `${cells.join()} ${sinceMs}`
    const known = this.#totals.get(key)
    if (known !== undefined) return known
    const total = this.#count(cells, sinceMs)
    this.#totals.set(key, total)
    return total
  }

  #count(cells: readonly number[], sinceMs: number): number {
    const { changed, unchanged } = this.#times.apart(sinceMs)
    const rowsIn = (chunks: readonly number[], isAfter: boolean): number =>
      chunks.reduce((sum, chunk) => sum + countIn(this.#db, cells, chunk, (time) => time >= sinceMs === isAfter), 0)
    return changed.length <= unchanged.length
      ? rowsIn(changed, true)
      : countInCells(this.#db, cells) - rowsIn(unchanged, false)
  }
}

const known = new WeakMap<Database, ChangeTimes>()

/** The change times of a database, one object for all who ask. */
export function changeTimes(db: Database): ChangeTimes {
  const times = known.get(db) ?? new ChangeTimes(db)
  known.set(db, times)
  return times
}

/** Visible rows of the cells, whenever they changed. */
export function countInCells(db: Database, cells: readonly number[]): number {
  const counts = readCellCounts(db)
  return cells.reduce((sum, cell) => sum + (counts[cell] as number), 0)
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
