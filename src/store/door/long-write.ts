// Makes a long change (an import, a merge, a revert) in one transaction of possibly many seconds. It is asynchronous,
// so that signals and progress are handled; meanwhile it holds the lease (volatile/lease.ts), which keeps other writers
// off, and this process does nothing else with the store. A throw undoes everything; a dry run does the same work and
// is then undone.
import { StoreUnusable } from '../file/store-unusable.ts'
import { type HeldLease, otherServers, takeLease, takeTurn } from '../volatile/lease.ts'
import { isCommitFailure } from './disk-trouble.ts'
import { freshen, giveTime } from '../view.ts'
import type { Store } from '../store.ts'
import type { Txn } from '../txn.ts'
import { beginTxn, endTxn } from '../write.ts'

interface LongTxn extends Txn {
  /** Lets signals and timers run, and renews the lease. The work must call it every few thousand rows. */
  readonly breathe: () => Promise<void>
}

export interface LongWrite {
  readonly isDryRun: boolean
  readonly signal: AbortSignal
  /** Keeps writers out during the preparation too, which cannot take their writes into account. */
  readonly keepsWritersOut?: true
}

/** Runs `change` in one transaction; resolves when it is durable, or with `isDryRun` undone. */
export const writeLong = <T>(store: Store, options: LongWrite, change: (txn: LongTxn) => Promise<T>): Promise<T> =>
  inTurn(store, options.signal, (work) => work.switchOver(options.isDryRun, change))

export interface WorkInTurn {
  readonly store: Store
  readonly breathe: () => Promise<void>
  /**
   * A small transaction for data that no reader sees yet: it gets no time, and no process renews its memory of the
   * store.
   */
  commit<T>(change: () => T): Promise<T>
  /** The transaction that becomes visible; the lease keeps other writers off. */
  switchOver<T>(isDryRun: boolean, change: (txn: LongTxn) => Promise<T>): Promise<T>
}

export async function inTurn<T>(
  store: Store,
  signal: AbortSignal,
  work: (inTurn: WorkInTurn) => Promise<T>,
  take = () => takeTurn(store, signal),
): Promise<T> {
  if (store.faults.flushFailed) throw new StoreUnusable({ code: 'disk_failed' })
  const turn = await take()
  return await whileBeating(turn, () => work(workInTurn(store, turn, signal)))
}

export const keepingWritersOut = async <T>(store: Store, work: () => Promise<T>): Promise<T> =>
  await whileBeating(await takeLease(store), work)

async function whileBeating<T>(held: HeldLease, work: () => Promise<T>): Promise<T> {
  const beating = setInterval(() => held.beat(), 100)
  try {
    return await work()
  } finally {
    clearInterval(beating)
    held.release()
  }
}

/** The longest rest, for writes that have gathered behind a long transaction. */
const restMsMax = 50

/**
 * While a server runs, rests as long as the last transaction took. LMDB gives the writer to whoever asks first, so writers
 * that wait would get it between two small transactions by chance only.
 */
class Rest {
  readonly #store: Store
  #untilMs = 0

  constructor(store: Store) {
    this.#store = store
  }

  async after<T>(transaction: () => Promise<T>): Promise<T> {
    const { clock } = this.#store
    const leftMs = this.#untilMs - clock.monotonicMs()
    if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs))
    const startedMs = clock.monotonicMs()
    const value = await transaction()
    const endedMs = clock.monotonicMs()
    if (otherServers(this.#store).length > 0) this.#untilMs = endedMs + Math.min(restMsMax, endedMs - startedMs)
    return value
  }
}

function workInTurn(store: Store, turn: HeldLease, signal: AbortSignal): WorkInTurn {
  const rest = new Rest(store)
  const breatheWith = (beat: () => void) => async (): Promise<void> => {
    beat()
    await new Promise((resolve) => setImmediate(resolve))
    signal.throwIfAborted()
  }
  return {
    store,
    breathe: breatheWith(() => turn.beat()),
    async commit(change) {
      turn.beat()
      const value = await rest.after(() => transaction(store, signal, async () => change()))
      freshen(store)
      return value
    },
    async switchOver<T>(isDryRun: boolean, change: (txn: LongTxn) => Promise<T>): Promise<T> {
      const lease = await takeLease(store)
      const breathe = breatheWith(() => {
        turn.beat()
        lease.beat()
      })
      const reveal = () => switchIn(store, signal, isDryRun, (txn) => change({ ...txn, breathe }))
      return await rest.after(() => whileBeating(lease, reveal))
    },
  }
}

async function switchIn<T>(
  store: Store,
  signal: AbortSignal,
  isDryRun: boolean,
  change: (txn: Txn) => Promise<T>,
): Promise<T> {
  const done: { value?: T } = {}
  // Returning ABORT from an asynchronous callback commits (lmdb-js compares the promise with it); a throw does undo.
  const dryRunDone = new Error('a dry run is done')
  try {
    await transaction(store, signal, async () => {
      const txn = beginTxn(store, giveTime(store))
      done.value = await change(txn)
      endTxn(txn)
      if (isDryRun) throw dryRunDone
    })
  } catch (error) {
    if (error !== dryRunDone) throw error
  } finally {
    // Meanwhile other work of this process saw what was written so far.
    store.recentWrites.longWrites++
  }
  return done.value as T
}

async function transaction<T>(store: Store, signal: AbortSignal, change: () => Promise<T>): Promise<T> {
  try {
    return await store.writer.transaction(store.main, () => store.writer.inspected(store.main, change), signal)
  } catch (error) {
    if (!isCommitFailure(error)) throw error
    const { detail } = await store.faults.judge(error)
    const problem = detail instanceof Error ? (detail.message.split(':')[0] ?? '') : 'unknown fault'
    throw new StoreUnusable({ code: 'store_not_switched', problem })
  }
}
