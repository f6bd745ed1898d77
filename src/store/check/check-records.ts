// Checks the tables that stand beside rows, people and proposals and are no declared kinds: settings, glossary, file names, imports, audit,
// stored answers with their expiry, quotas, the counters of ids, and whether every key belongs to a known table.
import * as z from 'zod'
import { idempotencyKeptMs, quotaKeptDays } from '../../domain/limits.ts'
import { isSettingName, parseSetting } from '../../domain/settings.ts'
import { sha256Hex } from '../../base/bytes.ts'
import type { Findings } from './check-findings.ts'
import { entriesOf, IndexCheck, nothing, parseRecord, readOr } from './check-reading.ts'
import {
  AnswerSchema,
  AnySchema,
  AuditSchema,
  CountSchema,
  ExportDigestSchema,
  GlossarySchema,
  IdSchema,
  ImportSchema,
  TextSchema,
} from './check-schemas.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, MAIN_TABLES, type Table, TABLES, u48 } from '../keyspace.ts'
import { dayOf, type DayTable } from '../records/quota.ts'
import { getRecord } from '../record.ts'
import { ROWS_PER_BLOCK } from '../rows/grouping.ts'
import { blockFault, recordBounds } from '../rows/row-block.ts'

/** Numbers of stored file names. */
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

export function checkAnswers(db: Database, findings: Findings, lastTimeMs: number): void {
  const expiry = new IndexCheck(db, findings, 'idempotency_expiry', 'idempotency')
  for (const { key, value } of entriesOf(db, 'idempotency')) {
    const at = `answer of key ${key.readUInt32BE(1)}, ${JSON.stringify(key.toString('utf8', 5))}`
    findings.count('idempotency')
    const answer = parseRecord(findings, 'idempotency', at, value, AnswerSchema)
    if (answer === null) continue
    if (answer.committedAtMs > lastTimeMs) findings.add('idempotency', at, 'was committed after the latest write')
    expiry.expect(
      keyOf('idempotency_expiry', u48(answer.committedAtMs + idempotencyKeptMs), key.subarray(1)),
      nothing,
      at,
    )
  }
  expiry.finish(
    (key) => {
      const answer = getRecord<{ committedAtMs: number }>(
        db,
        Buffer.concat([tableByte('idempotency'), key.subarray(7)]),
      )
      return answer !== undefined && answer.committedAtMs + idempotencyKeptMs === key.readUIntBE(1, 6)
    },
    (key) => `key ${key.readUInt32BE(7)}, ${JSON.stringify(key.toString('utf8', 11))}`,
  )
}

export function checkQuotas(db: Database, findings: Findings, users: ReadonlySet<number>, lastTimeMs: number): void {
  for (const table of ['quota', 'answer_bytes'] as const) checkDays(db, findings, table, users, lastTimeMs)
}

