// The team's activity, newest first: texts of each hour, imports and merges, and changes of settings, glossary, labels and people.
import { type FeedItem, readDaySums, readFeed } from '../../../app/team/activity.ts'
import { createNames, type NameOf } from '../../../app/people/read-people.ts'
import { dayOf } from '../../../base/time.ts'
import { type ActKind, type EventFacts, type EventKind, startOfHour } from '../../../domain/events.ts'
import { ALL_WORK, writeWorkFilter } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { titledPage } from '../../layout.ts'
import { dayRows } from '../../parts/charts.ts'
import { lookAgain, pager } from '../../parts/fields.ts'
import { sizeWords } from '../../parts/import-forms.ts'
import { query, type Visit } from '../../visit.ts'
import { counted, time, zone } from '../../words.ts'
import { noGame } from '../../parts/work/no-game.ts'
import { benchOfRow } from '../../parts/work/bench-links.ts'

export function activityPage(visit: Visit): Promise<Response> {
  const from = query(visit, 'from')
  const { hours, next } = readFeed(visit.app, from)
  const nameOf = createNames(visit.app)
  const body = html`${from === '' ? lastWeeks(visit, nameOf) : ''}
<p class="hint">What the team did, hour by hour, the latest first. Times: ${zone}.</p>
${
  hours.length === 0
    ? (noGame(visit) ??
      html`<p class="empty">Nothing has happened yet. <a href="/admin/bench?job=untranslated">Translate a row</a></p>${lookAgain(visit)}`)
    : hours.map(
        ({ startMs, items }) =>
          html`<section class="hour"><h2>${time(startMs)}</h2>
<ul class="plain">${joined(items).map((item) => html`<li>${lineOf(item, startMs, nameOf)}</li>`)}</ul></section>`,
      )
}
${pager(visit, 'from', next)}`
  return titledPage(visit, { title: say`Activity`, body })
}

const daysShown = 8 * 7
const dayMs = 24 * 60 * 60 * 1000

/** What people did, by day. Machine texts are left out, because a bot writes more than all people together. */
function lastWeeks({ app }: Visit, nameOf: NameOf): Html {
  const days = Array.from({ length: daysShown }, (_, at) => dayOf(app.clock.nowMs() - (daysShown - 1 - at) * dayMs))
  const people = new Map<number, number[]>()
  for (const { day, userId, kind, count } of readDaySums(app, daysShown)) {
    if (kind === 'machine_text') continue
    const counts = people.get(userId) ?? days.map(() => 0)
    people.set(userId, counts)
    counts[day] = (counts[day] ?? 0) + count
  }
  if (people.size === 0) return html``
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)
  const rows = [...people]
    .toSorted(([, a], [, b]) => sum(b) - sum(a))
    .map(([id, counts]) => ({ name: who(id, nameOf), counts }))
  return html`<section class="box">${dayRows(say`The last eight weeks`, days, rows)}</section>`
}

type Acts = Extract<FeedItem, { kind: 'acts' }>['acts']
type Shown = Extract<FeedItem, { kind: 'event' }>['event']

const machineTexts = (count: number): string => counted(count, 'machine text')
const manualTexts = (count: number): string => counted(count, 'manual text')
const proposals = (count: number): string => counted(count, 'proposal')

const SENTENCES: Readonly<Record<ActKind, (by: Html, link: Linked, count: number) => Html>> = {
  machine_text: (by, link, count) => html`${by} wrote ${link(machineTexts(count))}`,
  manual_text: (by, link, count) => html`${by} wrote ${link(manualTexts(count))}`,
  proposed: (by, link, count) => html`${by} proposed ${link(counted(count, 'text'))}`,
  approved: (by, link, count) => html`${by} approved ${link(proposals(count))}`,
  rejected: (by, link, count) => html`${by} rejected ${link(proposals(count))}`,
  marked_reviewed: (by, link, count) => html`${by} reviewed ${link(machineTexts(count))}`,
  marked_approved: (by, link, count) => html`${by} approved ${link(machineTexts(count))}`,
  marked_rejected: (by, link, count) => html`${by} rejected ${link(machineTexts(count))}`,
  confirmed: (by, link, count) => html`${by} confirmed ${link(manualTexts(count))}`,
  commented: (by, link, count) => html`${by} wrote ${link(counted(count, 'comment'))}`,
}

type Linked = (words: string) => Html

const who = (id: number | null, nameOf: NameOf): Html =>
  id === null ? html`The command line` : html`<a href="/admin/team/${id}"><bdi>${nameOf(id)}</bdi></a>`

