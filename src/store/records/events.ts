// The log of what happened (docs/api-v2.md#events). An event is appended in the transaction of its change. Numbers
// go up by one in the order of commits, and readers continue after the last one they have.
//
//   event         key: number                                        value: EventRecord
//   event_alone   key: number of one that the activity page shows alone   value: none
import { EVENT_KINDS, type EventFacts, isShownAlone, type Told } from '../../domain/events.ts'
import { eventAgeMsMax, eventsKept, eventsMax } from '../../domain/limits.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { firstKey } from '../file/record.ts'
import {
  callsItself,
  idAtEnd,
  type NumberedKind,
  putNumbered,
  recordsAfter,
  recordsNamedIn,
  removeNumbered,
  takeIds,
  upcomingId,
} from './kind.ts'
import * as is from './members.ts'

const EVENT = { name: 'event', number: 48, hasIds: true } as const
const ALONE = { name: 'event_alone', number: 54 } as const

const facts: is.Member<EventFacts> = (zod) =>
  zod.record(zod.string(), zod.union([zod.string(), zod.number(), zod.null()]))

const MEMBERS = {
  id: is.id,
  atMs: is.time,
  kind: is.oneOf(EVENT_KINDS),
  /** Null: the command line. */
  actorId: is.orNull(is.id),
  facts,
}
export type EventRecord = is.RecordOf<typeof MEMBERS>

export const EVENTS: NumberedKind<EventRecord> = {
  table: EVENT,
  ...is.stored<EventRecord>(MEMBERS),
  indexes: [
    {
      table: ALONE,
      entries: ({ kind, id }) => (isShownAlone(kind) ? [keyOf(ALONE, u32(id))] : []),
      ...idAtEnd(EVENT, 'event'),
    },
  ],
  problem: callsItself(''),
  people: ({ actorId }) => (actorId === null ? [] : [['is by', actorId]]),
}

/** Facts of an event, such as names of files, are cut to this length. */
const factCharsMax = 200
/** Old events are removed once in so many new ones, some at a time. */
const removedWith = 16

const bounded = (facts: EventFacts): EventFacts =>
  Object.values(facts).every((fact) => typeof fact !== 'string' || fact.length <= factCharsMax)
    ? facts
    : Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, cut(fact)]))

const cut = (fact: string | number | null): string | number | null =>
  typeof fact === 'string' ? fact.slice(0, factCharsMax).toWellFormed() : fact

/** Gathers the events of one write and stores them at its end. */
export class EventWriter {
  readonly #db: Database
  readonly #timeMs: number
  readonly #told: (Told & { readonly actorId: number | null })[] = []

  constructor(db: Database, timeMs: number) {
    this.#db = db
    this.#timeMs = timeMs
  }

  tell(actorId: number | null, told: Told | null): void {
    if (told !== null) this.#told.push({ ...told, actorId })
  }

  finish(): void {
    const count = this.#told.length
    if (count === 0) return
    const first = takeIds(this.#db, EVENT, count)
    this.#told.forEach(({ kind, actorId, facts }, at) => {
      const event = { id: first + at, kind, atMs: this.#timeMs, actorId, facts: bounded(facts) }
      putNumbered(this.#db, EVENTS, null, event)
    })
    this.#told.length = 0
    const last = first + count - 1
    if (Math.floor(last / removedWith) > Math.floor((first - 1) / removedWith)) {
      removeOld(this.#db, last, this.#timeMs, 2 * Math.max(count, removedWith))
    }
  }
}

function removeOld(db: Database, last: number, nowMs: number, count: number): void {
  const old = eventsAfter(db, 0, last - firstEventId(db) < eventsKept ? 0 : count).filter(
    ({ id, atMs }) => last - id >= eventsMax || (last - id >= eventsKept && nowMs - atMs > eventAgeMsMax),
  )
  for (const event of old) removeNumbered(db, EVENTS, event)
}

/** The events after a number, at most `limit`, in ascending order. */
export const eventsAfter = (main: Database, after: number, limit: number): readonly EventRecord[] =>
  limit === 0 ? [] : recordsAfter(main, EVENTS, after, limit)

/** The number of the last event; 0: there was none. */
export const lastEventId = (main: Database): number => upcomingId(main, EVENT) - 1

/** The number of the first event that is kept; without any, the number that the next one will get. */
export const firstEventId = (main: Database): number =>
  firstKey(main, { prefix: keyOf(EVENT) })?.readUInt32BE(1) ?? upcomingId(main, EVENT)

/** Events that the activity page shows alone, newest first. */
export const eventsAlone = (main: Database, beforeId: number): Generator<EventRecord, undefined> =>
  recordsNamedIn(main, EVENTS, {
    prefix: keyOf(ALONE),
    from: keyOf(ALONE, u32(Math.max(0, beforeId - 1))),
    reverse: true,
  })
