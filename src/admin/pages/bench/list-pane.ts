// The left part of the workbench: the rows of the filter around the current one, and the jobs above.
import { foundTextsMax } from '../../../app/bench/bench-rows.ts'
import { createNames } from '../../../app/people/read-people.ts'
import { readHistory } from '../../../app/rows/read-history.ts'
import { pendingOfRow } from '../../../app/rows/read-proposal.ts'
import { readRow } from '../../../app/rows/read-row.ts'
import type { WorkRow } from '../../../app/work/list-work.ts'
import { hasWaivers } from '../../../domain/decide-review.ts'
import { freshnessOf, type Heads, type Row, shownStatus, sourceTextOf } from '../../../domain/row.ts'
import { skeletonOf } from '../../../domain/text/skeleton.ts'
import { isCosmeticChange } from '../../../domain/text/compare.ts'
import type { Layer } from '../../../domain/vocabulary.ts'
import { jobOf } from '../../../domain/work/work-filter.ts'
import { matterOf } from '../../../domain/work/workbench.ts'
import { type Html, html, raw } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { tokenField } from '../../layout.ts'
import { hidden } from '../../parts/fields.ts'
import { icon, LINES } from '../../parts/icons.ts'
import { orderNote } from '../../parts/row-table.ts'
import { sourceInLine } from '../../parts/texts.ts'
import { benchOfRow, listOf } from '../../parts/work/bench-links.ts'
import { parcelWords } from '../../parts/work/draw-map.ts'
import { isNewcomer } from '../../parts/work/overview.ts'
import { savedFilters, savedLinks } from '../../parts/work/saved-filters.ts'
import { chosenLine, filterForm, jobLinks, jobName } from '../../parts/work/work-filter-form.ts'
import { may, type Visit } from '../../visit.ts'
import { counted, excerpt, number, STATUS_WORDS } from '../../words.ts'
import { type BenchAddress, benchPath } from './address.ts'
import type { Done } from './done.ts'
import type { Bench } from './read-bench.ts'

// Tick boxes for rows that can be decided together: machine texts, and stale manual texts that still fit. A tick has
// the version that was shown; a row changed since is left alone.

const DECISIONS: Readonly<Record<Layer, Readonly<Record<string, string>>>> = {
  machine: words({ approved: 'Approve ticked', reviewed: 'Mark as reviewed', rejected: 'Reject ticked' }),
  manual: words({ fits: 'Ticked texts still fit' }),
}

/** The tick box of a row; empty if the row can't be ticked. */
function tickBox(visit: Visit, { filter }: BenchAddress, { row, heads, pendingProposals }: WorkRow): Html {
  const layer = matterOf({
    row,
    heads,
    canReview: may(visit, 'review_translation'),
    wantsProposals: filter.proposals === 'with' || filter.proposals === 'waived',
    hasPending: pendingProposals > 0,
    wantsToWrite: false,
  })
  if (layer !== 'machine' && layer !== 'manual') return html``
  const head = heads[layer]
  if (head === null) return html``
  const old = readHistory(visit.app, row.rowId, visit.user, 1)?.oldSources[layer]
  const isCosmetic = old !== undefined && isCosmeticChange(old, sourceTextOf(row))
  return html`<input type="checkbox" name="tick" value="${layer} ${head.seq} ${row.sourceHash} ${row.rowId}"
aria-label="Tick ${excerpt(sourceTextOf(row), 40)}"${raw(isCosmetic ? ' data-cosmetic' : '')}>${
    isCosmetic ? html`<span class="cosmetic" title="only letter case, punctuation or spaces have changed">≈</span>` : ''
  }`
}

/** The buttons for ticked rows. `boxes`: the list's markup; if it is empty, so is the result. */
function tickButtons(boxes: string): Html {
  const layers = (['machine', 'manual'] as const).filter((layer) => boxes.includes(`value="${layer} `))
  if (layers.length === 0) return html``
  const cosmetic = boxes.includes('data-cosmetic')
    ? html`<button type="button" class="chip scripted" data-ticks="cosmetic">Tick cosmetic changes ≈</button>`
    : ''
  return html`<div class="ticked"><button type="button" class="chip scripted" data-ticks="all">Tick all</button>${cosmetic}
${layers.flatMap((layer) =>
  Object.entries(DECISIONS[layer]).map(
    ([value, label]) => html`<button class="chip" name="do" value="${value}">${label}</button>`,
  ),
)}</div>`
}

