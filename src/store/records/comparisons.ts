// Blind comparisons of two models, and people's verdicts on their pairs. Backups have them; merges do not.
import { VERDICTS } from '../../domain/blind-comparison.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import type { Txn } from '../txn.ts'
import {
  allOfKind,
  callsItself,
  type Kind,
  latestOfKind,
  nextId,
  type NumberedKind,
  putNumbered,
  putOfKind,
  readNumbered,
  readOfKind,
} from './kind.ts'
import * as is from './members.ts'

const COMPARISON = { name: 'comparison', number: 60, hasIds: true } as const
const COMPARISON_VERDICT = { name: 'comparison_verdict', number: 61 } as const

const both: is.Member<readonly [string, string]> = (zod) => zod.tuple([zod.string(), zod.string()])

const MEMBERS = {
  id: is.id,
  atMs: is.time,
  userId: is.id,
  models: both,
  pairs: is.listOf(is.whole({ rowId: is.rowId, source: is.text, texts: both })),
  /** Rows for which both models gave the same text. */
  same: is.count,
}
export type ComparisonRecord = is.RecordOf<typeof MEMBERS>

const VERDICT_MEMBERS = {
  comparisonId: is.id,
  /** The number of the pair, from 0. */
  place: is.count,
  userId: is.id,
  verdict: is.oneOf(VERDICTS),
  atMs: is.time,
}
type VerdictRecord = is.RecordOf<typeof VERDICT_MEMBERS>

export const COMPARISONS: NumberedKind<ComparisonRecord> = {
  table: COMPARISON,
  ...is.stored<ComparisonRecord>(MEMBERS),
  problem: callsItself(''),
  people: ({ userId }) => [['was made by', userId]],
}

const verdictKey = ({ comparisonId, userId, place }: Omit<VerdictRecord, 'verdict' | 'atMs'>): Buffer =>
  keyOf(COMPARISON_VERDICT, u32(comparisonId), u32(userId), u32(place))

export const COMPARISON_VERDICTS: Kind<VerdictRecord> = {
  table: COMPARISON_VERDICT,
  ...is.stored<VerdictRecord>(VERDICT_MEMBERS),
  nameOf: (key) => `pair ${key.readUInt32BE(9)} of comparison ${key.readUInt32BE(1)}`,
  problem: (record, key) => (verdictKey(record).equals(key) ? null : 'names another pair or person'),
  people: ({ userId }) => [['is by', userId]],
}

export const readComparison = (db: Database, id: number): ComparisonRecord | undefined =>
  readNumbered(db, COMPARISONS, id)

/** Comparisons, the newest first. */
export const comparisons = (db: Database, beforeId?: number, limit?: number): ComparisonRecord[] => [
  ...latestOfKind(db, COMPARISONS, beforeId, limit),
]

/** Stores a new comparison and returns its number. */
export function putComparison(txn: Txn, comparison: Omit<ComparisonRecord, 'id' | 'atMs'>): number {
  const added = { id: nextId(txn, COMPARISON), atMs: txn.timeMs, ...comparison }
  putNumbered(txn.db, COMPARISONS, null, added)
  return added.id
}

export const verdictsOn = (db: Database, comparisonId: number): readonly VerdictRecord[] => [
  ...allOfKind(db, COMPARISON_VERDICTS, { prefix: keyOf(COMPARISON_VERDICT, u32(comparisonId)) }),
]

/** Stores a person's verdict on a pair, in place of the one that they gave before. */
export function putVerdict({ db, timeMs }: Txn, verdict: Omit<VerdictRecord, 'atMs'>): void {
  const key = verdictKey(verdict)
  putOfKind(db, COMPARISON_VERDICTS, key, readOfKind(db, COMPARISON_VERDICTS, key) ?? null, {
    ...verdict,
    atMs: timeMs,
  })
}
