// Blind comparisons of two models, and people's verdicts on their pairs. Backups have them; merges do not.
import { type BlindPair, type Verdict, VERDICTS } from '../../domain/blind-comparison.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { asList } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import {
  allOfKind,
  callsItself,
  type Kind,
  latestOfKind,
  nextId,
  type NumberedKind,
  piecesOf,
  putNumbered,
  putOfKind,
  readNumbered,
  readOfKind,
} from './kind.ts'

const COMPARISON = { name: 'comparison', number: 60, hasIds: true } as const
const COMPARISON_VERDICT = { name: 'comparison_verdict', number: 61 } as const

export interface ComparisonRecord {
  readonly id: number
  readonly atMs: number
  readonly userId: number
  readonly models: readonly [string, string]
  readonly pairs: readonly BlindPair[]
  /** Rows for which both models gave the same text. */
  readonly same: number
}

interface VerdictRecord {
  readonly comparisonId: number
  /** The number of the pair, from 0. */
  readonly place: number
  readonly userId: number
  readonly verdict: Verdict
  readonly atMs: number
}

export const COMPARISONS: NumberedKind<ComparisonRecord> = {
  table: COMPARISON,
  form: asList<ComparisonRecord>({ id: 0, atMs: 1, userId: 2, models: 3, pairs: 4, same: 5 }),
  shape: (zod) => {
    const { id, timeMs } = piecesOf(zod)
    const both = zod.tuple([zod.string(), zod.string()])
    const pair = zod.strictObject({ rowId: zod.string().regex(/^[0-9a-f]{16}$/), source: zod.string(), texts: both })
    return zod.strictObject({
      id,
      atMs: timeMs,
      userId: id,
      models: both,
      pairs: zod.array(pair),
      same: zod.int().min(0),
    })
  },
  indexes: [],
  problem: callsItself(''),
  people: ({ userId }) => [['was made by', userId]],
}

const verdictKey = ({ comparisonId, userId, place }: Omit<VerdictRecord, 'verdict' | 'atMs'>): Buffer =>
  keyOf(COMPARISON_VERDICT, u32(comparisonId), u32(userId), u32(place))

export const COMPARISON_VERDICTS: Kind<VerdictRecord> = {
  table: COMPARISON_VERDICT,
  form: asList<VerdictRecord>({ comparisonId: 0, place: 1, userId: 2, verdict: 3, atMs: 4 }),
  shape: (zod) => {
    const { id, timeMs } = piecesOf(zod)
    return zod.strictObject({
      comparisonId: id,
      place: zod.int().min(0),
      userId: id,
      verdict: zod.enum(VERDICTS),
      atMs: timeMs,
    })
  },
  indexes: [],
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
