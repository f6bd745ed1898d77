// Checks records against one another and against rows: acts, events, imports, labels, people, proposals, and the tables that hold
// neither rows nor declared kinds.
import * as z from 'zod'
import { dayOf } from '../../base/time.ts'
import { agentKeysPerPersonMax, quotaKeptDays } from '../../domain/limits.ts'
import type { ApiKey } from '../../domain/people.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { Webhook, WebhookPlace } from '../../domain/webhook.ts'
import { bitsIn, type Piece, ROWS_PER_PIECE } from '../../domain/work/row-set.ts'
import { TOUCHES } from '../../domain/work/work-filter.ts'
import type { Database } from '../file/environment.ts'
import {
  type AnyTable,
  keyOf,
  MAIN_TABLES,
  type NumberedTable,
  type RecordTable,
  ROWS_PER_BLOCK,
  u32,
} from '../file/keyspace.ts'
import { isPacked, unpackPiece } from '../file/packed-rows.ts'
import { firstKey, getRecord, keysUnder, rangeOf } from '../file/record.ts'
import { actIn } from '../records/activity.ts'
import { type EventRecord, EVENTS, lastEventId } from '../records/events.ts'
import { IMPORT } from '../records/imports.ts'
import { formAt, type Index, type Kind, nameOfNext, readOfKind, valueIn } from '../records/kind.ts'
import { KINDS, RECORD_TABLES } from '../records/kinds.ts'
import { LABEL, LABEL_RULE, type LabelRule } from '../records/labels.ts'
import { KEY, USER } from '../records/people-and-keys.ts'
import { PROPOSAL, readProposal } from '../records/proposals.ts'
import type { DayTable } from '../records/quota.ts'
import { WEBHOOK, WEBHOOK_PLACES } from '../records/webhooks.ts'
import { readRevisions } from '../rows/heads.ts'
import { HANDS } from '../rows/label-rows.ts'
import { readNextOrdinal } from '../rows/ordinals.ts'
import { ordinalOf } from '../rows/read-rows.ts'
import { blockFault, isFilled } from '../rows/row-block.ts'
import type { Findings, Visit } from './check-findings.ts'
import { entriesOf, IndexCheck, parseRecord, readOr } from './check-reading.ts'
import { AnySchema, CountSchema, IdSchema, TextSchema } from './check-schemas.ts'

// Checks the tables that hold neither rows nor declared kinds: file names, quotas, the counters of ids; and that every key belongs
// to a known table.

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
/** Values in `meta` that only an earlier windrow reads, so that they may be removed. */
const UNREAD_META = ['chunk_times', 'chunk_times_each']

export function removeUnread(db: Database): void {
  for (const name of UNREAD_META) void db.remove(keyOf('meta', name))
}

/** Checks `meta`: its names are well formed; the next ids and ordinals are above all given ones. */
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
  const next = readOr(() => getRecord<unknown>(db, key), db.doesExist(key) ? 'damaged' : 1)
  if (typeof next === 'number' && IdSchema.safeParse(next).success && next > last) return
  const fix = (into: Database): void => void into.put(key, Buffer.from(String(last + 1)))
  findings.add('meta', name, `is ${String(next)}, but ${last} is given already`, fix)
}

const lastNumber = (db: Database, table: AnyTable): number =>
  firstKey(db, { prefix: keyOf(table), reverse: true })?.readUInt32BE(1) ?? 0

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

/** Checks the acts, people's work on texts by hand. The key contains all of an act. */
export function checkActs({ db, findings, users }: Visit): void {
  for (const { key } of entriesOf(db, 'act_of_person')) {
    findings.count('act_of_person')
    const at = `act ${key.toString('hex', 1)}`
    if (actIn(key) === null) findings.add('act_of_person', at, 'is not a key of this table')
    else if (!users.has(key.readUInt32BE(1)))
      findings.add('act_of_person', at, `is of person ${key.readUInt32BE(1)}, who is not stored`)
  }
}

/** Checks of a kind that need rows, or several records. Made for each check of the store. */
export interface Beside<T> {
  onRecord(record: T): void
  onEnd?(): void
}

/** Each kind's schema, made once, because making one costs more than checking a hundred records. */
const shapes = new WeakMap<object, unknown>()
function shapeOf<T>(kind: Kind<T>): z.ZodType<T> {
  const shape = (shapes.get(kind) as z.ZodType<T> | undefined) ?? kind.shape(z)
  shapes.set(kind, shape)
  return shape
}