export const KINDS = ['approved', 'reviewed', 'rejected', 'fits', 'replaced', 'renamed'] as const
type Kind = (typeof KINDS)[number]

export const LABELS: Readonly<Record<Kind, string>> = words({
  approved: 'Approve all machine texts',
  reviewed: 'Mark all machine texts as reviewed',
  rejected: 'Reject all machine texts',
  fits: 'All stale manual texts still fit',
  replaced: 'Replace in all manual texts',
  renamed: 'Replace the translation of a term',
})

/** The forms that act on all rows of the list; each leads to the page that counts (whole-list.ts). */
function wholeListForms(visit: Visit, address: BenchAddress): Html {
  if (!may(visit, 'review_translation')) return html``
  const decision = (kind: Kind): Html =>
    html`<button class="chip" name="all" value="${kind}" formnovalidate>${LABELS[kind]}…</button>`
  return html`<details class="choose"><summary>The whole list</summary>
<form method="post" action="/admin/bench/all" class="stack" hx-boost="false">
${tokenField(visit)}${hidden({ at: address.parameters.toString() })}
<div class="row">${(['approved', 'reviewed', 'rejected', 'fits'] as const).map(decision)}</div>
${
  address.search === null &&
  address.proposedBy === null &&
  address.parcel === null &&
  html`<p><a href="/admin/samples?${listOf(address.filter).toString()}">Accept by sample…</a></p>`
}
<label>Find in manual texts <input name="find" required maxlength="500"></label>
<label>Replace by <input name="by" maxlength="500"></label>
<button name="all" value="replaced">Replace…</button>
<p class="hint">You first see how many texts would change. Letter case matters.</p></form></details>`
}

const excerptLength = 80

/** A row's state, also the class of its dot. */
function stateOf(row: Row, { manual, machine }: Heads): string {
  const head = manual ?? machine
  if (head === null) return 'none'
  if (freshnessOf(head, row.sourceHash) === 'stale') return 'stale'
  return shownStatus(head)
}

const OTHER_STATES: Readonly<Record<string, string>> = words({ none: 'no text', stale: 'stale' })

const wordOf = (state: string): string =>
  OTHER_STATES[state] ?? (STATUS_WORDS as Readonly<Record<string, string>>)[state] ?? ''

function item(visit: Visit, bench: Bench, listed: WorkRow): Html {
  const { row, heads } = listed
  const state = stateOf(row, heads)
  const path = benchPath(bench.address.parameters, { row: row.rowId })
  const isPresent = row.rowId === bench.present?.history.row.rowId
  return html`<li>${tickBox(visit, bench.address, listed)}<a href="${path}"${raw(isPresent ? ' aria-current="true"' : '')}>
<span class="dot ${state}" title="${wordOf(state)}"></span><span class="hidden">${wordOf(state)}: </span>
${sourceInLine(visit, excerpt(sourceTextOf(row), excerptLength))}${waitingMark(visit, listed)}</a></li>`
}

/** The row of the last step, which leaves the list with a tick. */
function justDoneItem(visit: Visit, bench: Bench, done: Done | null): Html {
  const row = done === null ? null : readRow(visit.app, done.rowId)
  if (done === null || row === null || row.rowId === bench.present?.history.row.rowId) return html``
  const dot = html`<span class="dot ${done.did.endsWith('rejected') ? 'rejected' : 'approved'}"></span>`
  return html`<ol class="queue gone" aria-hidden="true"><li><a href="${benchOfRow(row.rowId)}" tabindex="-1">${dot}
${sourceInLine(visit, excerpt(sourceTextOf(row), excerptLength))}${icon(LINES.done)}</a></li></ol>`
}

/** A mark for a waiting proposal, other if it has waived checks. */
function waitingMark(visit: Visit, { row, pendingProposals }: WorkRow): Html {
  if (pendingProposals === 0) return html``
  const isWaived = pendingOfRow(visit.app, row).some(hasWaivers)
  const says = say`${counted(pendingProposals, 'proposal')} to review${isWaived ? say`, checks waived` : ''}`
  return html`<span class="waiting" title="${says}"><span aria-hidden="true">${pendingProposals}${
    isWaived ? '!' : ''
  }</span><span class="hidden">${says}</span></span>`
}

