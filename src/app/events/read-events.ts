// Reads the log of events by number (docs/api-v2.md#events). A page looks at a bounded number of events, so a page of rare kinds may
// be empty before the end of the log; `next` tells how far it looked.
import { isoTime } from '../../base/time.ts'
import type { EventKind } from '../../domain/events.ts'
import { eventsLookedAtMax } from '../../domain/limits.ts'
import { type EventRecord, eventsAfter, firstEventId, lastEventId } from '../../store/records.ts'
import type { App } from '../app.ts'

export interface EventQuery {
  readonly after: number
  readonly limit: number
  /** The kinds of events wanted; null: all. */
  readonly kinds: ReadonlySet<EventKind> | null
}

interface EventPage {
  readonly events: readonly EventRecord[]
  /** The next page begins after this number. */
  readonly next: number
  /** The number of the oldest event in the log: those between `after` and this one were deleted. */
  readonly first: number
  readonly last: number
}

export function readEvents({ store: { main } }: App, { after, limit, kinds }: EventQuery): EventPage {
  const ends = { first: firstEventId(main), last: lastEventId(main) }
  const seen = eventsAfter(main, after, kinds === null ? limit : eventsLookedAtMax)
  const events = seen.filter(({ kind }) => kinds?.has(kind) ?? true).slice(0, limit)
  const isCut = events.length === limit
  return { events, next: (isCut ? events : seen).at(-1)?.id ?? after, ...ends }
}

interface EventJson {
  readonly id: number
  readonly kind: string
  readonly at: string
  /** Null: the command line. */
  readonly actor: { readonly id: number; readonly name: string | null } | null
  readonly facts: Readonly<Record<string, string | number | null>>
}

/** An event in the form in which API v2 and webhooks send it. `names`: the names of people by their id. */
export const eventJson = (
  { id, kind, atMs, actorId, facts }: EventRecord,
  names: (id: number) => string | null,
): EventJson => ({
  id,
  kind,
  at: isoTime(atMs),
  actor: actorId === null ? null : { id: actorId, name: names(actorId) },
  facts: Object.fromEntries(Object.entries(facts).map(([name, fact]) => [wireName(name), fact])),
})

const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
