// The door for imports: one transaction that may take many seconds, so its work is asynchronous (signals and progress get
// their turn) and the lease tells everybody else not to wait. A throw undoes everything; a dry run does the same work and
// is then undone. While it runs, this process does nothing else with the store.
import { StoreUnusable } from './environment.ts'
import { isCommitFailure } from './faults.ts'
import { takeLease } from './lease.ts'
import type { Store } from './store.ts'
import { beginTxn, giveTime, lastTimeGiven, type Txn } from './write.ts'

export interface LongTxn extends Txn {
  /** Lets signals and timers run and keeps the lease alive; call it every few thousand rows. */
  readonly breathe: () => Promise<void>
}

export interface LongWrite {
  readonly isDryRun: boolean
  readonly signal: AbortSignal
  /** Of the first half of the same work: its time is kept if nobody wrote in between. */
  readonly timeMs?: number
}

/** Runs `change` in one transaction and resolves when it is durable (or undone, with `isDryRun`). */
export async function writeLong<T>(store: Store, options: LongWrite, change: (txn: LongTxn) => Promise<T>): Promise<T> {
  if (store.faults.flushFailed) throw new StoreUnusable('the disk failed while saving; start windrow again')
  const lease = await takeLease(store)
  const beating = setInterval(() => lease.beat(), 100)
  const breathe = async (): Promise<void> => {
    lease.beat()
    await new Promise((resolve) => setImmediate(resolve))
    options.signal.throwIfAborted()
  }
  const done: { value?: T } = {}
  // Returning ABORT from an asynchronous callback commits (lmdb-js compares the promise with it); a throw does undo.
  const dryRunDone = new Error('a dry run is done')
  try {
    await store.main.childTransaction(async () => {
      const timeMs = options.timeMs === lastTimeGiven(store) ? options.timeMs : giveTime(store)
      const txn = beginTxn(store, timeMs)
      done.value = await change({ ...txn, breathe })
      txn.chunks.finish()
      if (options.isDryRun) throw dryRunDone
    })
    return done.value as T
  } catch (error) {
    if (error === dryRunDone) return done.value as T
    if (!isCommitFailure(error)) throw error
    const { detail } = await store.faults.judge(store, error)
    const reason = detail instanceof Error ? (detail.message.split(':')[0] ?? '') : 'unknown fault'
    throw new StoreUnusable(
      `the store could not be saved (${reason}) and is as it was before; look at free disk space and try again`,
    )
  } finally {
    clearInterval(beating)
    lease.release()
  }
}