/**
 * Checks a kind of record by its declaration (records/kind.ts): well formed, under its own key, naming stored people;
 * and its indexes. Yields the number of records done.
 */
export function* checkKind<T>(visit: Visit, kind: Kind<T>, beside: Beside<T> | null): Generator<number> {
  const { db, findings, users, lastTimeMs } = visit
  const { table, indexes = [] } = kind
  const shape = shapeOf(kind)
  const checks = indexes.map((index) => ({ index, check: new IndexCheck(db, findings, index.table, table) }))
  let done = 0
  for (const { key, value } of entriesOf(db, table)) {
    const at = kind.nameOf?.(key) ?? `${table.name} ${key.readUInt32BE(1)}`
    findings.count(table)
    const record = parseRecord<T>(findings, table, at, value, shape, formAt(kind, key))
    const wrongKey = kind.keyProblem?.(key) ?? null
    if (wrongKey !== null) findings.add(table, at, wrongKey)
    if (record === null) continue
    const problem = kind.problem?.(record, key, lastTimeMs) ?? null
    if (problem !== null) findings.add(table, at, problem)
    for (const [how, userId] of kind.people?.(record) ?? [])
      if (!users.has(userId)) findings.add(table, at, `${how} person ${userId}, who is not stored`)
    for (const { index, check } of checks)
      for (const entry of index.entries(record, key)) check.expect(entry, valueIn(index, record, key), at)
    beside?.onRecord(record)
    yield ++done
  }
  for (const { index, check } of checks)
    check.finish(
      (entry, value) => isEntryOf(db, kind, index, entry, value),
      (entry) => index.nameOf(entry),
    )
  beside?.onEnd?.()
}

function isEntryOf<T>(db: Database, kind: Kind<T>, index: Index<T>, entry: Buffer, value: Buffer): boolean {
  const key = index.recordKey(entry, value)
  const record = readOfKind(db, kind, key)
  return record !== undefined && index.entries(record, key).some((each) => each.equals(entry))
}

// Checks the log of events as a whole: numbers go up by one to the latest given, so none is missing; each webhook has
// its place in the log, and each place its webhook.

export function eventsInOrder({ db, findings }: Visit): Beside<EventRecord> {
  let before: number | null = null
  const expect = (id: number, problem: string): void => {
    if (before !== null && id !== before + 1) findings.add(EVENTS.table, `event ${id}`, problem)
  }
  return {
    onRecord({ id }) {
      expect(id, `follows event ${before}: those between are missing`)
      before = id
    },
    onEnd: () => expect(lastEventId(db) + 1, `is the next number, but the last event is ${before}`),
  }
}

export const placeOfWebhook = ({ db, findings }: Visit): Beside<Webhook> => ({
  onRecord({ id }) {
    if (!db.doesExist(keyOf(WEBHOOK_PLACES.table, u32(id))))
      findings.add(WEBHOOK, `webhook ${id}`, 'has no place in the log, so it gets nothing')
  },
})

export const webhookOfPlace = ({ db, findings }: Visit): Beside<WebhookPlace> => ({
  onRecord({ id }) {
    if (!db.doesExist(keyOf(WEBHOOK, u32(id))))
      findings.add(WEBHOOK_PLACES.table, `webhook_place ${id}`, `is of webhook ${id}, which is not stored`)
  },
})

const keyBytes = 10

/** Checks the rows that each import touched: known imports, known ways of touching, readable rows. */
export function checkImportRows({ db, findings }: Visit): void {
  for (const { key, value } of entriesOf(db, 'import_rows')) {
    findings.count('import_rows')
    if (key.length !== keyBytes || key.readUInt8(5) >= TOUCHES.length) {
      findings.add('import_rows', key.toString('hex'), 'is not a key of this table')
      continue
    }
    const importId = key.readUInt32BE(1)
    const at = `rows of import ${importId}`
    if (!db.doesExist(keyOf(IMPORT, u32(importId))))
      findings.add('import_rows', at, 'belong to an import that is not stored')
    if (!isPacked(value)) findings.add('import_rows', at, 'cannot be read')
  }
}

