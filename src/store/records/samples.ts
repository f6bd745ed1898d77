// Samples of lists, read before the rest is accepted, and what people said of each row drawn. Backups have them; merges do not.
import { ACCEPTED_AS, RISKS } from '../../domain/work/sampling.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import type { Txn } from '../txn.ts'
import {
  callsItself,
  type Kind,
  latestOfKind,
  nextId,
  type NumberedKind,
  putNumbered,
  putOfKind,
  readNumbered,
  readOfKind,
  recordsOfKind,
} from './kind.ts'
import * as is from './members.ts'

export const SAMPLE = { name: 'sample', number: 139, hasIds: true } as const
const SAMPLE_VERDICT = { name: 'sample_verdict', number: 140 } as const

const risk = is.oneOf(RISKS)

const MEMBERS = {
  id: is.id,
  /** When the list was read; texts written later are not in it. */
  atMs: is.time,
  userId: is.id,
  /** The filter as an address has it. */
  filter: is.text,
  seed: is.text,
  /** The rows of the list (`packSteps`). */
  strata: is.listOf(is.whole({ risk, rows: is.text })),
  /** `seq`: the revision of the machine layer that is read. */
  drawn: is.listOf(is.whole({ ordinal: is.id, seq: is.id, risk, isEven: is.flag })),
  /** What was accepted last; null: nothing yet. `rows`: of all times. `wrongMax`: so many of them are wrong at most. */
  accepted: is.orNull(
    is.whole({ atMs: is.time, userId: is.id, mark: is.oneOf(ACCEPTED_AS), rows: is.count, wrongMax: is.count }),
  ),
}
export type SampleRecord = is.RecordOf<typeof MEMBERS>

const VERDICT_MEMBERS = {
  sampleId: is.id,
  /** The place among the rows drawn, from 0. */
  place: is.count,
  userId: is.id,
  isWrong: is.flag,
  atMs: is.time,
}
type SampleVerdict = is.RecordOf<typeof VERDICT_MEMBERS>

export const SAMPLES: NumberedKind<SampleRecord> = {
  table: SAMPLE,
  ...is.stored<SampleRecord>(MEMBERS),
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
  ...is.stored<SampleVerdict>(VERDICT_MEMBERS),
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
