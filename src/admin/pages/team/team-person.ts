// A person for the team: counts of written and approved texts, a map of their days, and their acts.
import { createNames, findPerson } from '../../../app/people/read-people.ts'
import { readActs, type ShownAct } from '../../../app/team/activity.ts'
import { readStatistics } from '../../../app/upkeep/statistics.ts'
import type { User } from '../../../domain/people.ts'
import { approvalOf, calendarOf, type PersonTally } from '../../../domain/tally.ts'
import { ACT_KINDS, type ActKind, DECISIONS } from '../../../domain/events.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { comesBack, page } from '../../layout.ts'
import { dayMap } from '../../parts/charts.ts'
import { pager, select } from '../../parts/fields.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { inTarget } from '../../parts/texts.ts'
import { idOf, may, query, type Visit } from '../../visit.ts'
import { day, excerpt, number, ROLE_WORDS, share, STATE_WORDS, time, zone } from '../../words.ts'
import { benchOfRow } from '../../parts/work/bench-links.ts'

const perPage = 30
const dayMs = 24 * 60 * 60 * 1000
const weekMs = 7 * dayMs
const textLength = 600

export async function teamPersonPage(visit: Visit): Promise<Response> {
  const person = findPerson(visit.app, idOf(visit))
  if (person === null) return await notFoundPage(visit, 'there is no such person')
  const { counted } = await readStatistics(visit.app)
  const tally = counted?.tally.people[person.id]
  const body = html`<div class="title"><h1><bdi>${person.name}</bdi></h1>
 <span class="badge">${ROLE_WORDS[person.role]}</span>${
   person.state === 'active' ? '' : html` <span class="badge rejected">${STATE_WORDS[person.state]}</span>`
 }</div>
${
  counted === null
    ? html`<p class="note" role="status">Their work is being counted; this page reloads by itself.</p>`
    : workOf(visit, tally)
}
${
  may(visit, 'review_translation') &&
  html`<p class="links">
<a href="/admin/undo?${new URLSearchParams({ person: person.name }).toString()}">Take back what they wrote</a></p>`
}
${actsSection(visit, person)}`
  return await page(visit, { title: person.name, body, headers: comesBack(counted === null) })
}

function workOf({ app }: Visit, tally: PersonTally | undefined): Html {
  const fact = (words: string, value: string, more = ''): Html =>
    html`<div><dt>${words}</dt><dd><strong>${value}</strong>${more === '' ? '' : html` <span class="hint">${more}</span>`}</dd></div>`
  const rate = tally === undefined ? null : approvalOf(tally)
  const decided = (tally?.approved ?? 0) + (tally?.rejected ?? 0)
  const texts = number((tally?.manual ?? 0) + (tally?.machine ?? 0))
  return html`<dl class="facts headline">${fact(say`words written`, number(tally?.words ?? 0), say`in ${texts} texts`)}
${fact(say`proposals approved`, rate === null ? '–' : share(rate, 1), say`${number(tally?.approved ?? 0)} of ${number(decided)} decided`)}
${fact(say`reviews`, number(tally?.reviewed ?? 0))}</dl>
${dayMap(calendarOf(tally?.days ?? {}, app.clock.nowMs()))}`
}

const KIND_WORDS: Readonly<Record<Exclude<ActKind, 'machine_text'>, string>> = words({
  manual_text: 'wrote',
  proposed: 'proposed',
  approved: 'approved a proposal',
  rejected: 'rejected a proposal',
  marked_reviewed: 'reviewed a machine text',
  marked_approved: 'approved a machine text',
  marked_rejected: 'rejected a machine text',
  confirmed: 'confirmed a manual text',
  commented: 'commented',
})
const shownKinds = ACT_KINDS.filter((kind) => kind !== 'machine_text')

const kindsOf = (asked: string): ReadonlySet<ActKind> => {
  if (asked === 'decisions') return new Set(DECISIONS)
  const one = shownKinds.find((kind) => kind === asked)
  return new Set(one === undefined ? shownKinds : [one])
}

/** Reads a day, or a time from a link of the activity page. */
const momentOf = (text: string): number | null => {
  const ms = /^\d{4}-\d\d-\d\d(T[\d:.]{5,12}Z)?$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) || ms < 0 ? null : ms
}

/** From the beginning of one day to the end of another; times are exact. */
function spanOf(visit: Visit): { readonly sinceMs: number; readonly untilMs: number } {
  const [since, until] = [momentOf(query(visit, 'since')), momentOf(query(visit, 'until'))]
  const isDay = until !== null && until % dayMs === 0 && !query(visit, 'until').includes('T')
  return { sinceMs: since ?? 0, untilMs: until === null ? latestMs : isDay ? until + dayMs : until }
}
const latestMs = 2 ** 47

function actsSection(visit: Visit, person: User): Html {
  const kind = query(visit, 'kind')
  const { acts, next } = readActs(visit.app, person.id, {
    ...spanOf(visit),
    kinds: kindsOf(kind),
    from: query(visit, 'from'),
    limit: perPage,
  })
  const week = new URLSearchParams({ kind: 'decisions', since: day(visit.app.clock.nowMs() - weekMs) })
  const choices = { '': say`everything`, decisions: say`decisions`, ...KIND_WORDS }
  const date = (name: string, label: string): Html =>
    html`<label>${label} <input type="date" name="${name}" value="${query(visit, name).slice(0, 10)}"></label>`
  const nameOf = createNames(visit.app)
  const unread = ['since', 'until']
    .map((name) => query(visit, name))
    .filter((text) => text !== '' && momentOf(text) === null)
  return html`<h2 id="acts">What they did</h2>
<form method="get" class="filters">${select('kind', say`Show`, choices, kind)} ${date('since', say`From`)}
${date('until', say`To`)}<button>Show</button> <a href="?${week.toString()}#acts">Decisions of this week</a></form>
${unread.map(
  (text) =>
    html`<p class="alert" role="alert"><bdi>${excerpt(text, 40)}</bdi> is not a date and was ignored; write one such as 2026-11-21.</p>`,
)}
${
  acts.length === 0
    ? html`<p class="empty">Nothing here. Machine texts are counted above; see them among the rows.</p>`
    : html`<ul class="plain acts">${acts.map((act) => html`<li>${actLine(visit, person, act, nameOf)}</li>`)}</ul>`
}
${pager(visit, 'from', next)}
<p class="hint">Work from before windrow recorded this is missing. Times: ${zone}.</p>`
}

function actLine(
  { app }: Visit,
  person: User,
  { kind, atMs, rowId, source, text, authorId, proposalId, reason }: ShownAct,
  nameOf: (id: number | null) => string | null,
): Html {
  const whose =
    authorId === null || authorId === person.id
      ? html``
      : html` of <a href="/admin/team/${authorId}"><bdi>${nameOf(authorId)}</bdi></a>`
  const row = rowId === null ? null : benchOfRow(rowId)
  const links = html`${row === null ? '' : html` <a href="${row}">Row</a>`}${
    row === null || proposalId === null ? '' : html` <a href="${row}&proposal=${proposalId}">Proposal ${proposalId}</a>`
  }`
  return html`<p>${time(atMs)} ${kind === 'machine_text' ? '' : KIND_WORDS[kind]}${whose}${links}</p>
<p class="hint" dir="auto" translate="no">${source === null ? say`The row is not in the game now.` : excerpt(source, textLength)}</p>
<p dir="auto" translate="no"${inTarget(app.rules.now())}>${text === null ? say`The text is gone.` : excerpt(text, textLength)}</p>
${reason === null ? '' : html`<p><strong><bdi>${reason}</bdi></strong></p>`}`
}
