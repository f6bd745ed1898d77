// When the rows of each chunk changed first and last, in memory: read from the index of changed chunks, an entry for each, and
// again only where something changed since; the store holds the truth. Code that reads an entry takes 2 µs while it is not compiled
// yet, so a long write keeps all of this in one value, and a process begins with that: neither its first total nor the one after an
// import grows with the chunks. For reads outside of writes only: a write that is undone takes its count back, and the next one gets
// the same.
//
//   chunk_times in meta:        what is kept (`Kept`)
//   chunk_times_each in meta:   for each chunk f64 latest, f64 earliest time of its visible rows, in milliseconds; little-endian
import type { Database } from '../file/environment.ts'
import { keyOf } from '../keyspace.ts'
import { getRecord, putRecord } from '../record.ts'
import { readGeneration } from '../records/settings.ts'
import {
  changesSince,
  type ChunkChange,
  chunksChangedSince,
  lastTimeIn,
  lastTimeKey,
  writesSoFar,
} from '../rows/changes.ts'

const keptKey = keyOf('meta', 'chunk_times')
const eachKey = keyOf('meta', 'chunk_times_each')

interface Kept {
  /** Every write up to this one is in it. */
  readonly writes: number
  /** Chunks that changed at this time or later may be newer in the index. */
  readonly nextMs: number
  /** No visible row changed last before this. */
  readonly earliestMs: number
}

/** Both times of a chunk that never held a row: neither before nor after any time. */
const never = Number.NaN
/** The earliest time of a chunk without visible rows. */
const noRows = Number.MAX_SAFE_INTEGER
/** A long write leaves no more chunks than this to be read from the index. */
const unkeptMax = 256

export class KnownTimes {
  readonly #db: Database
  /** Latest and earliest time of each chunk in turn; room for more behind. */
  #each = new Float64Array(0)
  #count = 0
  #earliestMs = noRows
  /** The entry of the index to read on from. */
  #next = { timeMs: 0, chunk: 0 }
  /** The count of writes when reading stopped in the middle of the latest time, which later writes may be given too; -1: it did not. */
  #stoppedIn = -1
  #writes = -1
  #unstamped = -1

  constructor(db: Database) {
    this.#db = db
  }

  /** No visible row changed last before this time, in milliseconds; some may have changed later. */
  get earliestMs(): number {
    return this.#earliestMs
  }

