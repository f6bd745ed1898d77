// The left part of the workbench: the rows of the filter around the current one, and the jobs above.
import { foundTextsMax } from '../../../app/bench/found-texts.ts'
import { createNames } from '../../../app/people/read-people.ts'
import { pendingOfRow } from '../../../app/rows/read-proposal.ts'
import type { WorkRow } from '../../../app/work/list-work.ts'
import { hasWaivers } from '../../../domain/decide-review.ts'
import { freshnessOf, type Row, type Heads, shownStatus, sourceTextOf } from '../../../domain/row.ts'
import { jobOf } from '../../../domain/work/work-filter.ts'
import { type Html, html, raw } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { tokenField } from '../../layout.ts'
import { orderNote } from '../../parts/row-table.ts'
import { inSource, inTarget } from '../../parts/texts.ts'
import { savedFilters } from '../../parts/work/saved-filters.ts'
import { jobLinks, searchFields, workFields } from '../../parts/work/work-filter-form.ts'
import type { Visit } from '../../visit.ts'
import { counted, excerpt, number, STATUS_WORDS } from '../../words.ts'
import { benchPath } from './address.ts'
import type { Bench } from './read-bench.ts'
import { tickBox, tickButtons } from './ticks.ts'
import { wholeListForms } from './whole-list-forms.ts'

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

const isHere = (yes: boolean): Html => raw(yes ? ' aria-current="true"' : '')

function item(visit: Visit, bench: Bench, listed: WorkRow): Html {
  const { row, heads } = listed
  const head = heads.manual ?? heads.machine
  const state = stateOf(row, heads)
  const path = benchPath(bench.address.parameters, { row: row.rowId })
  const rules = visit.app.rules.now()
  return html`<li>${tickBox(visit, bench.address, listed)}<a href="${path}"${isHere(row.rowId === bench.present?.history.row.rowId)}>
<span class="dot ${state}" title="${wordOf(state)}"></span><span class="hidden">${wordOf(state)}: </span>
<span class="lines"><span dir="auto" translate="no"${inSource(rules)}>${excerpt(sourceTextOf(row), excerptLength)}</span>${head === null ? '' : html`<span class="second" dir="auto" translate="no"${inTarget(rules)}>${excerpt(head.text, excerptLength)}</span>`}</span>${waitingMark(
    visit,
    listed,
  )}</a></li>`
}

/** A mark for a waiting proposal, other if it has waived checks. */
function waitingMark(visit: Visit, { row, pendingProposals }: WorkRow): Html {
  if (pendingProposals === 0) return html``
  const isWaived = pendingOfRow(visit.app, row).some(hasWaivers)
  const says = say`${counted(pendingProposals, 'proposal')} to review${isWaived ? say`, checks waived` : ''}`
  return html`<span class="waiting" title="${says}"><span aria-hidden="true">${pendingProposals}${isWaived ? '!' : ''}</span><span class="hidden">${says}</span></span>`
}

/** `12 of 89`, or a note that the row has left the filter. */
export function whereabouts({ address, index, total, present }: Bench): Html {
  if (present === null) return html`${number(total)}`
  if (index === null) return html`not in this list any more; ${number(total)} left`
  const place = html`<strong>${number(index)}</strong> of ${number(total)}`
  return address.begunId === null ? place : html`${place} · similar to the one before`
}

export async function listPane(visit: Visit, bench: Bench): Promise<Html> {
  const { address } = bench
  const at = bench.list.findIndex(({ row }) => row.rowId === bench.present?.history.row.rowId)
  const first = Math.max(1, (bench.index ?? 1) - Math.max(0, at))
  const items = String(await html`${bench.list.map((each) => item(visit, bench, each))}`)
  return html`<section class="pane list-pane" aria-label="List">
${await jobLinks(visit, '/admin/bench', address.filter)}${savedFilters(visit, 'bench', address.filter)}
<details class="choose"><summary>Filter</summary><form method="get" action="/admin/bench" class="stack">${searchFields(address.parameters)}${workFields(visit, address.filter)}<button>Show</button></form></details>${bench.list.length > 1 ? wholeListForms(visit, address) : ''}
${ownList(visit, bench)}<p class="whereabouts">${whereabouts(bench)}</p>
<form method="post" action="/admin/bench/ticked">${tokenField(visit)}<input type="hidden" name="at" value="${address.parameters.toString()}"><input type="hidden" name="row" value="${bench.present?.history.row.rowId ?? ''}">
<ol class="queue" start="${first}">${raw(items)}</ol>${tickButtons(items)}</form>
${bench.list.length > 1 ? orderNote(visit.app) : ''}</section>`
}

function ownList(visit: Visit, { address: { filter, search, proposedBy, parameters }, total }: Bench): Html {
  if (proposedBy !== null)
    return html`<p class="hint">Proposals of ${createNames(visit.app)(proposedBy)}. <a href="/admin/bench?job=proposals">Everybody's</a></p>`
  if (search !== null)
    return html`<p class="hint">Rows with “${search.text}”. <a href="/admin/rows?${parameters.toString()}">All of them</a>${total === foundTextsMax ? html` ${say`Only the first ${number(foundTextsMax)} are in this list.`}` : ''}</p>`
  if (jobOf(filter) !== null) return html``
  return html`<p class="hint">A list of your own: ${[...parameters].map(([name, value]) => `${name} ${value}`).join(', ')}</p>`
}
