// The team's feed: acts on texts by the hour, imports and merges, and changes of settings, glossary, labels and people. Each table is read
// from its newest end, so a page costs the same at any size of store.
import { hourOf, startOfHour } from '../../domain/team/act.ts'
import {
  activityOfHour,
  type ActivityRecord,
  auditEntries,
  type AuditEntry,
  type ImportRecord,
  imports,
  latestActiveHour,
} from '../../store/records.ts'
import type { App } from '../app.ts'

export type FeedItem =
  | { readonly kind: 'acts'; readonly atMs: number; readonly acts: ActivityRecord }
  | { readonly kind: 'import'; readonly atMs: number; readonly record: ImportRecord }
  | { readonly kind: 'change'; readonly atMs: number; readonly entry: AuditEntry }

interface FeedHour {
  readonly startMs: number
  readonly items: readonly FeedItem[]
}

interface FeedPage {
  /** Whole hours, newest first. */
  readonly hours: readonly FeedHour[]
  /** Where the next page begins; null if this is the last. */
  readonly next: string | null
}

/** A page ends with the hour in which it reaches this number of items. */
const itemsMin = 40
/** A page reads at most so many entries of the audit; most are sign-ins. */
const auditLooksMax = 5_000
const highest = 0xffff_ffff
/** Actions of the audit that the whole team may see. */
const TOLD = /^(setting\.set|glossary\..+|label\..+|text\.revert|user\.(add|join)|comment\.remove)$/

/** How far each table was read. */
interface Position {
  hour: number
  auditId: number
  importId: number
  /** The audit was not read to its end. */
  isCut: boolean
}

const parsePosition = (text: string): Position => {
  const [, hour, auditId, importId] = /^(\d{1,10})\.(\d{1,10})\.(\d{1,10})$/.exec(text) ?? []
  const bounded = (digits: string | undefined): number => Math.min(Number(digits ?? highest), highest)
  return { hour: bounded(hour), auditId: bounded(auditId), importId: bounded(importId), isCut: false }
}

/** `from`: the `next` of the previous page; any other text begins with the newest. */
export function readFeed(app: App, from: string): FeedPage {
  const { main } = app.store
  const at = parsePosition(from)
  const changes = peekable(toldEntries(main, at))
  const brought = peekable(imports(main, at.importId))
  const hours: FeedHour[] = []
  let count = 0
  for (;;) {
    const active = latestActiveHour(main, at.hour)
    const [change, record] = [changes.peek(), brought.peek()]
    const hour = Math.max(active ?? -1, ofHour(change), ofHour(record))
    if (hour < 0 && !at.isCut) return { hours, next: null }
    if (hour < 0 || count >= itemsMin) return { hours, next: `${at.hour}.${at.auditId}.${at.importId}` }
    const items: FeedItem[] = []
    if (active === hour) {
      at.hour = hour
      for (const acts of activityOfHour(main, hour)) items.push({ kind: 'acts', atMs: acts.lastMs, acts })
    }
    for (let each = brought.peek(); each !== undefined && ofHour(each) === hour; each = brought.next()) {
      at.importId = each.id
      items.push({ kind: 'import', atMs: each.atMs, record: each })
    }
    for (let each = changes.peek(); each !== undefined && ofHour(each) === hour; each = changes.next()) {
      at.auditId = each.id
      items.push({ kind: 'change', atMs: each.atMs, entry: each })
    }
    count += items.length
    hours.push({ startMs: startOfHour(hour), items: items.toSorted((a, b) => b.atMs - a.atMs) })
  }
}

const ofHour = (entry: { readonly atMs: number } | undefined): number => (entry === undefined ? -1 : hourOf(entry.atMs))

function* toldEntries(db: App['store']['main'], at: Position): Generator<AuditEntry> {
  let looked = 0
  for (const entry of auditEntries(db, at.auditId)) {
    if (TOLD.test(entry.action)) yield entry
    else at.auditId = entry.id
    at.isCut = ++looked === auditLooksMax
    if (at.isCut) return
  }
}

interface Peeked<T> {
  peek(): T | undefined
  next(): T | undefined
}

function peekable<T>(entries: Iterator<T, undefined>): Peeked<T> {
  let current = entries.next().value
  return {
    peek: () => current,
    next: () => (current = entries.next().value),
  }
}
