// Corrects times given by a clock that was ahead (windrow check --repair-times): times later than now become now. Texts, order and
// numbers remain.
import { dayOf } from '../../base/time.ts'
import { hourOf } from '../../domain/events.ts'
import type { Heads, Revision } from '../../domain/row.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, keyOfU32, ROWS_PER_CHUNK, u32, u48 } from '../file/keyspace.ts'
import { getRecord, keysUnder, putRecord, records } from '../file/record.ts'
import { type Kind, putOfKind, readOfKind, recordsOfKind } from '../records/kind.ts'
import { KINDS } from '../records/kinds.ts'
import { ACTIVITIES, activityKey } from '../records/act-writer.ts'
import { ordinalsWithHeads, putHeads, readHeads } from '../rows/heads.ts'
import { decodeRevision, encodeRevision } from '../rows/revision-bytes.ts'
import { lastTimeKey } from '../view.ts'
import { readTimes, setTime, timeAt } from '../rows/changes.ts'
import { entriesOf, nothing } from './check-reading.ts'

/** Corrects all times. Yields 1 for each changed entry, else 0. Keeps the changes of one table in memory. */
export function* repairTimes(db: Database, nowMs: number): Generator<0 | 1> {
  for (const kind of KINDS)
    yield* kind === ACTIVITIES ? repairActivity(db, nowMs) : repairRecords(db, kind as Kind<object>, nowMs)
  yield* repairActs(db, nowMs)
  yield* repairDays(db, nowMs)
  yield* repairRevisions(db, nowMs)
  yield* repairHeads(db, nowMs)
  yield* repairChanges(db, nowMs)
  putRecord(db, lastTimeKey, nowMs)
}

/** Applies the changes of a table. It reads the whole table first: writing under an open cursor would lose its place. */
function* changing<T>(found: Iterable<T | null>, change: (entry: T) => void): Generator<0 | 1> {
  const changed: T[] = []
  for (const entry of found) {
    if (entry !== null) changed.push(entry)
    yield entry === null ? 0 : 1
  }
  changed.forEach(change)
}

function* repairRecords(db: Database, kind: Kind<object>, nowMs: number): Generator<0 | 1> {
  const found = function* () {
    for (const { key, value } of recordsOfKind(db, kind)) {
      const right = recordUntil(value, nowMs)
      yield right === null ? null : { key, value, right }
    }
  }
  yield* changing(found(), ({ key, value, right }) => putOfKind(db, kind, key, value, right))
}

/** Milliseconds per unit of a member that is a time given by windrow; null: it is none. */
function unitOf(name: string): number | null {
  // The last step of a second factor: after one in the future no code would be accepted.
  if (name === 'lastStep') return 30_000
  return /^(?:at|since|.*At)Ms$/.test(name) && name !== 'expiresAtMs' && name !== 'mergedAtMs' ? 1 : null
}

/** The record with its future times moved back; null: it has none. `expiresAtMs` moves back as far as the other times. */
function recordUntil(record: object, nowMs: number): object | null {
  let isChanged = false
  let lateMs = 0
  const members = Object.entries(record).map(([name, value]): [string, unknown] => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const inside = recordUntil(value, nowMs)
      isChanged ||= inside !== null
      return [name, inside ?? value]
    }
    const unit = unitOf(name)
    if (unit === null || typeof value !== 'number' || value * unit <= nowMs) return [name, value]
    isChanged = true
    lateMs = Math.max(lateMs, value * unit - nowMs)
    return [name, Math.floor(nowMs / unit)]
  })
  const right = Object.fromEntries(members)
  if (typeof right['expiresAtMs'] === 'number') right['expiresAtMs'] -= lateMs
  return isChanged ? right : null
}

