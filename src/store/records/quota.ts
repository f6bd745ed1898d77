// A person's use of API v1 in a UTC day: rows written, and bytes of stored answers, counted in the batch's own
// transaction. The day is that of the write's time, which never goes back, so a clock set back cannot give a day's
// quota twice.
import { dayOf } from '../../base/time.ts'
import { quotaKeptDays } from '../../domain/limits.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { getRecord, keysUnder, putRecord } from '../file/record.ts'
import type { Txn } from '../txn.ts'

const dayMs = 24 * 60 * 60 * 1000

export const endOfDay = (timeMs: number): number => (Math.floor(timeMs / dayMs) + 1) * dayMs

export type DayTable = 'quota' | 'answer_bytes'

const dayKey = (table: DayTable, userId: number, day: string): Buffer => keyOf(table, u32(userId), day)

export const readUsed = (db: Database, table: DayTable, userId: number, timeMs: number): number =>
  getRecord<number>(db, dayKey(table, userId, dayOf(timeMs))) ?? 0

export function addUsed(txn: Txn, table: DayTable, userId: number, count: number): void {
  const key = dayKey(table, userId, dayOf(txn.timeMs))
  const used = getRecord<number>(txn.db, key)
  putRecord(txn.db, key, (used ?? 0) + count)
  if (used === undefined) forgetOldDays(txn, table, userId)
}

function forgetOldDays(txn: Txn, table: DayTable, userId: number): void {
  const oldest = dayOf(txn.timeMs - quotaKeptDays * dayMs)
  for (const key of Array.from(keysUnder(txn.db, { prefix: keyOf(table, u32(userId)) }))) {
    if (key.toString('utf8', 5) < oldest) void txn.db.remove(key)
  }
}
