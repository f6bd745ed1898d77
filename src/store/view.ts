// What a process sees when it reads main: the count of writes, values remembered until the next write, and snapshots.
import { getRecord, putRecord } from './file/record.ts'
import type { Store } from './store.ts'
import type { Database } from './file/environment.ts'
import { keyOf } from './file/keyspace.ts'

const writesKey = keyOf('meta', 'writes')

/** The count of writes in the current read snapshot. While it is the same, nothing in main has changed. */
export const writesSoFar = (db: Database): number => getRecord<number>(db, writesKey) ?? 0

export const lastTimeKey = keyOf('meta', 'last_time')

/** The latest time given, in milliseconds; later writes never get an earlier one. */
export const lastTimeIn = (db: Database): number => getRecord<number>(db, lastTimeKey) ?? 0

export const lastTimeGiven = (store: Store): number => lastTimeIn(store.main)

/** The count of writes, for reads outside of writes; read once in a stretch of synchronous work. */
export function writesInView(store: Store): number {
  const { view } = store
  if (view.writes === null) {
    view.writes = writesSoFar(store.main)
    queueMicrotask(() => (view.writes = null))
  }
  return view.writes
}

/** Counts a write and returns its time; once a write, with the writer held. */
export function giveTime(store: Store): number {
  putRecord(store.main, writesKey, writesSoFar(store.main) + 1)
  const last = lastTimeGiven(store)
  const timeMs = Math.max(store.clock.nowMs(), last)
  if (timeMs !== last) putRecord(store.main, lastTimeKey, timeMs)
  return timeMs
}

// Values made from one state of main, kept until the next write of any process. Only for reads outside of writes: an
// undone write gives its count back, and the next one gets the same.

export class SnapshotMemo<V> {
  readonly #entriesMax: number
  readonly #values = new Map<string, V>()
  #writes = -1

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  /** The value for this state of main, made by `make` if there is none yet. An absent value is not kept. */
  get(store: Store, key: string, make: () => V | undefined): V | undefined {
    const writes = writesInView(store)
    if (writes !== this.#writes || this.#values.size >= this.#entriesMax) {
      this.#values.clear()
      this.#writes = writes
    }
    const known = this.#values.get(key)
    if (known !== undefined) return known
    const value = make()
    if (value !== undefined) this.#values.set(key, value)
    return value
  }
}

// A fixed view of main: an export reads for minutes, with other work in between, and must not see half of a write.
// Close it soon: while it is open, LMDB reuses no pages that writers free.

export interface Snapshot extends Disposable {
  /** Takes the store's place in every read function; it can't be written through. */
  readonly db: Database
  close(): void
}

export function openSnapshot(store: Store): Snapshot {
  freshen(store)
  const { main } = store
  const transaction = main.useReadTransaction()
  const options = { transaction }
  // Read functions of the store use only these. The typings leave out that binary reads take options.
  const read = main as unknown as {
    getBinary(key: Uint8Array, options: unknown): Buffer | undefined
    getBinaryFast(key: Uint8Array, options: unknown): Buffer | undefined
  }
  const db = {
    get: (key: Uint8Array) => main.get(key, options),
    getBinary: (key: Uint8Array) => read.getBinary(key, options),
    getBinaryFast: (key: Uint8Array) => read.getBinaryFast(key, options),
    doesExist: (key: Uint8Array) => read.getBinaryFast(key, options) !== undefined,
    getRange: (range: object) => main.getRange({ ...range, transaction }),
    getKeys: (range: object) => main.getKeys({ ...range, transaction }),
    getKeysCount: (range: object) => main.getKeysCount({ ...range, transaction }),
  }
  let isOpen = true
  const close = (): void => {
    if (isOpen) transaction.done()
    isOpen = false
  }
  return { db: db as unknown as Database, close, [Symbol.dispose]: close }
}

/** Drops the process's old view: the next reads see what any process committed before this call. */
export function freshen(store: Store): void {
  store.view.writes = null
  store.main.resetReadTxn()
  store.volatile.resetReadTxn()
}
