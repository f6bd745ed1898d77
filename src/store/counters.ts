// Counters that change with every request, in volatile and shared by all processes. Each step is one short synchronous
// transaction without a flush (about 8 µs measured); an error here is the caller's `limiter_unavailable`.
import type { LegacyType } from '../domain/vocabulary.ts'
import { LEGACY_TYPES } from '../domain/vocabulary.ts'
import { keyOf, keyOfU32, TABLES, u32, u8 } from './keyspace.ts'
import { getRecord, keysUnder, putRecord } from './record.ts'
import { endOfDay } from './quota.ts'
import type { Store } from './store.ts'

const minuteMs = 60_000

export interface Admission {
  readonly isAdmitted: boolean
  /** What is left of the ceiling after this request, never negative. */
  readonly remaining: number
  /** When the window ends, in milliseconds of wall-clock time. */
  readonly windowEndsAtMs: number
}

const highestMinuteKey = keyOf('rate', u32(0xffffffff))

/**
 * Counts one request of a person in the UTC minute, unless it is over `ceiling`: a refused request does not count.
 * The minute never goes back, so a clock that steps back cannot open a window twice.
 */
export function admitRequest(store: Store, userId: number, ceiling: number): Admission {
  const db = store.volatile
  return db.transactionSync(() => {
    const highest = getRecord<number>(db, highestMinuteKey) ?? 0
    const now = Math.floor(store.clock.nowMs() / minuteMs)
    const minute = isStepBack(now, highest) ? highest : now
    if (minute !== highest) {
      putRecord(db, highestMinuteKey, minute)
      forgetMinutesBefore(store, minute)
    }
    const key = keyOf('rate', u32(minute), u32(userId))
    const used = getRecord<number>(db, key) ?? 0
    const windowEndsAtMs = (now + 1) * minuteMs
    if (used >= ceiling) return { isAdmitted: false, remaining: 0, windowEndsAtMs }
    putRecord(db, key, used + 1)
    return { isAdmitted: true, remaining: ceiling - used - 1, windowEndsAtMs }
  })
}

/** A small step back keeps the window; a clock that is hours behind was wrong before, and the limiter follows it. */
const isStepBack = (now: number, highest: number): boolean => now < highest && highest - now < 60

function forgetMinutesBefore(store: Store, minute: number): void {
  const db = store.volatile
  for (const key of Array.from(keysUnder(db, { prefix: Buffer.from([TABLES.rate]), limit: 1000 }))) {
    if (key.length < 9 || key.readUInt32BE(1) >= minute) break
    void db.remove(key)
  }
}

const dayNumber = (timeMs: number): number => Math.floor((endOfDay(timeMs) - 1) / 86_400_000)
const legacyKey = (day: number, keyId: number, type: LegacyType): Buffer =>
  keyOf('legacy', u32(day), u32(keyId), u8(LEGACY_TYPES.indexOf(type)))
const legacyDayKey = keyOf('legacy', u32(0xffffffff))

/** Legacy requests of a type that a key made in the current UTC day. */
export function legacyUsed(store: Store, keyId: number, type: LegacyType): number {
  return getRecord<number>(store.volatile, legacyKey(legacyDay(store), keyId, type)) ?? 0
}

function legacyDay(store: Store): number {
  const highest = getRecord<number>(store.volatile, legacyDayKey) ?? 0
  const now = dayNumber(store.clock.nowMs())
  return now < highest && highest - now <= 1 ? highest : now
}

export interface LegacyAdmission {
  readonly isAdmitted: boolean
  /** Requests of the type in this UTC day, this one included when it was admitted. */
  readonly used: number
  readonly resetsAtMs: number
  /** The UTC day it was counted in; taking it back needs it. */
  readonly day: number
}

/** Counts one legacy request, unless it is over `limit`; one that counts does so for the person's historical counter too. */
export function admitLegacyRequest(
  store: Store,
  keyId: number,
  userId: number,
  type: LegacyType,
  limit: number,
): LegacyAdmission {
  const db = store.volatile
  return db.transactionSync(() => {
    const day = legacyDay(store)
    if (getRecord<number>(db, legacyDayKey) !== day) {
      putRecord(db, legacyDayKey, day)
      forgetLegacyDaysBefore(store, day)
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

/** Keeps the day before: a request that began in it may still have to be taken back. */
function forgetLegacyDaysBefore(store: Store, day: number): void {
  const db = store.volatile
  for (const key of Array.from(keysUnder(db, { prefix: Buffer.from([TABLES.legacy]), limit: 1000 }))) {
    if (key.length < 9 || key.readUInt32BE(1) >= day - 1) break
    void db.remove(key)
  }
}

/** Takes one counted legacy request back, from the day it was counted in: it ended in 500 or 503. */
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
    // May go below zero when the request was folded into the person meanwhile; the next fold sets it right.
    addTo(store, keyOfU32('historical', userId), -1)
  })
}

function addTo(store: Store, key: Buffer, difference: number): void {
  putRecord(store.volatile, key, (getRecord<number>(store.volatile, key) ?? 0) + difference)
}

/** Legacy requests of a person that are not yet folded into their record. */
export const pendingHistorical = (store: Store, userId: number): number =>
  getRecord<number>(store.volatile, keyOfU32('historical', userId)) ?? 0

/** Takes what is pending out of volatile, so that it can be folded into main. */
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

/** Gives back what could not be folded. */
export function giveBackHistorical(store: Store, counts: ReadonlyMap<number, number>): void {
  store.volatile.transactionSync(() => {
    for (const [userId, count] of counts) addTo(store, keyOfU32('historical', userId), count)
  })
}

/** When a key was used last, as far as volatile knows. */
export const lastUseOf = (store: Store, keyId: number): number | undefined =>
  getRecord<number>(store.volatile, keyOfU32('last_use', keyId))

export function noteUse(store: Store, keyId: number, timeMs: number): void {
  const db = store.volatile
  db.transactionSync(() => putRecord(db, keyOfU32('last_use', keyId), timeMs))
}

/** Its secret was replaced: the new one was never used. */
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
