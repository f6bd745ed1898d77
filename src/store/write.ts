// The only way to a transaction on main. A write is one lmdb-js child transaction, which a throw undoes (a plain
// transaction would keep earlier puts). lmdb-js goes on acknowledging after a failed flush; here every later write is
// refused until the store is opened again.
import { ActWriter } from './records/act-writer.ts'
import { EventWriter } from './records/events.ts'
import { giveTime, writesSoFar } from './view.ts'
import { ChunkWriter } from './rows/chunk-writer.ts'
import { StoreUnusable } from './file/store-unusable.ts'
import type { Store } from './store.ts'
import type { Txn, WriteResult } from './txn.ts'

export function endTxn({ chunks, acts, events }: Txn): void {
  chunks.finish()
  acts.finish()
  events.finish()
}

/** Ended by `endTxn`. */
export function beginTxn(store: Store, timeMs: number): Txn {
  let changedRows: ReadonlySet<string> | null = null
  const events = new EventWriter(store.main, timeMs)
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
    proposals: [],
    chunks: new ChunkWriter(store.main, timeMs),
    acts: new ActWriter(store.main, timeMs, events),
    events,
  }
}

/**
 * Runs `change` in one transaction; resolves when it is durable. `change` must not wait; its throw undoes it and is
 * rethrown. Refusals: `busy` (the writer was not free within `waitMsMax`; nothing happens later) and `save_failed`
 * (commit or flush failed: nothing was written, or its durability is unknown).
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
        // Reads inside see this write.
        store.view.writes = null
        try {
          const txn = beginTxn(store, giveTime(store))
          value = change(txn)
          endTxn(txn)
          store.recentWrites.note(writesSoFar(store.main), txn)
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

/** For the command line: waits minutes for the writer; a failed save is an exception. */
export async function writeOrThrow<T>(store: Store, change: (txn: Txn) => T): Promise<T> {
  const result = await write(store, commandLineWaitMsMax, change)
  if (result.ok) return result.value
  throw new StoreUnusable({ code: result.refusal === 'busy' ? 'store_busy' : 'store_not_saved' })
}

/** An import ends within it; a process that holds the writer longer is probably stuck. */
const commandLineWaitMsMax = 10 * 60 * 1000
