// Counters that change with every request, shared by all processes. Each step is a short transaction of volatile
// without a flush (6 µs, under a lock of all processes); a lone server counts requests to API v1 in memory. The caller
// turns an error into `limiter_unavailable`.
import { isAlive } from '../../base/alive.ts'
import { LEGACY_TYPES, type LegacyType } from '../../domain/vocabulary.ts'
import { keyOf, keyOfU32, TABLES, u32, u8 } from '../file/keyspace.ts'
import { getRecord, keysUnder, putBytes, putRecord } from '../file/record.ts'
import { endOfDay } from '../records/quota.ts'
import type { RequestCount, SoleRequests, Store } from '../store.ts'
import { otherServers } from './lease.ts'

const KINDS = ['read', 'write', 'v1'] as const

interface Requests {
  readonly kind: (typeof KINDS)[number]
  readonly userId: number
  readonly minute: number
  readonly count: number
  readonly ceiling: number
}

const latestMinuteKey = keyOf('visit', u32(0xffffffff))

function countInMinute(store: Store, { kind, userId, minute, count, ceiling }: Requests): RequestCount {
  const db = store.volatile
  return db.transactionSync(() => {
    const counted = minuteToCountIn(store, minute)
    const key = keyOf('visit', u32(counted), u32(userId), u8(KINDS.indexOf(kind)))
    const used = getRecord<number>(db, key) ?? 0
    if (used + count > ceiling) return { isAdmitted: false, used, minute: counted }
    putRecord(db, key, used + count)
    return { isAdmitted: true, used: used + count, minute: counted }
  })
}

/**
 * A clock set back must not open a window twice. After a step of a minute, or if another process has entered the next
 * minute already, the later minute goes on; a larger step takes the latest minute's counts along.
 */
function minuteToCountIn(store: Store, minute: number): number {
  const db = store.volatile
  const latest = getRecord<number>(db, latestMinuteKey) ?? 0
  if (minute === latest || minute === latest - 1) return latest
  if (minute < latest) takeAlong(store, 'visit', latest, minute)
  putRecord(db, latestMinuteKey, minute)
  forgetBefore(store, 'visit', minute)
  return minute
}

type CountTable = 'visit' | 'legacy'

/** A key of (table, window, person) is at least this long. A shorter one is that of the latest window. */
const countKeyBytesMin = 9

/** After a clock went back: copies the counts of the window that it left, unless the present one has more. */
function takeAlong(store: Store, table: CountTable, from: number, to: number): void {
  const db = store.volatile
  for (const key of Array.from(keysUnder(db, { prefix: keyOf(table, u32(from)) }))) {
    const target = Buffer.from(key)
    target.writeUInt32BE(to, 1)
    const [taken, there] = [getRecord<number>(db, key) ?? 0, getRecord<number>(db, target) ?? 0]
    if (taken > there) putRecord(db, target, taken)
  }
}

function forgetBefore(store: Store, table: CountTable, window: number): void {
  const db = store.volatile
  for (const key of Array.from(keysUnder(db, { prefix: Buffer.from([TABLES[table]]), limit: 1000 }))) {
    if (key.length < countKeyBytesMin || key.readUInt32BE(1) >= window) break
    void db.remove(key)
  }
}

const minuteMs = 60_000

export interface Admission {
  readonly isAdmitted: boolean
  readonly remaining: number
  readonly windowEndsAtMs: number
}

/** Counts a request unless the person is over `ceiling` in the UTC minute. A clock set back opens no window twice. */
export function admitRequest(store: Store, userId: number, ceiling: number): Admission {
  const { soleCounter } = store
  const minute = Math.floor(store.clock.nowMs() / minuteMs)
  const known = soleCounter.usedIn(store, minute, userId)
  if (known === undefined) {
    const counted = countInMinute(store, { kind: 'v1', userId, minute, count: 1, ceiling })
    soleCounter.remember(minute, userId, counted.used)
    return admission(counted, ceiling)
  }
  const isAdmitted = known < ceiling
  if (isAdmitted) soleCounter.add(store, userId)
  return admission({ isAdmitted, used: known + 1, minute }, ceiling)
}

const admission = ({ isAdmitted, used, minute }: RequestCount, ceiling: number): Admission => ({
  isAdmitted,
  remaining: isAdmitted ? ceiling - used : 0,
  windowEndsAtMs: (minute + 1) * minuteMs,
})