/** A large act is taken back in several transactions, of one number: one line. */
function joined(items: readonly FeedItem[]): readonly FeedItem[] {
  const shown: FeedItem[] = []
  for (const item of items) {
    const at = shown.findIndex(
      (one) => isTakenBack(one) && isTakenBack(item) && one.event.facts['via'] === item.event.facts['via'],
    )
    const first = shown[at]
    if (first === undefined || !isTakenBack(first) || !isTakenBack(item)) shown.push(item)
    else {
      const count = Number(first.event.facts['count']) + Number(item.event.facts['count'])
      shown[at] = { ...first, event: { ...first.event, facts: { ...first.event.facts, count } } }
    }
  }
  return shown
}

const isTakenBack = (item: FeedItem): item is Extract<FeedItem, { kind: 'event' }> =>
  item.kind === 'event' && item.event.kind === 'texts.reverted'

const lineOf = (item: FeedItem, startMs: number, nameOf: NameOf): Html =>
  item.kind === 'acts' ? actsLine(item.acts, startMs, nameOf) : eventLine(item.event, nameOf)

function actsLine(acts: Acts, startMs: number, nameOf: NameOf): Html {
  const model = acts.model ?? acts.provider
  const via = model === null ? html`` : html` with <bdi>${model}</bdi>`
  const link: Linked = (words) => html`<a href="${textsOf(acts, startMs)}">${words}</a>`
  return html`${SENTENCES[acts.kind](who(acts.userId, nameOf), link, acts.count)}${via} <span class="hint">${time(acts.firstMs)}${
    acts.lastMs === acts.firstMs ? '' : html` – ${time(acts.lastMs)}`
  }</span>`
}

/** Links machine texts to rows that still have them, others to their person. */
function textsOf({ kind, userId, model, provider }: Acts, startMs: number): string {
  if (kind !== 'machine_text') {
    const hour = new URLSearchParams({
      kind,
      since: new Date(startMs).toISOString(),
      until: new Date(startMs + startOfHour(1)).toISOString(),
    })
    return `/admin/team/${userId}?${hour.toString()}#acts`
  }
  const written = { layer: 'machine', authorId: userId, model, provider, changedSinceMs: startMs } as const
  return `/admin/rows?${writeWorkFilter({ ...ALL_WORK, ...written }).toString()}`
}

/** The kinds that the page shows alone. */
const EVENTS: Readonly<Partial<Record<EventKind, (by: Html, facts: EventFacts) => Html>>> = {
  'rows.imported': imported,
  'texts.imported': imported,
  'history.merged': (by, { files }) => html`${by} merged a history <bdi>${files}</bdi>`,
  'texts.reverted': (by, { count }) => html`${by} took ${counted(Number(count), 'text')} back`,
  'comments.removed': (by, { author }) =>
    author === undefined ? html`${by} deleted a comment` : html`${by} deleted a comment of <bdi>${author}</bdi>`,
  'glossary.changed': (by, { origin }) =>
    html`${by} changed the <a href="/admin/glossary">glossary</a>: <bdi>${origin}</bdi>`,
  'brief.changed': (by, { version }) => html`${by} changed the <a href="/admin/brief">brief</a>: version ${version}`,
  'labels.changed': (by, facts) => html`${by} changed a label: <bdi>${facts['label']}</bdi>`,
  'releases.published': (by, facts) => html`${by} published the release <bdi>${facts['version']}</bdi>`,
  'releases.withdrawn': (by, facts) => html`${by} withdrew the release <bdi>${facts['version']}</bdi>`,
  'settings.changed': (by, facts) => html`${by} set <bdi>${facts['name']}</bdi> to <bdi>${facts['to']}</bdi>`,
  'people.added': (by, facts) => html`${by} added <bdi>${facts['name']}</bdi> to the team`,
  'people.joined': (by) => html`${by} joined the team`,
}

function imported(by: Html, { files, added, changed, retired }: EventFacts): Html {
  const done = html`${by} imported <bdi>${files}</bdi>`
  if (typeof added !== 'number' || typeof changed !== 'number' || typeof retired !== 'number') return done
  return html`${done}: ${sizeWords({ added, changed, retired })}`
}

function eventLine({ kind, atMs, actorId, facts }: Shown, nameOf: NameOf): Html {
  const by = who(actorId, nameOf)
  const { rowId, importId } = facts
  const row = typeof rowId === 'string' ? html` <a href="${benchOfRow(rowId)}">Row</a>` : ''
  const patch = typeof importId === 'number' ? html` <a href="/admin/imports/${importId}">Import ${importId}</a>` : ''
  return html`${EVENTS[kind]?.(by, facts) ?? html`${by}: ${kind}`}${row}${patch} <span class="hint">${time(atMs)}</span>`
}