  /** The next chunk, `first` or behind it, in which some row changed at or after `sinceMs`; -1: there is none. */
  nextChanged(sinceMs: number, first: number): number {
    for (let chunk = first; chunk < this.#count; chunk++) if ((this.#each[2 * chunk] as number) >= sinceMs) return chunk
    return -1
  }

  /** The chunks that hold rows changed at or after `sinceMs`, and those that hold others; some are in both lists. */
  apart(sinceMs: number): { readonly changed: readonly number[]; readonly unchanged: readonly number[] } {
    const [each, changed, unchanged] = [this.#each, [] as number[], [] as number[]]
    for (let chunk = 0; chunk < this.#count; chunk++) {
      const earliestMs = each[2 * chunk + 1] as number
      if (!(earliestMs < noRows)) continue
      if ((each[2 * chunk] as number) >= sinceMs) changed.push(chunk)
      if (earliestMs < sinceMs) unchanged.push(chunk)
    }
    return { changed, unchanged }
  }

  /** Whether this is what is known of a chunk. */
  tells({ chunk, latestMs, earliestMs }: ChunkChange): boolean {
    return this.#each[2 * chunk] === latestMs && this.#each[2 * chunk + 1] === (earliestMs || noRows)
  }

  /** Reads what main has changed, so many entries of the index at most; true: there are more. */
  follow(entriesMax = Number.POSITIVE_INFINITY): boolean {
    const writes = writesSoFar(this.#db)
    if (writes === this.#writes) return false
    const unstamped = readGeneration(this.#db, 'unstamped')
    // Repairs may set times back; so does nothing else.
    if (unstamped !== this.#unstamped || writes < this.#writes) this.#forget()
    this.#unstamped = unstamped
    if (this.#stoppedIn >= 0 && this.#stoppedIn !== writes) this.#next.chunk = 0
    const kept = this.takeKept()
    if (kept?.writes !== writes && this.#readOn(entriesMax)) return true
    // Not the latest time of a chunk: later writes may be given the time of the last one.
    this.#next = { timeMs: lastTimeIn(this.#db), chunk: 0 }
    this.#stoppedIn = -1
    this.#writes = writes
    return false
  }

  /** Keeps what is known, inside a write. */
  keep(): void {
    const each = this.#each.slice(0, 2 * this.#count)
    const earliestMs = each.reduce((least, timeMs, at) => (at % 2 === 1 && timeMs < least ? timeMs : least), noRows)
    const kept: Kept = { writes: this.#writes, nextMs: this.#next.timeMs, earliestMs }
    putRecord(this.#db, keptKey, kept)
    void this.#db.put(eachKey, Buffer.from(each.buffer))
  }

  #forget(): void {
    this.#each = new Float64Array(0)
    this.#count = 0
    this.#earliestMs = noRows
    this.#next = { timeMs: 0, chunk: 0 }
  }

  /** Takes over what is kept, unless it tells less than is known. */
  takeKept(): Kept | null {
    const kept = readKept(this.#db)
    if (kept === null || kept.nextMs <= this.#next.timeMs) return null
    const bytes = this.#db.getBinary(eachKey)
    if (bytes === undefined) return null
    this.#each = new Float64Array(Math.floor(bytes.length / 8))
    Buffer.from(this.#each.buffer).set(bytes)
    this.#count = this.#each.length / 2
    this.#earliestMs = kept.earliestMs
    this.#next = { timeMs: kept.nextMs, chunk: 0 }
    return kept
  }

  #readOn(entriesMax: number): boolean {
    let left = entriesMax
    for (const { chunk, latestMs, earliestMs } of changesSince(this.#db, this.#next.timeMs, this.#next.chunk)) {
      if (left-- <= 0) {
        this.#next = { timeMs: latestMs, chunk }
        this.#stoppedIn = latestMs === lastTimeIn(this.#db) ? writesSoFar(this.#db) : -1
        return true
      }
      this.#note(chunk, latestMs, earliestMs || noRows)
    }
    return false
  }

  #note(chunk: number, latestMs: number, earliestMs: number): void {
    if (2 * chunk >= this.#each.length) {
      const larger = new Float64Array(Math.max(256, 4 * chunk)).fill(never)
      larger.set(this.#each)
      this.#each = larger
    }
    this.#count = Math.max(this.#count, chunk + 1)
    this.#each[2 * chunk] = latestMs
    this.#each[2 * chunk + 1] = earliestMs
    this.#earliestMs = Math.min(this.#earliestMs, earliestMs)
  }
}

const readKept = (db: Database): Kept | null => getRecord<Kept>(db, keptKey) ?? null

/**
 * At the end of a long write: keeps the times of all chunks if many changed since they were kept last. No other write is given the
 * time of this one then, so that whoever reads on meets none of its chunks again.
 */
export function keepChunkTimes(db: Database): void {
  if (chunksChangedSince(db, readKept(db)?.nextMs ?? 0, 0).length <= unkeptMax) return
  putRecord(db, lastTimeKey, lastTimeIn(db) + 1)
  const times = new KnownTimes(db)
  times.follow()
  times.keep()
}

/** For a write that sets times back. */
export function forgetKeptTimes(db: Database): void {
  for (const key of [keptKey, eachKey]) void db.remove(key)
}

/** Whether what is kept tells of each chunk what the index does, for `windrow check`. */
export function isKeptRight(db: Database): boolean {
  try {
    const kept = readKept(db)
    if (kept === null) return true
    const times = new KnownTimes(db)
    times.takeKept()
    for (const change of changesSince(db, 0)) {
      if (change.latestMs >= kept.nextMs) break
      if (!times.tells(change) || (change.earliestMs > 0 && change.earliestMs < times.earliestMs)) return false
    }
    return true
  } catch {
    return false
  }
}