function checkDays(
  db: Database,
  findings: Findings,
  table: DayTable,
  users: ReadonlySet<number>,
  lastTimeMs: number,
): void {
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
const tableByte = (table: Table): Buffer => Buffer.from([TABLES[table]])

export function checkSettings(db: Database, findings: Findings): void {
  for (const { key, value } of entriesOf(db, 'setting')) {
    const name = key.toString('utf8', 1)
    findings.count('setting')
    const stored = parseRecord(findings, 'setting', name, value, z.union([z.string(), z.number(), z.boolean()]))
    if (stored === null || !isSettingName(name)) continue
    if (parseSetting(name, String(stored)) !== stored)
      findings.add('setting', name, `has the value ${String(stored)}, which it does not take`)
  }
}

const NUMBERED = [
  ['glossary', GlossarySchema],
  ['import', ImportSchema],
  ['audit', AuditSchema],
] as const

/** Glossary, imports and audit: well formed, and those that carry a number carry their own. */
export function checkNumbered(db: Database, findings: Findings): void {
  for (const [table, schema] of NUMBERED) {
    for (const { key, value } of entriesOf(db, table)) {
      const number = key.readUInt32BE(1)
      const at = `${table} ${number}`
      findings.count(table)
      const stored = parseRecord<unknown>(findings, table, at, value, schema)
      if (stored === null || table === 'glossary') continue
      const { id } = stored as { readonly id: number }
      if (id !== number) findings.add(table, at, `calls itself ${id}`)
    }
  }
  for (const { key, value } of entriesOf(db, 'export_digest')) {
    findings.count('export_digest')
    parseRecord(findings, 'export_digest', key.toString('hex', 1), value, ExportDigestSchema)
  }
  for (const { key, value } of entriesOf(db, 'old_source')) {
    const hash = key.toString('hex', 1)
    findings.count('old_source')
    const text = parseRecord(findings, 'old_source', hash, value, TextSchema)
    if (text !== null && sha256Hex(text) !== hash)
      findings.add('old_source', hash, 'is stored under another hash than its own')
  }
}

const COUNTED = {
  user: 'user',
  key: 'key',
  proposal: 'proposal',
  import: 'import',
  audit: 'audit',
  comment: 'comment',
} as const
const BINARY_META = ['cell_counts']

/** Names of meta: well formed; the next ids and ordinals above all that were given. */
export function checkMeta(db: Database, findings: Findings): void {
  for (const { key, value } of entriesOf(db, 'meta')) {
    const name = key.toString('utf8', 1)
    findings.count('meta')
    if (!BINARY_META.includes(name)) parseRecord(findings, 'meta', name, value, AnySchema)
  }
  for (const [counted, table] of Object.entries(COUNTED) as [string, Table][]) {
    expectAbove(db, findings, `next_${counted}`, lastNumber(db, table))
  }
  const lastOrdinal = Math.max(lastNumber(db, 'retired'), lastVisible(db))
  expectAbove(db, findings, 'next_ordinal', lastOrdinal)
}

function expectAbove(db: Database, findings: Findings, name: string, last: number): void {
  const key = keyOf('meta', name)
  const next: unknown = readOr(db, key, db.doesExist(key) ? 'damaged' : 1)
  if (typeof next === 'number' && IdSchema.safeParse(next).success && next > last) return
  const fix = (into: Database): void => void into.put(key, Buffer.from(String(last + 1)))
  findings.add('meta', name, `is ${String(next)}, but ${last} is given already`, fix)
}

function lastNumber(db: Database, table: Table): number {
  const range = { start: Buffer.from([TABLES[table] + 1]), end: tableByte(table), reverse: true, limit: 1 }
  for (const key of db.getKeys(range)) return Buffer.from(key).readUInt32BE(1)
  return 0
}

function lastVisible(db: Database): number {
  const range = { start: Buffer.from([TABLES.row + 1]), end: tableByte('row'), reverse: true, limit: 1 }
  for (const { key, value } of db.getRange(range)) {
    const block = Buffer.from(key).readUInt32BE(1)
    const bytes = Buffer.from(value)
    const lastPlace = ROWS_PER_BLOCK - 1
    if (blockFault(bytes) !== null) return block * ROWS_PER_BLOCK + lastPlace
    for (let place = lastPlace; place >= 0; place--) {
      const { start, end } = recordBounds(bytes, place)
      if (start !== end) return block * ROWS_PER_BLOCK + place
    }
  }
  return 0
}

/** Every key belongs to a table of main. */
export function checkTables(db: Database, findings: Findings): void {
  const known = new Set<number>(Object.values(MAIN_TABLES))
  for (let table = 0; table < 256; table++) {
    if (known.has(table)) continue
    const range =
      table === 255 ? { start: Buffer.from([255]) } : { start: Buffer.from([table]), end: Buffer.from([table + 1]) }
    const count = db.getKeysCount({ ...range })
    if (count > 0) findings.add('unknown', `table ${table}`, `holds ${count} entries of no known table`)
  }
}