/** Adds the counts of hours in the future to those of the present hour. */
function* repairActivity(db: Database, nowMs: number): Generator<0 | 1> {
  const hour = hourOf(nowMs)
  const found = function* () {
    for (const { key, value } of recordsOfKind(db, ACTIVITIES)) yield value.lastMs > nowMs ? { key, value } : null
  }
  yield* changing(found(), ({ key, value }) => {
    void db.remove(key)
    const own = activityKey(hour, value)
    const before = readOfKind(db, ACTIVITIES, own)
    const firstMs = Math.min(before?.firstMs ?? nowMs, hourOf(value.firstMs) === hour ? value.firstMs : nowMs)
    const count = (before?.count ?? 0) + value.count
    putOfKind(db, ACTIVITIES, own, before ?? null, { ...value, count, firstMs, lastMs: nowMs })
  })
}

const actTimeAt = 5

function* repairActs(db: Database, nowMs: number): Generator<0 | 1> {
  const found = function* () {
    for (const key of keysUnder(db, { prefix: keyOf('act_of_person') }))
      yield key.readUIntBE(actTimeAt, 6) > nowMs ? key : null
  }
  yield* changing(found(), (key) => {
    void db.remove(key)
    const own = Buffer.from(key)
    own.writeUIntBE(nowMs, actTimeAt, 6)
    void db.put(own, nothing)
  })
}

/** Adds the quotas of days in the future to those of today. */
function* repairDays(db: Database, nowMs: number): Generator<0 | 1> {
  const today = dayOf(nowMs)
  for (const table of ['quota', 'answer_bytes'] as const) {
    const found = function* () {
      for (const { key, value } of records<number>(db, { prefix: keyOf(table) }))
        yield key.toString('utf8', 5) > today ? { key, value } : null
    }
    yield* changing(found(), ({ key, value }) => {
      void db.remove(key)
      const own = keyOf(table, u32(key.readUInt32BE(1)), today)
      putRecord(db, own, (getRecord<number>(db, own) ?? 0) + value)
    })
  }
}

const isLate = ({ createdAtMs, approvedAtMs }: Revision, nowMs: number): boolean =>
  createdAtMs > nowMs || (approvedAtMs ?? 0) > nowMs

const revisionUntil = <T extends Revision>(revision: T, nowMs: number): T => ({
  ...revision,
  createdAtMs: Math.min(revision.createdAtMs, nowMs),
  approvedAtMs: revision.approvedAtMs === null ? null : Math.min(revision.approvedAtMs, nowMs),
})

function* repairRevisions(db: Database, nowMs: number): Generator<0 | 1> {
  const found = function* () {
    for (const { key, value } of entriesOf(db, 'revision')) {
      const revision = decodeRevision(value)
      yield isLate(revision, nowMs) ? { key, revision } : null
    }
  }
  yield* changing(found(), ({ key, revision }) => void db.put(key, encodeRevision(revisionUntil(revision, nowMs))))
}

function* repairHeads(db: Database, nowMs: number): Generator<0 | 1> {
  const found = function* () {
    for (const ordinal of ordinalsWithHeads(db)) {
      const { manual, machine } = readHeads(db, ordinal)
      const late = [manual, machine].some((head) => head !== null && isLate(head, nowMs))
      yield late ? ordinal : null
    }
  }
  yield* changing(found(), (ordinal) => {
    const heads = readHeads(db, ordinal)
    const [manual, machine] = [heads.manual, heads.machine].map((head) => head && revisionUntil(head, nowMs))
    putHeads(db, ordinal, { ...heads, manual, machine } as Heads)
  })
}

function* repairChanges(db: Database, nowMs: number): Generator<0 | 1> {
  const found = function* () {
    for (const key of keysUnder(db, { prefix: keyOf('changed') })) yield key.readUIntBE(1, 6) > nowMs ? key : null
  }
  yield* changing(found(), (key) => {
    void db.remove(key)
    const chunk = key.readUInt32BE(7)
    const times = readTimes(db, chunk)
    for (let place = 0; place < ROWS_PER_CHUNK; place++) {
      if (timeAt(times, place) > nowMs) setTime(times, place, nowMs)
    }
    times.writeUIntLE(nowMs, 0, 6)
    void db.put(keyOfU32('changed_at', chunk), times)
    // An empty value notes no earliest time: readers look at the times themselves.
    void db.put(keyOf('changed', u48(nowMs), u32(chunk)), nothing)
  })
}
