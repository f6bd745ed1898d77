// Counts v1 requests in memory while this process is the only server of the store (0.5 µs, where a transaction of volatile for each
// takes 6). All requests of 10 ms are stored in one transaction for each person.
//
// Volatile names the only server, and every request reads it there (1 µs). A server that starts beside it removes that name before
// it listens; the first one then stores what it had counted, and both count in transactions until one has ended. So no ceiling is
// ever passed; the last 10 ms of a killed process are lost.
//
//   sole_server value: u32 process id, u32 nonce; zeros while several serve
import { TABLES } from '../file/keyspace.ts'
import { putBytes } from '../file/record.ts'
import { isAlive } from '../../base/alive.ts'
import { countInMinute } from './minute-counts.ts'
import { otherServers } from './servers.ts'
import type { SoleRequests, Store } from '../store.ts'

const storeAfterMs = 10
const soleKey = Buffer.from([TABLES.sole_server])

export class SoleCounter implements SoleRequests {
  /** 0: this process does not count alone. */
  #nonce = 0
  /** False for a worker of several; a single server tries again every minute. */
  #mayBeSole = false
  #minute = -1
  /** Requests of each person in the minute. */
  readonly #used = new Map<number, number>()
  /** Those not stored yet. */
  readonly #waiting = new Map<number, number>()
  #timer: NodeJS.Timeout | undefined

  /** Call it before the first request; this process counts alone if no other serves. */
  begin(store: Store, isAlone: boolean): void {
    this.#mayBeSole = isAlone
    const db = store.volatile
    db.transactionSync(() => {
      const owner = db.getBinaryFast(soleKey)?.readUInt32LE(0) ?? 0
      // A killed server may have had our process id, as the first process of a container.
      const isTaken = otherServers(store).length > 0 || (owner !== 0 && owner !== process.pid && isAlive(owner))
      this.#nonce = isAlone && !isTaken ? (store.clock.nowMs() & 0x7fffffff) | 1 : 0
      const mark = Buffer.alloc(8)
      if (this.#nonce !== 0) {
        mark.writeUInt32LE(process.pid, 0)
        mark.writeUInt32LE(this.#nonce, 4)
      }
      putBytes(db, soleKey, mark)
    })
  }

  /** Call it at the end of the server. */
  end(store: Store): void {
    if (this.#nonce !== 0) this.#storeOrGiveUp(store)
    this.#nonce = 0
  }

  /** True while no other process counts. Drops the old view of volatile, because another server may just have started. */
  #isSole(store: Store): boolean {
    if (this.#nonce === 0) return false
    const db = store.volatile
    db.resetReadTxn()
    const mark = db.getBinaryFast(soleKey)
    if (mark?.readUInt32LE(0) === process.pid && mark.readUInt32LE(4) === this.#nonce) return true
    this.#storeWaiting(store)
    this.#nonce = 0
    return false
  }

  /** A person's requests in the minute so far; undefined when only volatile has the count. */
  usedIn(store: Store, minute: number, userId: number): number | undefined {
    const isNewMinute = minute !== this.#minute
    if (isNewMinute && this.#nonce === 0 && this.#mayBeSole) this.begin(store, true)
    if (isNewMinute) this.#storeWaiting(store)
    if (isNewMinute) this.#used.clear()
    this.#minute = minute
    return this.#isSole(store) ? this.#used.get(userId) : undefined
  }

  /** Takes over a person's count from volatile. */
  remember(minute: number, userId: number, used: number): void {
    if (this.#nonce !== 0 && minute === this.#minute) this.#used.set(userId, used)
  }

  /** Counts one request of a person whose count `usedIn` knew. */
  add(store: Store, userId: number): void {
    this.#used.set(userId, (this.#used.get(userId) ?? 0) + 1)
    this.#waiting.set(userId, (this.#waiting.get(userId) ?? 0) + 1)
    this.#timer ??= setTimeout(() => this.#storeOrGiveUp(store), storeAfterMs).unref()
  }

  /** After a failure nothing is counted in memory, so that each request meets the broken counter. */
  #storeOrGiveUp(store: Store): void {
    try {
      this.#storeWaiting(store)
    } catch {
      this.#nonce = 0
    }
  }

  #storeWaiting(store: Store): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waiting.size === 0) return
    const counted = [...this.#waiting]
    this.#waiting.clear()
    for (const [userId, count] of counted) {
      const all = { kind: 'v1', userId, minute: this.#minute, count, ceiling: Number.POSITIVE_INFINITY } as const
      this.#used.set(userId, countInMinute(store, all).used)
    }
  }
}