export type VisitKind = 'read' | 'write'

export function admitVisit(store: Store, userId: number, kind: VisitKind, ceiling: number): Admission {
  const minute = Math.floor(store.clock.nowMs() / minuteMs)
  return admission(countInMinute(store, { kind, userId, minute, count: 1, ceiling }), ceiling)
}

const dayNumber = (timeMs: number): number => Math.floor((endOfDay(timeMs) - 1) / 86_400_000)
const legacyKey = (day: number, keyId: number, type: LegacyType): Buffer =>
  keyOf('legacy', u32(day), u32(keyId), u8(LEGACY_TYPES.indexOf(type)))
const latestDayKey = keyOf('legacy', u32(0xffffffff))
/** The counts of so many days are kept, for a clock that comes back and for requests that are taken back. */
const legacyDaysKept = 8

export function legacyUsed(store: Store, keyId: number, type: LegacyType): number {
  const day = dayNumber(store.clock.nowMs())
  const latest = getRecord<number>(store.volatile, latestDayKey) ?? day
  const usedOn = (of: number): number => getRecord<number>(store.volatile, legacyKey(of, keyId, type)) ?? 0
  return Math.max(usedOn(day), latest > day ? usedOn(latest) : 0)
}

interface LegacyAdmission {
  readonly isAdmitted: boolean
  /** How many requests were counted, with this one if it was admitted. */
  readonly used: number
  readonly resetsAtMs: number
  /** The day (UTC) in which it was counted, by which the request can be taken back. */
  readonly day: number
}

/** Counts a request unless it is over `limit`, also in the person's historical counter. */
export function admitLegacyRequest(
  store: Store,
  keyId: number,
  userId: number,
  type: LegacyType,
  limit: number,
): LegacyAdmission {
  const db = store.volatile
  return db.transactionSync(() => {
    const day = dayNumber(store.clock.nowMs())
    const latest = getRecord<number>(db, latestDayKey) ?? 0
    if (day !== latest) {
      if (day < latest) takeAlong(store, 'legacy', latest, day)
      putRecord(db, latestDayKey, day)
      forgetBefore(store, 'legacy', day - legacyDaysKept)
    }
    const key = legacyKey(day, keyId, type)
    const used = getRecord<number>(db, key) ?? 0
    const resetsAtMs = (day + 1) * 86_400_000
    if (used >= limit) return { isAdmitted: false, used, resetsAtMs, day }
    putRecord(db, key, used + 1)
    addTo(store, keyOfU32('historical', userId), 1)
    return { isAdmitted: true, used: used + 1, resetsAtMs, day }
  })
}

/** Takes back a legacy request that ended in 500 or 503, from the day it was counted in. */
export function takeBackLegacyRequest(
  store: Store,
  keyId: number,
  userId: number,
  type: LegacyType,
  day: number,
): void {
  const db = store.volatile
  db.transactionSync(() => {
    const key = legacyKey(day, keyId, type)
    const used = getRecord<number>(db, key) ?? 0
    if (used > 0) putRecord(db, key, used - 1)
    // Falls below zero if the count was added to the person meanwhile; the next addition corrects that.
    addTo(store, keyOfU32('historical', userId), -1)
  })
}

function addTo(store: Store, key: Buffer, difference: number): void {
  putRecord(store.volatile, key, (getRecord<number>(store.volatile, key) ?? 0) + difference)
}

export const pendingHistorical = (store: Store, userId: number): number =>
  getRecord<number>(store.volatile, keyOfU32('historical', userId)) ?? 0

/** Takes the counts out of volatile, so that they can be added to those in main. */
export function takePendingHistorical(store: Store): Map<number, number> {
  const db = store.volatile
  return db.transactionSync(() => {
    const taken = new Map<number, number>()
    for (const key of Array.from(keysUnder(db, { prefix: Buffer.from([TABLES.historical]) }))) {
      const count = getRecord<number>(db, key) ?? 0
      if (count !== 0) taken.set(key.readUInt32BE(1), count)
      void db.remove(key)
    }
    return taken
  })
}

/** Puts counts back that could not be added to those in main. */
export function giveBackHistorical(store: Store, counts: ReadonlyMap<number, number>): void {
  store.volatile.transactionSync(() => {
    for (const [userId, count] of counts) addTo(store, keyOfU32('historical', userId), count)
  })
}

