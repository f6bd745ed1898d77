// Counts requests in memory while this process is the only server of the store. Counting each in the file of all processes
// (3 µs, a twelfth of a short answer) is then done once for all requests of 10 ms.
//
// Who is the only one stands in volatile, and every request looks there (1 µs). A server that starts beside another one
// says so before it listens; the other then stores at once what it had counted, and both count in the file, exactly,
// until one has ended. So a ceiling is never passed; what a killed process had counted in its last 10 ms is forgotten.
//
//   sole_server value: u32 process id, u32 nonce; zeros while several serve
import { TABLES } from '../keyspace.ts'
import { putBytes } from '../record.ts'
import { isAlive } from '../../base/alive.ts'
import { otherServers } from './servers.ts'
import type { SoleRequests, Store } from '../store.ts'

const storeAfterMs = 10
const soleKey = Buffer.from([TABLES.sole_server])

export class SoleCounter implements SoleRequests {
  /** Zero: this process does not count alone. */
  #nonce = 0
  /** One process of several never counts alone; a single one tries again every minute. */
  #mayBeSole = false
  #minute = -1
  /** Requests of each person in the minute. */
  readonly #used = new Map<number, number>()
  /** Those not stored yet. */
  readonly #waiting = new Map<number, number>()
  #timer: NodeJS.Timeout | undefined

  /** Says that this process is about to serve; it counts alone if no other does. Call it before the first request. */
  begin(store: Store, isAlone: boolean): void {
    this.#mayBeSole = isAlone
    const db = store.volatile
    db.transactionSync(() => {
      const owner = db.getBinaryFast(soleKey)?.readUInt32LE(0) ?? 0
      // An own id stands there when a killed server had it, as the first process of a container.
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

  /** Stores what is counted, at the end of the server. */
  end(store: Store): void {
    if (this.#nonce !== 0) this.#storeOrGiveUp(store)
    this.#nonce = 0
  }

  /** True while nobody else counts. Also drops the old view of volatile: somebody may have come just now. */
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

  /** The requests a person made in the minute so far; undefined when only the store can tell. */
  usedIn(store: Store, minute: number, userId: number): number | undefined {
    const isNewMinute = minute !== this.#minute
    if (isNewMinute && this.#nonce === 0 && this.#mayBeSole) this.begin(store, true)
    if (isNewMinute) this.#storeWaiting(store)
    if (isNewMinute) this.#used.clear()
    this.#minute = minute
    return this.#isSole(store) ? this.#used.get(userId) : undefined
  }

  /** Takes over the count of a person from the store. */
  remember(minute: number, userId: number, used: number): void {
    if (this.#nonce !== 0 && minute === this.#minute) this.#used.set(userId, used)
  }

  /** Counts one request of a person whose count `usedIn` knew. */
  add(store: Store, userId: number): void {
    this.#used.set(userId, (this.#used.get(userId) ?? 0) + 1)
    this.#waiting.set(userId, (this.#waiting.get(userId) ?? 0) + 1)
    this.#timer ??= setTimeout(() => this.#storeOrGiveUp(store), storeAfterMs).unref()
  }

  /** What can't be stored is no longer counted here: each request then finds out for itself that the counter is broken. */
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
      this.#used.set(userId, store.requestCounts.add(store, this.#minute, userId, count))
    }
  }
}
