// The one door to a transaction on main. A write is one lmdb-js child transaction (a throw undoes it; a plain transaction
// would keep what was put before), its promise resolves when the commit is durable, and whoever waits for the writer
// longer than allowed is answered `busy` and never executes later.
//
// After a failed flush lmdb-js would go on acknowledging; here every later write is refused until the store is reopened.
import { ChunkWriter } from './chunk-writer.ts'
import { type Database, StoreUnusable } from './environment.ts'
import { keyOf } from './keyspace.ts'
import { getRecord, putRecord } from './record.ts'
import type { Store } from './store.ts'

/** Inside a write: the database to read and put with, and the one time of this write. */
export interface Txn {
  readonly store: Store
  readonly db: Database
  /** Milliseconds; the larger of the clock and the last time given, so it never goes back. */
  readonly timeMs: number
  /**
   * Says that this write changes nothing of any row but of these (texts, proposals), and none of the rules. Whoever does
   * not call it may change anything.
   */
  changesOnly(rowIds: ReadonlySet<string>): void
  /** Null until `changesOnly` was called. */
  readonly changedRows: ReadonlySet<string> | null
  /** Moves rows between cells and stamps their times; what it gathered is stored when the write ends. */
  readonly chunks: ChunkWriter
}

export type WriteResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: 'busy' | 'save_failed' }

const lastTimeKey = keyOf('meta', 'last_time')

/** The latest time that a write was given, in milliseconds; 0 before the first. */
export const lastTimeGiven = (store: Store): number => getRecord<number>(store.main, lastTimeKey) ?? 0

const writesKey = keyOf('meta', 'writes')

/** How many writes the snapshot holds that reads see now: while it stands, nothing in main has changed. */
export const writesSoFar = (db: Database): number => getRecord<number>(db, writesKey) ?? 0

/** The same for reads outside of writes; looked up once in a stretch of work that does not wait. */
export function writesInView(store: Store): number {
  const { view } = store
  if (view.writes === null) {
    view.writes = writesSoFar(store.main)
    queueMicrotask(() => (view.writes = null))
  }
  return view.writes
}

/** Gives the time of a write, and counts it; call it once, with the writer held. */
export function giveTime(store: Store): number {
  putRecord(store.main, writesKey, writesSoFar(store.main) + 1)
  const last = lastTimeGiven(store)
  const timeMs = Math.max(store.clock.nowMs(), last)
  if (timeMs !== last) putRecord(store.main, lastTimeKey, timeMs)
  return timeMs
}

/** What a write is handed; whoever calls this ends the write with `chunks.finish()`. */
export function beginTxn(store: Store, timeMs: number): Txn {
  let changedRows: ReadonlySet<string> | null = null
  return {
    store,
    db: store.main,
    timeMs,
    changesOnly(rowIds) {
      changedRows = rowIds
    },
    get changedRows() {
      return changedRows
    },
    chunks: new ChunkWriter(store.main, timeMs),
  }
}

/**
 * Runs `change` in one transaction and answers when it is durable. `change` must not wait; its throw undoes everything it
 * did and comes out here. Refusals: `busy` (the writer was not free within `waitMsMax`; nothing happens later) and
 * `save_failed` (commit or flush failed; nothing was written, or nothing may be promised about it).
 */
export function write<T>(store: Store, waitMsMax: number, change: (txn: Txn) => T): Promise<WriteResult<T>> {
  if (store.faults.flushFailed) return Promise.resolve({ ok: false, refusal: 'save_failed' })
  return new Promise((resolve, reject) => {
    let state: 'waiting' | 'started' | 'given up' = 'waiting'
    let value: T
    const giveUp = (): void => {
      if (state !== 'waiting') return
      clearTimeout(timer)
      state = 'given up'
      resolve({ ok: false, refusal: 'busy' })
    }
    const timer = setTimeout(giveUp, waitMsMax)
    const end = (finish: () => void) => (): void => {
      clearTimeout(timer)
      finish()
    }
    store.writes.add(store, {
      run: () => {
        if (state === 'given up') return false
        state = 'started'
        // Inside, reads see what this write does.
        store.view.writes = null
        try {
          const txn = beginTxn(store, giveTime(store))
          value = change(txn)
          txn.chunks.finish()
          store.recentWrites.note(writesSoFar(store.main), txn.changedRows)
        } finally {
          store.view.writes = null
        }
        return true
      },
      threw: (error) => end(() => reject(error))(),
      saved: end(() => resolve({ ok: true, value })),
      notSaved: end(() => resolve({ ok: false, refusal: 'save_failed' })),
      giveUp,
    })
  })
}

/** A write of the command line: waits for the writer as long as it takes, and a failed save is an exception. */
export async function writeOrThrow<T>(store: Store, change: (txn: Txn) => T): Promise<T> {
  const result = await write(store, commandLineWaitMsMax, change)
  if (result.ok) return result.value
  throw new StoreUnusable(
    result.refusal === 'busy'
      ? 'another windrow process holds the store for writing (an import?); try again when it is done'
      : 'the store could not be saved; look at free disk space and try again',
  )
}

const commandLineWaitMsMax = 10 * 60 * 1000
