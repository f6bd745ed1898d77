// The lease of a running import. It lies in volatile, is raised before the writer is asked for and carries a counter that
// the import's loop raises: a counter that stood still for 10 s of the observer's own monotonic clock is dead. It only
// tells writers not to wait; correctness rests on LMDB's lock, never on the lease.
import { randomUUID } from '../base/crypto.ts'
import { leaseDeadAfterMs } from '../domain/limits.ts'
import { keyOf } from './keyspace.ts'
import { getRecord, putRecord } from './record.ts'
import { otherServers } from './servers.ts'
import type { Store } from './store.ts'

interface Lease {
  readonly holder: string
  readonly count: number
}

const leaseKey = keyOf('lease')
const beatEveryMs = 200

export interface HeldLease {
  /** Call often from the import's loop; raises the counter at most every 200 ms. */
  beat(): void
  release(): void
}

/** For requests of servers that looked at the lease just before it was raised: they get the writer first. */
const graceMs = 30

/**
 * Raises the lease; ask for the writer only when this has resolved. Imports are one at a time by LMDB's lock; the latest
 * holder's lease stands.
 */
export async function takeLease(store: Store): Promise<HeldLease> {
  const holder = randomUUID()
  const db = store.volatile
  let count = 0
  let lastBeatMs = Number.NEGATIVE_INFINITY
  const put = (): void => db.transactionSync(() => putRecord(db, leaseKey, { holder, count } satisfies Lease))
  put()
  if (otherServers(store).length > 0) await new Promise((resolve) => setTimeout(resolve, graceMs))
  return {
    beat() {
      const nowMs = store.clock.monotonicMs()
      if (nowMs - lastBeatMs < beatEveryMs) return
      lastBeatMs = nowMs
      count++
      put()
    },
    release() {
      db.transactionSync(() => {
        if (getRecord<Lease>(db, leaseKey)?.holder === holder) void db.remove(leaseKey)
      })
    },
  }
}

/** Watches the lease from one process. */
export class LeaseObserver {
  #seen: { readonly lease: string; readonly sinceMs: number } | null = null

  /** True while a live import holds, or is about to hold, the writer. */
  isHeld(store: Store): boolean {
    const lease = getRecord<Lease>(store.volatile, leaseKey)
    if (lease === undefined) {
      this.#seen = null
      return false
    }
    const mark = `${lease.holder} ${lease.count}`
    const nowMs = store.clock.monotonicMs()
    if (this.#seen?.lease !== mark) this.#seen = { lease: mark, sinceMs: nowMs }
    return nowMs - this.#seen.sinceMs < leaseDeadAfterMs
  }
}
