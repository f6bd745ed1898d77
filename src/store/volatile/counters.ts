// Counters that change with every request, shared by all processes. Each step is a short transaction of volatile
// without a flush (6 µs, under a lock of all processes); a server alone counts requests to API v1 in advance. The
// caller turns an error into `limiter_unavailable`.
import { LEGACY_TYPES, type LegacyType } from '../../domain/vocabulary.ts'
import { keyOf, keyOfU32, TABLES, u32, u8 } from '../file/keyspace.ts'
import { getRecord, keysUnder, putRecord } from '../file/record.ts'
import { endOfDay } from '../records/quota.ts'
import type { AdvanceCounts, Admission, Store } from '../store.ts'
import { otherServers } from './lease.ts'

const KINDS = ['read', 'write', 'v1'] as const

interface Requests {
  readonly kind: (typeof KINDS)[number]
  readonly userId: number
  readonly minute: number
  readonly ceiling: number
  /** How many requests are counted at once when so many more may come. */
  readonly atOnce: (leftInMinute: number) => number
}

/** What was counted: `used` requests of the minute with the `taken` of this call, which is 0 at the ceiling. */
interface RequestCount {
  readonly taken: number
  readonly used: number
  readonly minute: number
}

const latestMinuteKey = keyOf('visit', u32(0xffffffff))

const visitKey = (minute: number, userId: number, kind: Requests['kind']): Buffer =>
  keyOf('visit', u32(minute), u32(userId), u8(KINDS.indexOf(kind)))

function countInMinute(store: Store, { kind, userId, minute, ceiling, atOnce }: Requests): RequestCount {
  const db = store.volatile
  return db.transactionSync(() => {
    const counted = minuteToCountIn(store, minute)
    const key = visitKey(counted, userId, kind)
    const used = getRecord<number>(db, key) ?? 0
    if (used >= ceiling) return { taken: 0, used, minute: counted }
    const taken = atOnce(ceiling - used)
    putRecord(db, key, used + taken)
    return { taken, used: used + taken, minute: counted }
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

/** Counts a request unless the person is over `ceiling` in the UTC minute. A clock set back opens no window twice. */
export const admitRequest = (store: Store, userId: number, ceiling: number): Admission =>
  store.advanceCounts.admit(store, userId, ceiling)

const admission = (isAdmitted: boolean, used: number, minute: number, ceiling: number): Admission => ({
  isAdmitted,
  remaining: isAdmitted ? ceiling - used : 0,
  windowEndsAtMs: (minute + 1) * minuteMs,
})

export type VisitKind = 'read' | 'write'

export function admitVisit(store: Store, userId: number, kind: VisitKind, ceiling: number): Admission {
  const minute = Math.floor(store.clock.nowMs() / minuteMs)
  const counted = countInMinute(store, { kind, userId, minute, ceiling, atOnce: one })
  return admission(counted.taken > 0, counted.used, counted.minute, ceiling)
}

// A server counts some of a person's requests to API v1 at once, lets them in from memory, and after 100 ms gives back
// what it did not need: the nearer the ceiling, the fewer at once. Beside another server each counts one by one, so that all are exact
// and none passes the ceiling; while one has just come, a person may be told for 100 ms that less is left. A killed server gives
// nothing back, so up to an eighth of that minute is lost.

const giveBackAfterMs = 100
const one = (): number => 1
const inAdvance = (leftInMinute: number): number => Math.max(1, leftInMinute >> 3)

export class AdvancedCounts implements AdvanceCounts {
  #isServer = false
  #minute = -1
  /** By person: what is counted in the minute, and how many of those requests have not come yet. */
  readonly #people = new Map<number, RequestCount & { left: number }>()
  #timer: NodeJS.Timeout | undefined

  begin(): void {
    this.#isServer = true
  }

  admit(store: Store, userId: number, ceiling: number): Admission {
    const minute = Math.floor(store.clock.nowMs() / minuteMs)
    if (minute !== this.#minute) this.giveBack(store)
    this.#minute = minute
    let counted = this.#people.get(userId)
    if (counted === undefined || counted.left === 0) {
      const atOnce = this.#isServer && otherServers(store).length === 0 ? inAdvance : one
      const found = countInMinute(store, { kind: 'v1', userId, minute, ceiling, atOnce })
      if (found.taken === 0) return admission(false, found.used, found.minute, ceiling)
      counted = { ...found, left: found.taken }
      this.#people.set(userId, counted)
      this.#timer ??= setTimeout(() => this.giveBack(store), giveBackAfterMs).unref()
    }
    const used = counted.used - counted.left + 1
    const isAdmitted = used <= ceiling
    if (isAdmitted) counted.left--
    return admission(isAdmitted, used, counted.minute, ceiling)
  }

  /** What cannot be given back is lost to the person for this minute; the next request meets the broken counter. */
  giveBack({ volatile: db }: Pick<Store, 'volatile'>): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const unused = [...this.#people].filter(([, { left }]) => left > 0)
    this.#people.clear()
    if (unused.length === 0) return
    try {
      db.transactionSync(() => {
        for (const [userId, { left, minute }] of unused) {
          const key = visitKey(minute, userId, 'v1')
          const used = getRecord<number>(db, key)
          if (used !== undefined) putRecord(db, key, used - left)
        }
      })
    } catch {}
  }
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
