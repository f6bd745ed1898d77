// Checks the tables that hold neither rows nor declared kinds: file names, quotas, the counters of ids; and that every key belongs
// to a known table.
import { dayOf } from '../../base/time.ts'
import { quotaKeptDays } from '../../domain/limits.ts'
import type { Database } from '../file/environment.ts'
import {
  type AnyTable,
  keyOf,
  MAIN_TABLES,
  type NumberedTable,
  type RecordTable,
  ROWS_PER_BLOCK,
} from '../file/keyspace.ts'
import { keysUnder, rangeOf } from '../file/record.ts'
import { nameOfNext } from '../records/ids.ts'
import { KINDS, RECORD_TABLES } from '../records/kinds.ts'
import type { DayTable } from '../records/quota.ts'
import { blockFault, isFilled } from '../rows/row-block.ts'
import type { Findings, Visit } from './check-findings.ts'
import { entriesOf, parseRecord, readOr } from './check-reading.ts'
import { AnySchema, CountSchema, IdSchema, TextSchema } from './check-schemas.ts'

export function checkFiles(db: Database, findings: Findings): Set<number> {
  const files = new Set<number>()
  for (const { key, value } of entriesOf(db, 'file')) {
    const file = key.readUInt32BE(1)
    files.add(file)
    findings.count('file')
    parseRecord(findings, 'file', `file ${file}`, value, TextSchema)
  }
  return files
}

export function checkDays({ db, findings, users, lastTimeMs }: Visit, table: DayTable): void {
  const newest = new Map<number, string>()
  for (const { key } of entriesOf(db, table)) newest.set(key.readUInt32BE(1), key.toString('utf8', 5))
  for (const { key, value } of entriesOf(db, table)) {
    const userId = key.readUInt32BE(1)
    const day = key.toString('utf8', 5)
    const at = `${table.replace('_', ' ')} of user ${userId}, ${day}`
    findings.count(table)
    parseRecord(findings, table, at, value, CountSchema)
    if (!users.has(userId)) findings.add(table, at, `is of person ${userId}, who is not stored`)
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) findings.add(table, at, 'names no day')
    else if (day > dayOf(lastTimeMs)) findings.add(table, at, 'is of a day after the latest write')
    else if (day < dayBefore(newest.get(userId) ?? day)) {
      const forget = (into: Database): void => void into.remove(key)
      findings.add(table, at, `is older than the ${quotaKeptDays} days that quotas are kept`, forget)
    }
  }
}

const dayBefore = (day: string): string => dayOf(Date.parse(`${day}T00:00:00Z`) - quotaKeptDays * 86_400_000)

const BINARY_META = ['cell_counts']
/** Names that only an earlier windrow reads. */
const UNREAD_META = ['chunk_times', 'chunk_times_each']

export function removeUnread(db: Database): void {
  for (const name of UNREAD_META) void db.remove(keyOf('meta', name))
}

/** Names of meta are well formed; the next ids and ordinals are above all given ones. */
export function checkMeta({ db, findings }: Visit): void {
  for (const { key, value } of entriesOf(db, 'meta')) {
    const name = key.toString('utf8', 1)
    findings.count('meta')
    if (![...BINARY_META, ...UNREAD_META].includes(name)) parseRecord(findings, 'meta', name, value, AnySchema)
  }
  for (const { table } of KINDS) if (hasIds(table)) expectAbove(db, findings, nameOfNext(table), lastNumber(db, table))
  const lastOrdinal = Math.max(lastNumber(db, 'retired'), lastVisible(db))
  expectAbove(db, findings, 'next_ordinal', lastOrdinal)
}

const hasIds = (table: RecordTable): table is NumberedTable => 'hasIds' in table

function expectAbove(db: Database, findings: Findings, name: string, last: number): void {
  const key = keyOf('meta', name)
  const next: unknown = readOr(db, key, db.doesExist(key) ? 'damaged' : 1)
  if (typeof next === 'number' && IdSchema.safeParse(next).success && next > last) return
  const fix = (into: Database): void => void into.put(key, Buffer.from(String(last + 1)))
  findings.add('meta', name, `is ${String(next)}, but ${last} is given already`, fix)
}

function lastNumber(db: Database, table: AnyTable): number {
  for (const key of keysUnder(db, { prefix: keyOf(table), reverse: true, limit: 1 })) return key.readUInt32BE(1)
  return 0
}

function lastVisible(db: Database): number {
  for (const { key, value } of db.getRange(rangeOf({ prefix: keyOf('row'), reverse: true, limit: 1 }))) {
    const block = Buffer.from(key).readUInt32BE(1)
    const bytes = Buffer.from(value)
    const lastPlace = ROWS_PER_BLOCK - 1
    if (blockFault(bytes) !== null) return block * ROWS_PER_BLOCK + lastPlace
    for (let place = lastPlace; place >= 0; place--) {
      if (isFilled(bytes, place)) return block * ROWS_PER_BLOCK + place
    }
  }
  return 0
}

export function checkTables(db: Database, findings: Findings): void {
  const known = new Set<number>([...Object.values(MAIN_TABLES), ...RECORD_TABLES.map(({ number }) => number)])
  for (let table = tableFrom(db, 0); table !== null; table = tableFrom(db, table + 1)) {
    if (known.has(table)) continue
    const start = Buffer.from([table])
    const count = db.getKeysCount(table === 255 ? { start } : { start, end: Buffer.from([table + 1]) })
    findings.add('unknown', `table ${table}`, `holds ${count} entries of no known table`)
  }
}

/** The first number from this one on whose table has entries. */
function tableFrom(db: Database, table: number): number | null {
  if (table > 255) return null
  for (const key of db.getKeys({ start: Buffer.from([table]), limit: 1 })) return Buffer.from(key)[0] as number
  return null
}
