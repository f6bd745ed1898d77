// What the team and its people did: the feed of all, a person’s acts on texts, and their texts of a day.
import type { Comment } from '../../domain/discussion.ts'
import { type ActKind, hourOf, numberOf, startOfHour } from '../../domain/events.ts'
import type { Proposal } from '../../domain/proposal.ts'
import { type Revision, sourceTextOf } from '../../domain/row.ts'
import {
  activityOfHour,
  type ActivityRecord,
  actsOfPerson,
  type EventRecord,
  eventsAlone,
  isPlace,
  type KeptAct,
  latestActiveHour,
  readComment,
  readProposal,
} from '../../store/records.ts'
import { readRetiredId, readRevision, readRow } from '../../store/rows.ts'
import type { App } from '../app.ts'

export type FeedItem =
  | { readonly kind: 'acts'; readonly atMs: number; readonly acts: ActivityRecord }
  | { readonly kind: 'event'; readonly atMs: number; readonly event: EventRecord }

interface FeedHour {
  readonly startMs: number
  readonly items: readonly FeedItem[]
}

interface FeedPage {
  /** The hours of the page, newest first. Each is complete, unless it has very many events. */
  readonly hours: readonly FeedHour[]
  /** Where the next page begins; null: this is the last. */
  readonly next: string | null
}

/** After so many items the page ends, with the hour that it has begun. */
const itemsMin = 40
/** How many sums (of people, kinds of work and models) an hour shows, and how many other events: the next page shows more. */
const perHourMax = 200
const highest = 0xffff_ffff
const dayMs = 24 * 60 * 60 * 1000

/** How far a page has read the sums and the log of events. */
interface Position {
  hour: number
  eventId: number
}

const parsePosition = (text: string): Position => {
  const [, hour, eventId] = /^(\d{1,10})\.(\d{1,10})$/.exec(text) ?? []
  const bounded = (digits: string | undefined): number => Math.min(Number(digits ?? highest), highest)
  return { hour: bounded(hour), eventId: bounded(eventId) }
}

/**
 * The team's feed, newest first: work on texts as sums by the hour (act-writer.ts), all else from the log of events.
 * Both are read from their newest end, so a page costs the same at any size of store. `from`: the `next` of the
 * previous page; any other text begins with the newest.
 */
export function readFeed(app: App, from: string): FeedPage {
  const { main } = app.store
  const at = parsePosition(from)
  const events = eventsAlone(main, at.eventId)
  let event = events.next().value
  const hours: FeedHour[] = []
  let count = 0
  for (;;) {
    const active = latestActiveHour(main, at.hour)
    const hour = Math.max(active ?? -1, event === undefined ? -1 : hourOf(event.atMs))
    if (hour < 0) return { hours, next: null }
    if (count >= itemsMin) return { hours, next: `${at.hour}.${at.eventId}` }
    const items: FeedItem[] = []
    if (active === hour) {
      at.hour = hour
      for (const acts of activityOfHour(main, hour, perHourMax)) items.push({ kind: 'acts', atMs: acts.lastMs, acts })
    }
    let alone = 0
    for (; event !== undefined && hourOf(event.atMs) === hour && alone < perHourMax; event = events.next().value) {
      at.eventId = event.id
      items.push({ kind: 'event', atMs: event.atMs, event })
      alone++
    }
    count += items.length
    hours.push({ startMs: startOfHour(hour), items: items.toSorted((a, b) => b.atMs - a.atMs) })
  }
}

/** What one person did of one kind on a day. `day`: 0 is the first of the days asked for. */
interface DaySum {
  readonly day: number
  readonly userId: number
  readonly kind: ActKind
  readonly count: number
}

/** Of the last days (UTC), today among them: one range of sums by the hour is read, however many texts there are. */
export function readDaySums(app: App, days: number): readonly DaySum[] {
  const first = Math.floor(app.clock.nowMs() / dayMs) - days + 1
  const sums: DaySum[] = []
  for (let at: number | null = highest; (at = latestActiveHour(app.store.main, at)) !== null; ) {
    const day = Math.floor(startOfHour(at) / dayMs) - first
    if (day < 0) break
    for (const { userId, kind, count } of activityOfHour(app.store.main, at, perHourMax))
      sums.push({ day, userId, kind, count })
  }
  return sums
}

