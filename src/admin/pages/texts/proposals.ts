// The review queue with its filters, and the approval of several clean proposals.
import * as z from 'zod'
import { rowsOfLabel } from '../../../app/labels/read-labels.ts'
import { createNames, listPeople } from '../../../app/people/read-people.ts'
import { listProposals, type ProposalInQueue } from '../../../app/rows/list-proposals.ts'
import { gateOf } from '../../../app/rows/read-proposal.ts'
import { approveProposal } from '../../../app/writes/review-proposal.ts'
import { reviewRefusal } from '../../../domain/decide-review.ts'
import { sourceTextOf } from '../../../domain/row.ts'
import { PROPOSAL_STATUSES } from '../../../domain/vocabulary.ts'
import { form, refused, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { page, titledPage, tokenField } from '../../layout.ts'
import { badge, type Choices, lookAgain, pager, select, statusBadge, waivedBadge } from '../../parts/fields.ts'
import { saidOf } from '../../parts/refusal-status.ts'
import { inSource, inTarget } from '../../parts/texts.ts'
import { benchOfProposal } from '../../parts/work/bench-links.ts'
import { askedLabel, labelChoice } from '../../parts/work/label-table.ts'
import { noGame } from '../../parts/work/no-game.ts'
import { may, oneOf, query, type Visit, wholeNumber } from '../../visit.ts'
import { age, excerpt, FRESHNESS_WORDS, number, STATUS_WORDS } from '../../words.ts'

const perPage = 50
const dayMs = 24 * 60 * 60 * 1000

const ages = (): Choices => [
  ['', say`any`],
  ['1', say`over a day`],
  ['7', say`over a week`],
  ['30', say`over a month`],
]
const staleness = () => ({ '': say`all`, no: FRESHNESS_WORDS.fresh, yes: FRESHNESS_WORDS.stale })
const waivers = () => ({ '': say`all`, no: say`compared with all`, yes: say`waived` })
const orders = () => ({ '': say`as they appear`, oldest: say`oldest first`, newest: say`newest first` })

export async function proposalsPage(visit: Visit): Promise<Response> {
  const { app } = visit
  const status = oneOf(query(visit, 'status'), [...PROPOSAL_STATUSES, 'all'])
  const order = oneOf(query(visit, 'order'), ['', 'oldest', 'newest'])
  const stale = oneOf(query(visit, 'stale'), ['', 'no', 'yes'])
  const waived = oneOf(query(visit, 'waived'), ['', 'no', 'yes'])
  const days = oneOf(query(visit, 'age'), ['', '1', '7', '30'])
  const author = wholeNumber(query(visit, 'author'))
  const label = askedLabel(visit)
  const { items, next } = listProposals(app, {
    status: status === 'all' ? null : status,
    ...(order !== '' && { order }),
    authorId: author,
    stale: stale === '' ? null : stale === 'yes',
    waived: waived === '' ? null : waived === 'yes',
    olderThanMs: days === '' ? null : Number(days) * dayMs,
    among: await rowsOfLabel(app, label),
    after: wholeNumber(query(visit, 'after')),
    limit: perPage,
  })
  const people = listPeople(app).map(({ id, name }) => [String(id), name] as const)
  const body = html`${
    status === 'pending' && items.length > 0 && (author === null || label === null)
      ? html`<p><a class="button primary" href="/admin/bench?${benchList(visit)}">Review them one by one on the workbench</a></p>`
      : ''
  }
<form method="get" action="/admin/proposals" class="filters">
${select(
  'status',
  say`Status`,
  [...PROPOSAL_STATUSES.map((each) => [each, STATUS_WORDS[each]] as const), ['all', say`any`] as const],
  status,
)}
${select('author', say`Author`, [['', say`everybody`], ...people], author === null ? '' : String(author))}
${select('age', say`Waiting`, ages(), days)} ${select('stale', say`Source`, staleness(), stale)}
${select('waived', say`Checks`, waivers(), waived)} ${labelChoice(visit, label)} ${select('order', say`Order`, orders(), order)}
<button>Filter</button></form>
${queue(visit, items, next)}
${pager(visit, 'after', next, '/admin/proposals')}`
  return await titledPage(visit, { title: say`Proposals`, body, wide: true })
}

const NARROWS = ['author', 'age', 'stale', 'waived', 'label', 'after'] as const

const asksForAllPending = (visit: Visit): boolean =>
  ['', 'pending'].includes(query(visit, 'status')) && NARROWS.every((name) => query(visit, name) === '')

function queue(visit: Visit, items: readonly ProposalInQueue[], next: number | null): Html {
  if (items.length === 0) {
    const nothing = noGame(visit)
    if (nothing !== null) return nothing
    const more = next === null ? '' : say` found so far; continue on the next page`
    return html`<p class="empty">No proposals${more}. ${
      asksForAllPending(visit)
        ? html`Everything is reviewed. <a href="/admin/bench">Translate a row</a> in the meantime.`
        : html`<a href="/admin/proposals">Show pending ones</a>`
    }</p>${lookAgain(visit, `/admin/proposals${visit.url.search}`)}`
  }
  const nameOf = createNames(visit.app)
  const ticks = items.map((item) => canBeTicked(visit, item))
  const canTick = ticks.includes(true)
  const table = html`<div class="scroll" tabindex="0"><table class="list queue" data-list><thead>
<tr>${canTick ? html`<th scope="col"><span class="hidden">Tick</span></th>` : ''}<th scope="col">Proposal</th>
<th scope="col">Source</th><th scope="col">Text</th><th scope="col">Author</th><th scope="col">Age</th></tr></thead>
<tbody>${items.map((item, i) => queueRow(visit, item, nameOf, canTick ? (ticks[i] ?? false) : null))}</tbody></table></div>`
  if (!canTick) return table
  return html`<form method="post" action="/admin/proposals/approve-clean${visit.url.search}">${tokenField(visit)}
${table}
<p class="hint">You can tick proposals that pass the checks, are fresh, and that you may approve.</p>
<div class="savebar"><button class="primary">Approve the ticked ones</button></div></form>`
}

function canBeTicked(visit: Visit, { proposal, row, isStale }: ProposalInQueue): boolean {
  if (!may(visit, 'review_translation') || isStale || reviewRefusal(visit.user, proposal, 'approve') !== null)
    return false
  const { errors, warnings } = gateOf(visit.app, row, proposal.text)
  return errors.length + warnings.length === 0
}

/** The workbench's list of these proposals; of both an author and a label it has none. */
function benchList(visit: Visit): string {
  const label = askedLabel(visit)
  const author = wholeNumber(query(visit, 'author'))
  if (author !== null) return `job=proposals${label === null ? `&by=${author}` : ''}`
  const filter = query(visit, 'waived') === 'yes' ? 'proposals=waived' : 'job=proposals'
  return label === null ? filter : `${filter}&${new URLSearchParams({ label }).toString()}`
}

function queueRow(
  visit: Visit,
  { proposal, row, isStale }: ProposalInQueue,
  nameOf: (id: number | null) => string | null,
  tick: boolean | null,
): Html {
  const { id, version, authorId } = proposal
  const author = nameOf(authorId) ?? ''
  return html`<tr>${
    tick !== null &&
    html`<td>${
      tick && html`<input type="checkbox" name="proposal" value="${id} ${version}" aria-label="Tick proposal ${id}">`
    }</td>`
  }<th scope="row"><a href="${benchOfProposal(proposal, row.rowId, benchList(visit))}">${proposal.id}</a> ${
    proposal.status === 'pending' ? '' : statusBadge(proposal.status)
  }${isStale ? badge('stale', FRESHNESS_WORDS.stale, say`the source has changed since`) : ''}${waivedBadge(proposal)}</th>
<td dir="auto" translate="no"${inSource(visit.app.rules.now())}>${excerpt(sourceTextOf(row))}</td>
<td dir="auto" translate="no"${inTarget(visit.app.rules.now())}>${excerpt(proposal.text)}</td><td>${author}</td>
<td class="nowrap">${age(proposal.updatedAtMs, visit.app.clock.nowMs())}</td></tr>`
}

const bulkMax = 200

/**
 * Approves several ticked proposals. Approves one by one; proposals that changed or are no longer clean stay pending.
 */
const approveTicked = async (visit: Visit, { proposal }: { readonly proposal: readonly string[] }) => {
  const ticked = proposal.slice(0, bulkMax)
  if (ticked.length === 0) return refused('nothing was ticked, so nothing was approved')
  let approved = 0
  const left: { readonly id: number; readonly why: string }[] = []
  for (const tick of ticked) {
    const [id, version] = tick.split(' ').map((part) => wholeNumber(part))
    if (id === null || id === undefined || version === null || version === undefined) continue
    const asItIs = { confirmSource: false, confirmWaived: false, text: null, onlyClean: true }
    const done = await approveProposal(visit.app, visit.actor, { id, version, ...asItIs })
    if (done.ok) approved++
    else left.push({ id, why: saidOf(done.refusal) })
  }
  const body = html`<h1>${approved === 1 ? say`1 proposal approved` : say`${number(approved)} proposals approved`}</h1>
${
  left.length > 0 &&
  html`<p>These were left as they are:</p>
<ul>${left.map(({ id, why }) => html`<li><a href="/admin/bench?job=proposals&proposal=${id}">${id}</a>: ${why}</li>`)}</ul>`
}
<p class="links"><a href="/admin/proposals${visit.url.search}">Back to the queue</a></p>`
  return await page(visit, { title: say`Approved`, body })
}

export const approveClean = form(z.object({ proposal: takes.many }), approveTicked, proposalsPage)
