// Samples of lists, read before the rest is accepted, and what people said of each row drawn. Backups have them; merges do not.
import { ACCEPTED_AS, type AcceptedAs, type Drawn, RISKS, type Risk } from '../../domain/work/sampling.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { asList } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import {
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
  recordsOfKind,
} from './kind.ts'

export const SAMPLE = { name: 'sample', number: 139, hasIds: true } as const
const SAMPLE_VERDICT = { name: 'sample_verdict', number: 140 } as const

export interface SampleRecord {
  readonly id: number
  /** When the list was read; texts written later are not in it. */
  readonly atMs: number
  readonly userId: number
  /** The filter as an address has it. */
  readonly filter: string
  readonly seed: string
  /** The rows of the list (`packSteps`). */
  readonly strata: readonly { readonly risk: Risk; readonly rows: string }[]
  /** `seq`: the revision of the machine layer that is read. */
  readonly drawn: readonly (Drawn & { readonly seq: number })[]
  /** What was accepted last; null: nothing yet. `rows`: of all times. `wrongMax`: so many of them are wrong at most. */
  readonly accepted: {
    readonly atMs: number
    readonly userId: number
    readonly mark: AcceptedAs
    readonly rows: number
    readonly wrongMax: number
  } | null
}

interface SampleVerdict {
  readonly sampleId: number
  /** The place among the rows drawn, from 0. */
  readonly place: number
  readonly userId: number
  readonly isWrong: boolean
  readonly atMs: number
}

export const SAMPLES: NumberedKind<SampleRecord> = {
  table: SAMPLE,
  form: asList<SampleRecord>({ id: 0, atMs: 1, userId: 2, filter: 3, seed: 4, strata: 5, drawn: 6, accepted: 7 }),
  shape: (zod) => {
    const { id, timeMs, count } = piecesOf(zod)
    const risk = zod.enum(RISKS)
    const accepted = { atMs: timeMs, userId: id, mark: zod.enum(ACCEPTED_AS), rows: count, wrongMax: count }
    return zod.strictObject({
      id,
      atMs: timeMs,
      userId: id,
      filter: zod.string(),
      seed: zod.string(),
      strata: zod.array(zod.strictObject({ risk, rows: zod.string() })),
      drawn: zod.array(zod.strictObject({ ordinal: id, seq: id, risk, isEven: zod.boolean() })),
      accepted: zod.strictObject(accepted).nullable(),
    })
  },
  indexes: [],
  problem: callsItself(''),
  people: ({ userId, accepted }) => [
    ['was drawn by', userId],
    ...(accepted === null ? [] : [['was accepted by', accepted.userId] as const]),
  ],
}

const verdictKey = ({ sampleId, place }: Pick<SampleVerdict, 'sampleId' | 'place'>): Buffer =>
  keyOf(SAMPLE_VERDICT, u32(sampleId), u32(place))

export const SAMPLE_VERDICTS: Kind<SampleVerdict> = {
  table: SAMPLE_VERDICT,
  form: asList<SampleVerdict>({ sampleId: 0, place: 1, userId: 2, isWrong: 3, atMs: 4 }),
  shape: (zod) => {
    const { id, timeMs, count } = piecesOf(zod)
    return zod.strictObject({ sampleId: id, place: count, userId: id, isWrong: zod.boolean(), atMs: timeMs })
  },
  indexes: [],
  nameOf: (key) => `row ${key.readUInt32BE(5)} of sample ${key.readUInt32BE(1)}`,
  problem: (record, key) => (verdictKey(record).equals(key) ? null : 'names another row or sample'),
  people: ({ userId }) => [['is by', userId]],
}

export const readSample = (db: Database, id: number): SampleRecord | undefined => readNumbered(db, SAMPLES, id)

/** Samples, the newest first. */
export const latestSamples = (db: Database, limit: number): SampleRecord[] => [
  ...latestOfKind(db, SAMPLES, undefined, limit),
]

/** Stores a new sample and returns its number. */
export function addSample(txn: Txn, sample: Omit<SampleRecord, 'id' | 'accepted'>): number {
  const added = { id: nextId(txn, SAMPLE), ...sample, accepted: null }
  putNumbered(txn.db, SAMPLES, null, added)
  return added.id
}

export const putSample = ({ db }: Txn, before: SampleRecord, after: SampleRecord): void =>
  putNumbered(db, SAMPLES, before, after)

/** What was said of each row drawn, by its place. */
export const sampleVerdicts = (db: Database, sampleId: number): ReadonlyMap<number, boolean> => {
  const all = recordsOfKind(db, SAMPLE_VERDICTS, { prefix: keyOf(SAMPLE_VERDICT, u32(sampleId)) })
  return new Map(Array.from(all, ({ value }) => [value.place, value.isWrong]))
}

export const readSampleVerdict = (db: Database, sampleId: number, place: number): SampleVerdict | undefined =>
  readOfKind(db, SAMPLE_VERDICTS, verdictKey({ sampleId, place }))

/** Stores what is said of a row, in place of what was said before. */
export const putSampleVerdict = ({ db, timeMs }: Txn, verdict: Omit<SampleVerdict, 'atMs'>): void =>
  putOfKind(db, SAMPLE_VERDICTS, verdictKey(verdict), null, { ...verdict, atMs: timeMs })