export interface ShownAct {
  readonly kind: ActKind
  readonly atMs: number
  /** Null: the store has no such row. */
  readonly rowId: string | null
  /** Null: the row is not in the game. */
  readonly source: string | null
  /** The text that the act was about; null: its revision or proposal is gone. */
  readonly text: string | null
  /** The text's author; null: not known. */
  readonly authorId: number | null
  readonly proposalId: number | null
  /** Why a proposal was rejected. */
  readonly reason: string | null
}

interface AskedActs {
  /** The time of the acts, in milliseconds; `untilMs` itself is excluded. */
  readonly sinceMs: number
  readonly untilMs: number
  readonly kinds: ReadonlySet<ActKind>
  /** The `next` of the page before; empty: begins with the newest acts. */
  readonly from: string
  readonly limit: number
}

/** So many acts are read for a page, so a rare kind gives short pages. */
const looksMax = 5_000

/**
 * Reads a person's acts on texts, newest first, with row and text: decisions, manual texts and proposals, but not
 * machine texts.
 */
export function readActs(app: App, userId: number, { from, kinds, limit, sinceMs, untilMs }: AskedActs) {
  const acts: ShownAct[] = []
  let looked = 0
  let last = ''
  for (const act of actsOfPerson(app.store.main, userId, { sinceMs, untilMs, before: isPlace(from) ? from : null })) {
    if (acts.length === limit || looked === looksMax) return { acts, next: last }
    looked++
    last = act.place
    if (kinds.has(act.kind)) acts.push(shown(app, act))
  }
  return { acts, next: null }
}

function shown({ store: { main, files } }: App, { kind, atMs, ordinal, number }: KeptAct): ShownAct {
  const row = readRow(main, files, ordinal)
  const of = numberOf(kind)
  const about: Proposal | Revision | Comment | undefined =
    of === 'proposal'
      ? readProposal(main, number)
      : of === 'comment'
        ? readComment(main, number)
        : readRevision(main, ordinal, of, number)
  return {
    kind,
    atMs,
    rowId: row?.rowId ?? readRetiredId(main, ordinal)?.toString('hex') ?? null,
    source: row === null ? null : sourceTextOf(row),
    text: about?.text ?? null,
    authorId: about?.authorId ?? null,
    proposalId: of === 'proposal' ? number : null,
    reason: about !== undefined && 'reason' in about ? about.reason : null,
  }
}

/** Later than any time that a key of the log can hold. */
const latestMs = 2 ** 48 - 1
const UNCOUNTED: readonly ActKind[] = ['machine_text', 'commented']

interface Counted {
  readonly sinceMs: number
  readonly rows: Set<number>
  /** The key of the newest act that was counted; the next call begins after it. */
  newest: string
}

const counted = new WeakMap<App, Map<number, Counted>>()

/**
 * The texts that a person handled in a day: written, proposed, or decided; a row counts once. `sinceMs`: when the day
 * began. Reads only the acts since the last call.
 */
export function countToday(app: App, userId: number, sinceMs: number): number {
  const people = counted.get(app) ?? new Map<number, Counted>()
  counted.set(app, people)
  const known = people.get(userId)
  const today = known?.sinceMs === sinceMs ? known : { sinceMs, rows: new Set<number>(), newest: '' }
  people.set(userId, today)
  let newest: string | null = null
  for (const { kind, ordinal, place } of actsOfPerson(app.store.main, userId, {
    sinceMs,
    untilMs: latestMs,
    before: null,
  })) {
    if (place <= today.newest) break
    newest ??= place
    if (!UNCOUNTED.includes(kind)) today.rows.add(ordinal)
  }
  today.newest = newest ?? today.newest
  return today.rows.size
}
