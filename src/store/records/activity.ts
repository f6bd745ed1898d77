// Reads the acts that act-writer.ts stored, newest first: a page's cost depends on the page only.
import { ACT_KINDS, type ActKind } from '../../domain/events.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32, u48 } from '../file/keyspace.ts'
import { firstKey, keysUnder } from '../file/record.ts'
import { allOfKind } from './kind.ts'
import { ACTIVITIES, type ActivityRecord } from './act-writer.ts'

export const activityOfHour = (db: Database, hour: number, limit: number): ActivityRecord[] => [
  ...allOfKind(db, ACTIVITIES, { prefix: keyOf(ACTIVITIES.table, u32(hour)), limit }),
]

/** The latest hour before this one in which something was done. */
export function latestActiveHour(db: Database, hour: number): number | null {
  const { table } = ACTIVITIES
  const key = firstKey(db, { prefix: keyOf(table), from: keyOf(table, u32(hour)), reverse: true })
  return key?.readUInt32BE(1) ?? null
}

export interface KeptAct {
  readonly kind: ActKind
  readonly atMs: number
  readonly ordinal: number
  readonly number: number
  /** Where the act is among the person's acts, for the next page. */
  readonly place: string
}

const personBytes = 5
const keyBytes = 20

/** Reads an act from its whole key in `act_of_person`; the result leaves out the person, with whom the key begins. */
export function actIn(key: Buffer): KeptAct | null {
  const kind = ACT_KINDS[key.length === keyBytes ? key.readUInt8(15) : -1]
  if (kind === undefined) return null
  return {
    kind,
    atMs: key.readUIntBE(personBytes, 6),
    ordinal: key.readUInt32BE(11),
    number: key.readUInt32BE(16),
    place: key.toString('hex', personBytes),
  }
}

export const isPlace = (text: string): boolean => /^[0-9a-f]{30}$/.test(text)

interface ActRange {
  /** Acts from `sinceMs` to before `untilMs` (milliseconds). */
  readonly sinceMs: number
  readonly untilMs: number
  /** The `place` to continue before; null: begin at `untilMs`. */
  readonly before: string | null
}

/** A person's acts, newest first, read on demand. */
export function* actsOfPerson(
  db: Database,
  userId: number,
  { sinceMs, untilMs, before }: ActRange,
): Generator<KeptAct> {
  const prefix = keyOf('act_of_person', u32(userId))
  const until = keyOf('act_of_person', u32(userId), u48(untilMs))
  const from = before === null ? until : Buffer.concat([prefix, Buffer.from(before, 'hex')])
  const start = Buffer.compare(from, until) < 0 ? from : until
  for (const key of keysUnder(db, { prefix, from: start, reverse: true })) {
    if (key.equals(start)) continue
    const act = actIn(key)
    if (act === null) continue
    if (act.atMs < sinceMs) return
    yield act
  }
}
