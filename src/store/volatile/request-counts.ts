// The v1 requests that people make in the running minute, counted exactly by all processes of a store together, and mostly
// without waiting for each other: a transaction of volatile for each is a lock that all share (docs/speed.md#workers).
//
// The processes share a file. Each writes in a column of its own and reads the whole line of a person (3 µs):
//
//   volatile/requests, at user_id × 512 bytes: 64 columns of u32 minute, u32 count
//
// Invariant: a request is counted before the line is read, and let in if the line then holds no more than the ceiling. Of
// those let in, the one counted last has seen all others, so they are never too many. But two that come near the ceiling at
// once could both see one too many, and both be refused; so there they take turns, under volatile's writer.
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { requestsFile } from '../file/disposable.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u8 } from '../keyspace.ts'
import { getRecord, putRecord, removeEntry } from '../record.ts'
import type { RequestCount, SharedRequests, Store } from '../store.ts'
import { isAlive } from '../../base/alive.ts'

const columns = 64
const lineBytes = 8 * columns
/** Nobody's own: who finds no other free writes here, and always in turn. */
const commonColumn = 0
/** So many requests below the ceiling nobody waits for a turn: more than there can be processes. */
const farBelow = columns

/** Who writes in a column. */
interface Holder {
  readonly pid: number
  /** Tells a process from an earlier one with its number, as the first process of a container has. */
  readonly startedMs: number
}

/** The file, as one environment of volatile has it beside it. */
interface OpenFile {
  readonly beside: Database
  readonly fd: number
  readonly column: number
}

/** What this process knows of a person's line. */
interface Known {
  readonly minute: number
  /** What stands in its own column. */
  own: number
  /** What all columns held together when it looked last. */
  used: number
}

export class RequestCounts implements SharedRequests {
  #file: OpenFile | null = null
  #minute = -1
  /** Of people who sent something in the minute. */
  readonly #known = new Map<number, Known>()
  readonly #slot = new Uint32Array(2)
  readonly #slotBytes = Buffer.from(this.#slot.buffer)
  readonly #line = new Uint32Array(2 * columns)
  readonly #lineBytes = Buffer.from(this.#line.buffer)

  admit(store: Store, minute: number, userId: number, ceiling: number): RequestCount {
    const file = this.#fileOf(store)
    if (minute !== this.#minute) this.#known.clear()
    this.#minute = minute
    const known = this.#known.get(userId)
    const isFar = known?.minute === minute && known.used + farBelow <= ceiling && file.column !== commonColumn
    if (isFar && this.#count(file, userId, known, ceiling)) return { ...known, isAdmitted: true }
    return store.volatile.transactionSync(() => {
      const seen = this.#lookInTurn(file, userId, minute)
      const isAdmitted = seen.used < ceiling && this.#count(file, userId, seen, ceiling)
      return { ...seen, isAdmitted }
    })
  }

  add(store: Store, minute: number, userId: number, count: number): number {
    const file = this.#fileOf(store)
    return store.volatile.transactionSync(() => {
      const seen = this.#lookInTurn(file, userId, minute)
      seen.own += count
      seen.used += count
      this.#put(file, userId, file.column, seen.minute, seen.own)
      return seen.used
    })
  }

  /** Counts one request; one too many is taken back. */
  #count(file: OpenFile, userId: number, known: Known, ceiling: number): boolean {
    this.#put(file, userId, file.column, known.minute, known.own + 1)
    known.used = this.#look(file, userId, known.minute).used
    const isAdmitted = known.used <= ceiling
    if (isAdmitted) known.own++
    else this.#put(file, userId, file.column, known.minute, known.own)
    return isAdmitted
  }

  #lookInTurn(file: OpenFile, userId: number, minute: number): Known {
    const seen = this.#look(file, userId, this.#minuteToCountIn(file, userId, minute))
    this.#known.set(userId, seen)
    return seen
  }

  /**
   * A clock that steps back must not open a window twice: by a minute, or as a neighbour's
   * that is a little ahead, the later one goes on; by more, its counts are taken along.
   */
  #minuteToCountIn(file: OpenFile, userId: number, minute: number): number {
    this.#read(file, userId)
    let latest = minute
    for (let at = 0; at < 2 * columns; at += 2) latest = Math.max(latest, this.#line[at] as number)
    if (latest <= minute + 1) return latest
    for (let column = 0; column < columns; column++) {
      const [counted = 0, count = 0] = this.#line.subarray(2 * column)
      if (counted > minute) this.#put(file, userId, column, minute, count)
    }
    return minute
  }

  #look(file: OpenFile, userId: number, minute: number): Known {
    this.#read(file, userId)
    const line = this.#line
    let used = 0
    for (let at = 0; at < 2 * columns; at += 2) if (line[at] === minute) used += line[at + 1] as number
    const own = line[2 * file.column] === minute ? (line[2 * file.column + 1] as number) : 0
    return { minute, own, used }
  }

  #read({ fd }: OpenFile, userId: number): void {
    const bytes = readSync(fd, this.#lineBytes, 0, lineBytes, userId * lineBytes)
    if (bytes < lineBytes) this.#lineBytes.fill(0, bytes)
  }

  #put({ fd }: OpenFile, userId: number, column: number, minute: number, count: number): void {
    this.#slot[0] = minute
    this.#slot[1] = count
    writeSync(fd, this.#slotBytes, 0, 8, userId * lineBytes + 8 * column)
  }

  /** Opened with the first request, and anew with volatile. */
  #fileOf({ volatile: beside, folder }: Store): OpenFile {
    if (this.#file?.beside === beside) return this.#file
    this.#close()
    const column = beside.transactionSync(() => takeColumn(beside))
    const fd = openSync(requestsFile(folder), constants.O_RDWR | constants.O_CREAT, 0o600)
    this.#file = { beside, fd, column }
    return this.#file
  }

  /** Gives the column back: nobody else can tell on Deno that this process is gone. */
  end(): void {
    const file = this.#file
    this.#close()
    if (file === null || file.column === commonColumn) return
    try {
      file.beside.transactionSync(() => removeEntry(file.beside, columnKey(file.column)))
    } catch {
      // A fault of the disk: the next process finds the holder dead.
    }
  }

  #close(): void {
    if (this.#file !== null) closeSync(this.#file.fd)
    this.#file = null
    this.#known.clear()
  }
}

const columnKey = (column: number): Buffer => keyOf('request_column', u8(column))

/** Takes the first column whose holder is gone; what stands there counts on. */
function takeColumn(db: Database): number {
  const me: Holder = { pid: process.pid, startedMs: Math.round(performance.timeOrigin) }
  for (let column = commonColumn + 1; column < columns; column++) {
    const holder = getRecord<Holder>(db, columnKey(column))
    const isTaken =
      holder !== undefined && (holder.pid === me.pid ? holder.startedMs === me.startedMs : isAlive(holder.pid))
    if (isTaken) continue
    putRecord(db, columnKey(column), me)
    return column
  }
  return commonColumn
}