/** Where the row is in the list, such as `12 of 89`, or a note that it has left the filter. */
export function whereabouts({ address, index, total, present }: Bench): Html {
  if (present === null) return html`${number(total)}`
  if (index === null) return html`no longer in this list; ${number(total)} left`
  const place = html`<strong>${number(index)}</strong> of ${number(total)}`
  return address.begunId === null ? place : html`${place} · similar to the one before`
}

/** One button names the job, one sign opens the choice of rows; below them the rows, a line each. */
export async function listPane(visit: Visit, bench: Bench, done: Done | null): Promise<Html> {
  const { address } = bench
  const items = String(await queues(visit, bench))
  return html`<section class="pane list-pane" aria-label="List"><header>
<details class="pop job"><summary>${nameOfList(visit, bench)} <b>${number(bench.total)}</b>${icon(LINES.down)}</summary><div>
${await jobLinks(visit, address.filter)}${savedLinks(visit, address.filter)}</div></details>
${isNewcomer(visit) ? '' : await chooser(visit, bench, items)}</header>
<div class="rows">${await ownList(visit, bench)}${justDoneItem(visit, bench, done)}
<form method="post" action="/admin/bench/ticked">
${tokenField(visit)}${hidden({ at: address.parameters.toString(), row: bench.present?.history.row.rowId ?? '' })}
${raw(items)}${tickButtons(items)}</form></div></section>`
}

/** Where like texts come before the rest of the file, headings say why a row comes next. */
function queues(visit: Visit, bench: Bench): Html {
  const { before, alike, further } = bench.list
  const queue = (rows: readonly WorkRow[]): Html =>
    html`<ol class="queue">${rows.map((each) => item(visit, bench, each))}</ol>`
  if (alike.length < 2) return queue([...before, ...alike, ...further])
  const shape = skeletonOf(sourceTextOf((alike[0] as WorkRow).row)).replaceAll('0', '…')
  return html`${queue(before)}<h2>${say`Alike:`} <bdi>“${excerpt(shape, 24)}”</bdi> · ${number(alike.length)}</h2>${queue(alike)}${
    further.length === 0
      ? ''
      : html`<h2>${say`Further in the file`} · ${number(bench.furtherRows)}</h2>${queue(further)}`
  }`
}

/** What makes another list, and what is done with this one. */
async function chooser(visit: Visit, { address, total }: Bench, items: string): Promise<Html> {
  return html`<details class="pop choose"><summary class="icon-btn" aria-label="Choose rows" title="${say`Choose rows`}">
${icon(LINES.filter)}</summary><div>
${await filterForm(visit, { path: '/admin/bench', ...address, isOpen: true })}
${savedFilters(visit, address.filter)}${total > 1 ? wholeListForms(visit, address) : ''}${
  items.includes('name="tick"') &&
  html`<label class="check"><input type="checkbox" class="several"> Tick several rows</label>`
}${total > 1 ? orderNote(visit.app) : ''}</div></details>`
}

function nameOfList(visit: Visit, { address: { filter, search, proposedBy, parcel } }: Bench): Html {
  if (proposedBy !== null) return html`<bdi>${createNames(visit.app)(proposedBy)}</bdi>`
  if (search !== null) return html`<bdi>“${excerpt(search.text, 20)}”</bdi>`
  if (parcel !== null) return html`<bdi>${parcelWords(parcel)}</bdi>`
  return jobName(filter)
}

async function ownList(visit: Visit, { address, total }: Bench): Promise<Html> {
  const { filter, search, proposedBy, parameters } = address
  if (proposedBy !== null)
    return html`<p class="hint">Proposals of ${createNames(visit.app)(proposedBy)}.
<a href="/admin/bench?job=proposals">Everybody's</a></p>`
  if (search !== null)
    return html`<p class="hint">Rows with “${search.text}”. <a href="/admin/rows?${parameters.toString()}">All of them</a>${
      total === foundTextsMax ? html` ${say`Only the first ${number(foundTextsMax)} are in this list.`}` : ''
    }</p>`
  if (jobOf(filter) !== null) return html``
  return await chosenLine(visit, { path: '/admin/bench', ...address })
}
