// Two signs of long work. Each has a counter that its holder raises; a holder is dead when its counter did not change
// for 10 s of the observer's monotonic clock. The **turn** is held throughout, so that imports, merges, reverts and
// repairs run one at a time. The **lease** is held only for the transaction that becomes visible, and before it: other
// writers see it and keep off. Correctness depends on LMDB's lock only.
import { hostname } from 'node:os'
import { isAlive } from '../../base/alive.ts'
import { randomUUID } from '../../base/crypto.ts'
import { leaseDeadAfterMs } from '../../domain/limits.ts'
import { isEngineError } from '../file/environment.ts'
import { keyOf, keyOfU32, TABLES } from '../file/keyspace.ts'
import { getRecord, putRecord, records } from '../file/record.ts'
import type { Store } from '../store.ts'

export interface RunningServer {
  readonly pid: number
  readonly url: string
}

export function otherServers(store: Store): RunningServer[] {
  const prefix = Buffer.from([TABLES.server])
  const all = Array.from(records<RunningServer>(store.volatile, { prefix }), ({ value }) => value)
  return all.filter(({ pid }) => pid !== process.pid && isAlive(pid))
}

/** Tells other processes the address of this server; null removes it. */
export function noteServer(store: Store, url: string | null): void {
  const db = store.volatile
  const key = keyOfU32('server', process.pid)
  db.transactionSync(() => {
    if (url === null) void db.remove(key)
    else putRecord(db, key, { pid: process.pid, url } satisfies RunningServer)
  })
}

interface Lease {
  readonly holder: string
  readonly count: number
  readonly pid: number
  readonly host: string
}

const leaseKey = keyOf('lease')
const turnKey = keyOf('lease', 'turn')
const beatEveryMs = 200

export interface HeldLease {
  /** Shows that the holder is alive. It should be called often, and raises the counter at most every 200 ms. */
  beat(): void
  release(): void
}

/** In this time, requests that read the lease just before it was taken get the writer. */
const graceMs = 10

/** Takes the lease, whoever has it. The caller may ask for the writer when this has resolved. */
export async function takeLease(store: Store): Promise<HeldLease> {
  const lease = raise(store, leaseKey, () => true) as HeldLease
  if (otherServers(store).length > 0) await letOthersPass()
  return lease
}

const lookAgainMs = 50

/** Waits until no other live work has the turn. */
export async function takeTurn(store: Store, signal: AbortSignal): Promise<HeldLease> {
  const observer = new LeaseObserver()
  const tellAtMs = store.clock.monotonicMs() + store.writer.tellsAfterMs
  for (;;) {
    const seen = readLease(store, turnKey)
    const isFree = !observer.isHeldBy(seen, store.clock.monotonicMs()) || isOfDeadProcess(seen)
    const turn = isFree ? raise(store, turnKey, (now) => stateOf(now) === stateOf(seen)) : null
    if (turn !== null) return turn
    if (seen !== undefined && store.clock.monotonicMs() >= tellAtMs) store.writer.tell(seen)
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
    signal.throwIfAborted()
    store.volatile.resetReadTxn()
  }
}

const readLease = (store: Store, key: Uint8Array): Lease | undefined => getRecord<Lease>(store.volatile, key)

const stateOf = (lease: Lease | undefined): string => (lease === undefined ? '' : `${lease.holder} ${lease.count}`)

const isOfDeadProcess = (lease: Lease | undefined): boolean =>
  lease !== undefined && lease.host === hostname() && !isAlive(lease.pid)

/** Takes a lease for this process. Null: the present one may not be replaced. */
function raise(store: Store, key: Uint8Array, mayReplace: (lease: Lease | undefined) => boolean): HeldLease | null {
  const holder = randomUUID()
  let count = 0
  let lastBeatMs = Number.NEGATIVE_INFINITY
  const put = (): void =>
    putRecord(store.volatile, key, { holder, count, pid: process.pid, host: hostname() } satisfies Lease)
  const isRaised = store.volatile.transactionSync(() => {
    if (!mayReplace(readLease(store, key))) return false
    put()
    return true
  })
  if (!isRaised) return null
  return {
    beat() {
      const nowMs = store.clock.monotonicMs()
      if (nowMs - lastBeatMs < beatEveryMs) return
      lastBeatMs = nowMs
      count++
      // Each time the present one: after a refused header it is opened anew.
      unlessRefused(() => store.volatile.transactionSync(put))
    },
    release() {
      unlessRefused(() =>
        store.volatile.transactionSync(() => {
          if (readLease(store, key)?.holder === holder) void store.volatile.remove(key)
        }),
      )
    },
  }
}

/** A beat that the disk refuses is followed by another, and a lease that cannot be removed ends by itself: neither may end the work. */
function unlessRefused(change: () => void): void {
  try {
    change()
  } catch (error) {
    if (!isEngineError(error)) throw error
  }
}

const letOthersPass = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, graceMs))

export class LeaseObserver {
  #seen: { readonly lease: string; readonly sinceMs: number } | null = null

  /** True: live long work holds the writer, or soon will. */
  isHeld(store: Store): boolean {
    return this.isHeldBy(readLease(store, leaseKey), store.clock.monotonicMs())
  }

  isHeldBy(lease: Lease | undefined, nowMs: number): boolean {
    if (lease === undefined) {
      this.#seen = null
      return false
    }
    const state = stateOf(lease)
    if (this.#seen?.lease !== state) this.#seen = { lease: state, sinceMs: nowMs }
    return nowMs - this.#seen.sinceMs < leaseDeadAfterMs
  }
}
