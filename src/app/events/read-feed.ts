// The team's feed, newest first: work on texts as sums by the hour (act-writer.ts), all else from the log of events. Both are read
// from their newest end, so a page costs the same at any size of store.
import { hourOf, startOfHour } from '../../domain/team/act.ts'
import {
  activityOfHour,
  type ActivityRecord,
  type EventRecord,
  eventsAlone,
  latestActiveHour,
} from '../../store/records.ts'
import type { App } from '../app.ts'

export type FeedItem =
  | { readonly kind: 'acts'; readonly atMs: number; readonly acts: ActivityRecord }
  | { readonly kind: 'event'; readonly atMs: number; readonly event: EventRecord }

interface FeedHour {
  readonly startMs: number
  readonly items: readonly FeedItem[]
}

interface FeedPage {
  /** Newest first, and whole, but for one with very many events. */
  readonly hours: readonly FeedHour[]
  /** Where the next page begins; null: this is the last. */
  readonly next: string | null
}

/** A page ends with the hour in which it has so many items. */
const itemsMin = 40
/** Sums that an hour shows, of people, kinds of work and models; and other events, of which the next page shows the rest. */
const perHourMax = 200
const highest = 0xffff_ffff

/** How far the sums and the log were read. */
interface Position {
  hour: number
  eventId: number
}

const parsePosition = (text: string): Position => {
  const [, hour, eventId] = /^(\d{1,10})\.(\d{1,10})$/.exec(text) ?? []
  const bounded = (digits: string | undefined): number => Math.min(Number(digits ?? highest), highest)
  return { hour: bounded(hour), eventId: bounded(eventId) }
}

/** `from`: the `next` of the previous page; any other text begins with the newest. */
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