export const rulesOfLabels = ({ db, findings }: Visit): Beside<LabelRule> => ({
  onRecord({ id, labelId }) {
    if (!db.doesExist(keyOf(LABEL, u32(labelId))))
      findings.add(LABEL_RULE, `rule ${id}`, `gives label ${labelId}, which is not stored`)
  },
})

/**
 * Checks that rules and rows by hand belong to stored labels; that such rows can be read and exist; and that no row is
 * both given a label and taken from it.
 */
export function checkLabelRows({ db, findings }: Visit): void {
  const next = readNextOrdinal(db)
  let added: { readonly of: string; readonly rows: Piece } | null = null
  for (const { key, value } of entriesOf(db, 'label_rows')) {
    findings.count('label_rows')
    const hand = HANDS[key[keyBytes - 1] ?? HANDS.length]
    if (key.length !== keyBytes || hand === undefined) {
      findings.add('label_rows', key.toString('hex'), 'is not a key of this table')
      continue
    }
    const [piece, labelId] = [key.readUInt32BE(1), key.readUInt32BE(5)]
    const at = `rows of label ${labelId}, piece ${piece}`
    if (!db.doesExist(keyOf(LABEL, u32(labelId))))
      findings.add('label_rows', at, 'belong to a label that is not stored')
    if (!isPacked(value)) {
      findings.add('label_rows', at, 'cannot be read')
      continue
    }
    const rows = unpackPiece(value)
    if (piece * ROWS_PER_PIECE + lastPlace(rows) >= next) findings.add('label_rows', at, 'name rows that never were')
    const of = key.toString('hex', 0, keyBytes - 1)
    if (hand === 'added') added = { of, rows }
    else if (added?.of === of && added.rows.some((word, i) => (word & (rows[i] as number)) !== 0))
      findings.add('label_rows', at, 'are both given and taken')
  }
}

function lastPlace(rows: Piece): number {
  const word = rows.findLastIndex((bits) => bitsIn(bits) > 0)
  return word * 32 + 31 - Math.clz32(rows[word] as number)
}

/** The ids of all stored people, also of those whose record is damaged. */
export const storedUsers = (db: Database): ReadonlySet<number> =>
  new Set(Array.from(keysUnder(db, { prefix: keyOf(USER) }), (key) => key.readUInt32BE(1)))

export function keysPerPerson({ findings }: Visit): Beside<ApiKey> {
  const perPerson = new Map<string, number>()
  return {
    onRecord({ userId, kind }) {
      const whose = `${userId} ${kind}`
      perPerson.set(whose, (perPerson.get(whose) ?? 0) + 1)
    },
    onEnd() {
      for (const [whose, keys] of perPerson) {
        const [userId, kind] = whose.split(' ')
        const max = kind === 'bot' ? 1 : agentKeysPerPersonMax
        if (keys > max) findings.add(KEY, `user ${userId}`, `has ${keys} ${kind} keys, more than ${max}`)
      }
    },
  }
}

export const proposalsOfRows = ({ db, findings }: Visit): Beside<Proposal> => ({
  onRecord(proposal) {
    for (const problem of problemsOf(db, proposal)) findings.add(PROPOSAL, `proposal ${proposal.id}`, problem)
  },
})

function* problemsOf(db: Database, proposal: Proposal): Generator<string> {
  const { reviewerId, reviewedAtMs, status } = proposal
  if (ordinalOf(db, proposal.rowId) !== proposal.ordinal)
    yield `names row ${proposal.rowId} and number ${proposal.ordinal}, which differ`
  if ((status === 'pending') !== (reviewerId === null) || (reviewerId === null) !== (reviewedAtMs === null))
    yield `is ${status} and has ${reviewerId === null ? 'no' : 'a'} reviewer`
  if (status === 'approved' && !hasRevision(db, proposal)) yield 'is approved, but no revision of its row comes from it'
}

/** Whether this approval made a revision of the row's manual layer. */
const hasRevision = (db: Database, proposal: Proposal): boolean =>
  readOr(() => readRevisions(db, proposal.ordinal, 'manual').some(({ proposalId }) => proposalId === proposal.id), true)

/** Whether revisions of the row may name the proposal. It may be open again: an approval can be taken back. */
export const isProposalOf = (db: Database, id: number, ordinal: number): boolean =>
  readOr(() => readProposal(db, id)?.ordinal === ordinal, true)
