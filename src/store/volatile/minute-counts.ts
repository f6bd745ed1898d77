// Requests of people by UTC minute, counted exactly over all processes. Each count is a transaction of volatile.
import { keyOf, TABLES, u32, u8 } from '../file/keyspace.ts'
import { getRecord, keysUnder, putRecord } from '../file/record.ts'
import type { RequestCount, Store } from '../store.ts'

const KINDS = ['read', 'write', 'v1'] as const

interface Requests {
  readonly kind: (typeof KINDS)[number]
  readonly userId: number
  readonly minute: number
  readonly count: number
  readonly ceiling: number
}

const latestMinuteKey = keyOf('visit', u32(0xffffffff))

export function countInMinute(store: Store, { kind, userId, minute, count, ceiling }: Requests): RequestCount {
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

/** The length of a key of (table, window, person). A shorter key is that of the latest window. */
const countKeyBytesMin = 9

/** After a clock went back: copies the counts of the window that it left, unless the present one has more. */
export function takeAlong(store: Store, table: CountTable, from: number, to: number): void {
  const db = store.volatile
  for (const key of Array.from(keysUnder(db, { prefix: keyOf(table, u32(from)) }))) {
    const target = Buffer.from(key)
    target.writeUInt32BE(to, 1)
    const [taken, there] = [getRecord<number>(db, key) ?? 0, getRecord<number>(db, target) ?? 0]
    if (taken > there) putRecord(db, target, taken)
  }
}

export function forgetBefore(store: Store, table: CountTable, window: number): void {
  const db = store.volatile
  for (const key of Array.from(keysUnder(db, { prefix: Buffer.from([TABLES[table]]), limit: 1000 }))) {
    if (key.length < countKeyBytesMin || key.readUInt32BE(1) >= window) break
    void db.remove(key)
  }
}