export const lastUseOf = (store: Store, keyId: number): number | undefined =>
  getRecord<number>(store.volatile, keyOfU32('last_use', keyId))

export function noteUse(store: Store, keyId: number, timeMs: number): void {
  const db = store.volatile
  db.transactionSync(() => putRecord(db, keyOfU32('last_use', keyId), timeMs))
}

export function forgetUse(store: Store, keyId: number): void {
  const db = store.volatile
  db.transactionSync(() => void db.remove(keyOfU32('last_use', keyId)))
}

export function lastUses(store: Store): Map<number, number> {
  const uses = new Map<number, number>()
  for (const key of keysUnder(store.volatile, { prefix: Buffer.from([TABLES.last_use]) })) {
    const at = getRecord<number>(store.volatile, key)
    if (at !== undefined) uses.set(key.readUInt32BE(1), at)
  }
  return uses
}

// Counts v1 requests in memory while this process is the only server of the store (0.5 µs, not 6). Every 10 ms they are
// stored, in one transaction for each person.
//
// Volatile names the only server, and every request reads that (1 µs). A second server removes the name before it
// listens; the first one then stores its counts, and both count in transactions until one has ended. So no ceiling is
// ever passed; a killed process loses its last 10 ms.
//
//   sole_server value: u32 process id, u32 nonce; zeros while several serve

const storeAfterMs = 10
const soleKey = Buffer.from([TABLES.sole_server])

export class SoleCounter implements SoleRequests {
  /** A number that names this process as the only server; 0: it is not. */
  #nonce = 0
  /** Whether this process may try to become the only server, as a single one does every minute; a worker of several never. */
  #mayBeSole = false
  #minute = -1
  /** How many requests each person made in the minute. */
  readonly #used = new Map<number, number>()
  /** How many requests of each person are not stored yet. */
  readonly #waiting = new Map<number, number>()
  #timer: NodeJS.Timeout | undefined

  begin(store: Store, isAlone: boolean): void {
    this.#mayBeSole = isAlone
    const db = store.volatile
    db.transactionSync(() => {
      const owner = db.getBinaryFast(soleKey)?.readUInt32LE(0) ?? 0
      // A killed server may have had our process id: in a container it mostly has.
      const isTaken = otherServers(store).length > 0 || (owner !== 0 && owner !== process.pid && isAlive(owner))
      this.#nonce = isAlone && !isTaken ? (store.clock.nowMs() & 0x7fffffff) | 1 : 0
      const stamp = Buffer.alloc(8)
      if (this.#nonce !== 0) {
        stamp.writeUInt32LE(process.pid, 0)
        stamp.writeUInt32LE(this.#nonce, 4)
      }
      putBytes(db, soleKey, stamp)
    })
  }

  end(store: Store): void {
    if (this.#nonce !== 0) this.#storeOrGiveUp(store)
    this.#nonce = 0
  }

  /** Whether this is the only server. It drops the old view of volatile, because another one may just have started. */
  #isSole(store: Store): boolean {
    if (this.#nonce === 0) return false
    const db = store.volatile
    db.resetReadTxn()
    const stamp = db.getBinaryFast(soleKey)
    if (stamp?.readUInt32LE(0) === process.pid && stamp.readUInt32LE(4) === this.#nonce) return true
    this.#storeWaiting(store)
    this.#nonce = 0
    return false
  }

  /** The person's requests so far in this minute; undefined: only volatile has the count. */
  usedIn(store: Store, minute: number, userId: number): number | undefined {
    const isNewMinute = minute !== this.#minute
    if (isNewMinute && this.#nonce === 0 && this.#mayBeSole) this.begin(store, true)
    if (isNewMinute) this.#storeWaiting(store)
    if (isNewMinute) this.#used.clear()
    this.#minute = minute
    return this.#isSole(store) ? this.#used.get(userId) : undefined
  }

  remember(minute: number, userId: number, used: number): void {
    if (this.#nonce !== 0 && minute === this.#minute) this.#used.set(userId, used)
  }

  add(store: Store, userId: number): void {
    this.#used.set(userId, (this.#used.get(userId) ?? 0) + 1)
    this.#waiting.set(userId, (this.#waiting.get(userId) ?? 0) + 1)
    this.#timer ??= setTimeout(() => this.#storeOrGiveUp(store), storeAfterMs).unref()
  }

  /** Stores the counts. After a failure nothing is counted in memory, so that each request meets the broken counter. */
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
