// Accepting a list's machine texts by a sample (docs/workbench.md#accept-by-sample): the list in the order of risk, the rows drawn one
// after the other with a key for each verdict, then the bound and the rest to accept.
import * as z from 'zod'
import {
  acceptRest,
  countDrawings,
  drawnRow,
  drawSample,
  judgeDrawn,
  listReadings,
  type Reading,
  readReading,
  restOf,
  strataOf,
} from '../../../app/bench/accept-sample.ts'
import { createNames } from '../../../app/people/read-people.ts'
import { findWorkAtHand } from '../../../app/work/find-work.ts'
import { Turn } from '../../../base/turn.ts'
import { refuse } from '../../../base/result.ts'
import { isRoleAtLeast } from '../../../domain/access.ts'
import { sampleListMax } from '../../../domain/limits.ts'
import { sourceTextOf } from '../../../domain/row.ts'
import {
  ACCEPTED_AS,
  type AcceptedAs,
  RISKS,
  type Risk,
  soundStrata,
  type Stratum,
  wrongLeftAtMost,
} from '../../../domain/work/sampling.ts'
import { parseWorkFilter } from '../../../domain/work/work-filter.ts'
import { form, refused, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { page, tokenField } from '../../layout.ts'
import { checked, hidden, keyMark, select } from '../../parts/fields.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { inSource, inTarget } from '../../parts/texts.ts'
import { benchOfRow, listOf, rowLink } from '../../parts/work/bench-links.ts'
import { jobName } from '../../parts/work/work-filter-form.ts'
import { field, goAfter, goTo, idOf, query, type Visit, wholeNumber } from '../../visit.ts'
import { counted, number, share, time } from '../../words.ts'

const SIZES = ['200', '60', '100', '300', '400'] as const

const RISK_WORDS: Readonly<Record<Risk, string>> = words({
  doubted: 'The checks had a doubt',
  differs: 'Another model wrote something else',
  terms: 'A term of the glossary is missing',
  often: 'The source is there five times or more',
  long: 'Long, 200 letters or more',
  plain: 'All others',
})

const noSample = (visit: Visit): Promise<Response> => notFoundPage(visit, 'there is no such sample')

async function listed(visit: Visit, parameters: URLSearchParams) {
  const { filter } = parseWorkFilter(parameters)
  const atMs = visit.app.clock.nowMs()
  const rows = await findWorkAtHand(visit.app, filter)
  return { filter, atMs, strata: await strataOf(visit.app, rows, atMs, new Turn(visit.user.id)) }
}

const rowsIn = (strata: readonly Stratum[]): number => strata.reduce((sum, { rows }) => sum + rows.length, 0)

export const samplesPage = (visit: Visit): Promise<Response> => samplesWith(visit, visit.url.searchParams)

async function samplesWith(visit: Visit, parameters: URLSearchParams): Promise<Response> {
  const { filter, strata } = await listed(visit, parameters)
  const body = html`<p class="crumbs"><a href="/admin/bench?${listOf(filter).toString()}">Workbench</a></p>
<h1>Accept by sample</h1><p>${jobName(filter)}</p>
${
  strata === null
    ? html`<p class="empty">This list has over ${number(sampleListMax)} rows. Narrow it by a patch, a label or a model.</p>`
    : strata.length === 0
      ? html`<p class="empty">No machine draft in this list is waiting for review.</p>`
      : html`<p class="hint">You read some rows drawn at random. This page then says how many of the others can be wrong at
most, and you may accept them.</p>${riskTable(strata)}
<form method="post" action="/admin/samples" class="actions">${tokenField(visit)}${hidden({ at: listOf(filter).toString() })}
${select(
  'size',
  say`Rows to read`,
  SIZES.map((size) => [size, size]),
  SIZES[0],
)}<button class="primary">Draw the sample</button></form>`
}${earlier(visit)}`
  return await page(visit, { title: say`Accept by sample`, body })
}

const riskTable = (strata: readonly Stratum[]): Html => html`<div class="scroll" tabindex="0"><table class="list">
<caption class="hint">The riskiest first</caption>
<thead><tr><th scope="col">Risk</th><th scope="col" class="number">Rows</th></tr></thead>
<tbody>${strata.map(
  ({ risk, rows }) =>
    html`<tr><th scope="row">${RISK_WORDS[risk]}</th><td class="number">${number(rows.length)}</td></tr>`,
)}</tbody></table></div>`

function earlier(visit: Visit): Html {
  const readings = listReadings(visit.app)
  if (readings.length === 0) return html``
  const nameOf = createNames(visit.app)
  return html`<h2>Samples</h2><div class="scroll" tabindex="0"><table class="list"><thead><tr><th scope="col">Sample</th>
<th scope="col">When</th><th scope="col">Who</th><th scope="col" class="number">Read</th>
<th scope="col" class="number">Accepted</th></tr></thead>
<tbody>${readings.map(
    ({ sample: { id, atMs, userId, drawn, accepted }, verdicts }) =>
      html`<tr><th scope="row"><a href="/admin/samples/${id}">${id}</a></th><td>${time(atMs)}</td>
<td>${nameOf(userId)}</td><td class="number">${number(verdicts.size)} / ${number(drawn.length)}</td>
<td class="number">${accepted === null ? '–' : number(accepted.rows)}</td></tr>`,
  )}</tbody></table></div>`
}

const DRAW_FIELDS = z.object({ at: takes.exact, size: takes.choiceOr(SIZES) })

const draw = async (visit: Visit, { at, size }: z.output<typeof DRAW_FIELDS>) => {
  const parameters = new URLSearchParams(at)
  const { filter, atMs, strata } = await listed(visit, parameters)
  if (strata === null || strata.length === 0) return await samplesWith(visit, parameters)
  const drawing = { filter: listOf(filter).toString(), strata, atMs, size: Math.min(Number(size), rowsIn(strata)) }
  const drawn = await drawSample(visit.app, visit.actor, drawing)
  return drawn.ok ? goTo(visit, `/admin/samples/${drawn.value}`) : drawn
}

export const drawPost = form(DRAW_FIELDS, draw, (visit) => samplesWith(visit, new URLSearchParams(field(visit, 'at'))))

export async function samplePage(visit: Visit): Promise<Response> {
  const reading = readReading(visit.app, idOf(visit))
  if (reading === null) return await noSample(visit)
  const again = wholeNumber(query(visit, 'place'))
  const isOpen = reading.sample.accepted === null
  const place = isOpen && again !== null && reading.verdicts.has(again) ? again : reading.next
  if (place !== null) return await readPage(visit, reading, place)
  return await resultPage(visit, reading, soundStrata(reading.strata))
}

const crumbs = ({ sample: { filter } }: Reading): Html =>
  html`<p class="crumbs"><a href="/admin/samples?${filter}">Accept by sample</a></p>`

async function readPage(visit: Visit, reading: Reading, place: number): Promise<Response> {
  const { sample } = reading
  const { row, text, risk } = drawnRow(visit.app, reading, place)
  const rules = visit.app.rules.now()
  const title = say`Sample ${sample.id}`
  const button = (value: string, key: string, label: string): Html =>
    html`<button name="verdict" value="${value}" data-key="${key}">${label}${keyMark(key)}</button>`
  const body = html`${crumbs(reading)}<h1>${title}</h1>
<p class="hint">Row ${number(place + 1)} of ${number(sample.drawn.length)}. ${RISK_WORDS[risk]}.</p>
<section><h2>Source</h2>
<div class="text box" dir="auto" translate="no"${inSource(rules)}>${
    row === null ? html`<em>This row is no longer in the game.</em>` : sourceTextOf(row)
  }</div></section>
<section><h2>Translation</h2><div class="text box" dir="auto" translate="no"${inTarget(rules)}>${text}</div></section>
<form method="post" action="/admin/samples/${sample.id}" class="actions">${tokenField(visit)}${hidden({ place })}
${button('right', '1', say`Right`)}${button('wrong', '2', say`Wrong`)}</form>
<p>${row === null ? '' : html`<a href="${benchOfRow(row.rowId)}">The row</a>`}
${
  place !== 0 &&
  html`<button form="again" class="chip" data-key="0">Read the last one again${keyMark('0')}</button>
<form id="again" method="get" action="/admin/samples/${sample.id}">${hidden({ place: place - 1 })}</form>`
}</p>`
  return await page(visit, { title, body })
}

const VERDICT_FIELDS = z.object({
  place: takes.whole,
  verdict: takes.choice(['right', 'wrong'], { error: 'say whether the text is right or wrong' }),
})

export const judgeDrawnPost = form(VERDICT_FIELDS, async (visit: Visit, { place, verdict }) => {
  const id = idOf(visit)
  const judged = await judgeDrawn(visit.app, visit.actor, { id, place: place ?? -1, isWrong: verdict === 'wrong' })
  if (!judged.ok) return judged
  return judged.value ? goTo(visit, `/admin/samples/${id}`) : await noSample(visit)
})

const MARK_WORDS: Readonly<Record<AcceptedAs, string>> = words({ reviewed: 'reviewed', approved: 'approved' })

/** The rows to be accepted, how many of them are wrong at most, and how many samples that allows for. */
async function promiseOf(visit: Visit, reading: Reading, risks: readonly Risk[]) {
  const rest = await restOf(visit.app, reading, risks, new Turn(visit.user.id))
  const drawings = countDrawings(visit.app, reading)
  return { rest, drawings, wrong: Math.min(rest.length, wrongLeftAtMost(reading.strata, drawings)) }
}

/** `risks`: the strata to be accepted. */
async function resultPage(visit: Visit, reading: Reading, risks: readonly Risk[]): Promise<Response> {
  const { sample, strata } = reading
  const { id, seed, drawn, accepted } = sample
  const title = say`Sample ${id}`
  const { rest, wrong, drawings } = await promiseOf(visit, reading, risks)
  const marks = isRoleAtLeast(visit.user.role, 'admin') ? ACCEPTED_AS : ACCEPTED_AS.slice(0, 1)
  const body = html`${crumbs(reading)}<h1>${title}</h1>
${accepted === null ? '' : acceptedLine(visit, reading, accepted)}
${
  rest.length === 0
    ? html`<p class="empty">No row is left to accept.</p>`
    : html`<p role="status"><strong>${bound(wrong, rest.length)}</strong></p>`
}
${luckLine(drawings)}
${wrongRows(visit, reading)}
<p class="hint">${counted(drawn.length, 'row')} read, drawn at random with the seed <code>${seed}</code>.
Wrong texts and those that differ from them in numbers only are left out; so are kinds without a tick.</p>
<form method="post" action="/admin/samples/${id}/accept">
${tokenField(visit)}${hidden({ counted: risks.join(' '), wrong, rows: rest.length })}
<div class="scroll" tabindex="0"><table class="list"><thead><tr><th scope="col">Accept</th>
<th scope="col" class="number">Rows</th><th scope="col" class="number">Read</th>
<th scope="col" class="number">Wrong</th></tr></thead>
<tbody>${strata.map(
    ({ risk, rows, read, wrong }) => html`<tr><th scope="row"><label class="check">
<input type="checkbox" name="risk" value="${risk}"${checked(risks.includes(risk))}> ${RISK_WORDS[risk]}</label></th>
<td class="number">${number(rows)}</td><td class="number">${number(read)}</td><td class="number">${number(wrong)}</td></tr>`,
  )}</tbody></table></div>
<div class="actions">${select(
    'mark',
    say`Accept as`,
    marks.map((mark) => [mark, MARK_WORDS[mark]]),
    'reviewed',
  )}
${rest.length === 0 ? '' : html`<button class="primary">Accept ${counted(rest.length, 'row')}</button>`}
<button name="again" value="on">Count again</button></div></form>`
  return await page(visit, { title, body })
}

const luckLine = (drawings: number): Html =>
  drawings === 1
    ? html``
    : html`<p class="hint">${number(drawings)} samples of these rows were read,
so the number allows for the luckiest of them.</p>`

const wrongRows = (visit: Visit, reading: Reading): Html => {
  const places = [...reading.verdicts].filter(([, isWrong]) => isWrong).map(([place]) => place)
  const rows = places.flatMap((place) => drawnRow(visit.app, reading, place).row ?? [])
  return rows.length === 0 ? html`` : html`<p>Wrong: ${rows.map(({ rowId }) => rowLink(rowId))}</p>`
}

/** Rounded up, so that the bound still holds. */
const upShare = (wrong: number, rows: number): string => share(Math.ceil((1000 * wrong) / rows), 1000)

const bound = (wrong: number, rows: number): string =>
  say`At most ${upShare(wrong, rows)} wrong, 95 % sure: ${counted(wrong, 'text')} of ${counted(rows, 'row')}`

const acceptedLine = (
  visit: Visit,
  { sample: { id } }: Reading,
  { atMs, userId, rows, mark, wrongMax }: NonNullable<Reading['sample']['accepted']>,
): Html => html`<div class="note">${counted(rows, 'row')} accepted as ${MARK_WORDS[mark]}
by ${createNames(visit.app)(userId)}, ${time(atMs)}. ${rows === 0 ? '' : bound(wrongMax, rows)}
<a href="/admin/undo?sample=${id}">Take this back</a></div>`

const ACCEPT_FIELDS = z.object({
  counted: takes.exact,
  wrong: takes.whole,
  rows: takes.whole,
  again: takes.tick,
  mark: takes.choiceOr(ACCEPTED_AS),
})

const accept = async (visit: Visit, sent: z.output<typeof ACCEPT_FIELDS>) => {
  const reading = readReading(visit.app, idOf(visit))
  if (reading === null || reading.next !== null) return await noSample(visit)
  const risks = tickedOf(visit)
  // Other kinds were ticked since, so the new number is shown first.
  if (sent.again || risks.join(' ') !== sent.counted) return await resultPage(visit, reading, risks)
  if (sent.mark === 'approved' && !isRoleAtLeast(visit.user.role, 'admin'))
    return refused('only an admin approves by a sample; accept as reviewed', 409)
  const { rest, wrong } = await promiseOf(visit, reading, risks)
  if (wrong !== sent.wrong || rest.length !== sent.rows) return refuse({ code: 'sample_moved' } as const)
  const done = await acceptRest(visit.app, visit.actor, reading, { risks, mark: sent.mark }, new Turn(visit.user.id))
  return goAfter(visit, done, `/admin/samples/${reading.sample.id}`)
}

const tickedOf = ({ form: sent }: Visit): readonly Risk[] => RISKS.filter((risk) => sent.getAll('risk').includes(risk))

export const acceptPost = form(ACCEPT_FIELDS, accept, async (visit) => {
  const reading = readReading(visit.app, idOf(visit))
  return await (reading === null ? noSample(visit) : resultPage(visit, reading, tickedOf(visit)))
})
