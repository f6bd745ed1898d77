// The review queue with its filters, and the bulk approval of clean ones.
import { html } from 'hono/html'
import { listProposals, type ProposalInQueue } from '../../app/list-proposals.ts'
import { createNames, listPeople } from '../../app/read-people.ts'
import { gateOf } from '../../app/read-proposal.ts'
import { reviewRefusal } from '../../domain/decide-review.ts'
import { sourceTextOf } from '../../domain/row.ts'
import { PROPOSAL_STATUSES } from '../../domain/vocabulary.ts'
import { type Html, page, tokenField } from '../layout.ts'
import { badge, here, pager, select, statusBadge } from '../parts.ts'
import { may, oneOf, query, type Visit, wholeNumber } from '../visit.ts'
import { age, excerpt, STATUS_WORDS } from '../words.ts'

const perPage = 50
const dayMs = 24 * 60 * 60 * 1000
const AGES = [
  ['', 'any'],
  ['1', 'over a day'],
  ['7', 'over a week'],
  ['30', 'over a month'],
] as const
const STALE = [
  ['', 'all'],
  ['no', 'fresh'],
  ['yes', 'stale'],
] as const

const firstValue = (choices: readonly (readonly [string, string])[], value: string): string =>
  oneOf(
    value,
    choices.map(([each]) => each),
  )

export function proposalsPage(visit: Visit): Promise<Response> {
  const { app } = visit
  const status = oneOf(query(visit, 'status'), PROPOSAL_STATUSES)
  const stale = firstValue(STALE, query(visit, 'stale'))
  const days = firstValue(AGES, query(visit, 'age'))
  const author = wholeNumber(query(visit, 'author'))
  const { items, next } = listProposals(app, {
    status,
    authorId: author,
    stale: stale === '' ? null : stale === 'yes',
    olderThanMs: days === '' ? null : Number(days) * dayMs,
    after: wholeNumber(query(visit, 'after')),
    limit: perPage,
  })
  const people = listPeople(app).map(({ id, name }) => [String(id), name] as const)
  const body = html`<h1>Proposals</h1>
<form method="get" class="filters">
${select(
  'status',
  'Status',
  PROPOSAL_STATUSES.map((each) => [each, STATUS_WORDS[each]] as const),
  status,
)}
${select('author', 'Author', [['', 'everybody'], ...people], author === null ? '' : String(author))}
${select('age', 'Waiting', AGES, days)} ${select('stale', 'Source', STALE, stale)}
<button>Filter</button></form>
${queue(visit, items, next)}
${pager(query(visit, 'after') === '' ? null : here(visit, { after: null }), next === null ? null : here(visit, { after: next }))}
<aside class="keys" aria-label="Keys"><kbd>j</kbd> next <kbd>k</kbd> previous <kbd>Enter</kbd> open <kbd>x</kbd> tick</aside>`
  return page(visit, { title: 'Proposals', body, wide: true })
}

function queue(visit: Visit, items: readonly ProposalInQueue[], next: number | null): Html {
  if (items.length === 0) {
    const more = next === null ? '' : ' among the ones looked at so far; the next page goes on'
    return html`<p class="empty">No proposals${more}.</p>`
  }
  const nameOf = createNames(visit.app)
  const ticks = items.map((item) => canBeTicked(visit, item))
  const canTick = ticks.includes(true)
  const table = html`<div class="scroll" tabindex="0"><table class="list" data-list><thead><tr>${canTick ? html`<th scope="col"><span class="hidden">Tick</span></th>` : ''}<th scope="col">Proposal</th><th scope="col">Source</th><th scope="col">Text</th><th scope="col">Author</th><th scope="col">Age</th></tr></thead>
<tbody>${items.map((item, i) => queueRow(visit, item, nameOf, canTick ? (ticks[i] ?? false) : null))}</tbody></table></div>`
  if (!canTick) return table
  return html`<form method="post" action="/admin/proposals/approve-clean">${tokenField(visit)}
${table}
<div class="actions"><button class="primary">Approve the ticked ones</button>
<span class="hint">Only proposals can be ticked that the checks find nothing in, that are fresh, and that you may approve.</span></div></form>`
}

function canBeTicked(visit: Visit, { proposal, row, isStale }: ProposalInQueue): boolean {
  if (!may(visit, 'review_translation') || isStale || reviewRefusal(visit.user, proposal, 'approve') !== null)
    return false
  const { errors, warnings } = gateOf(visit.app, row, proposal.text)
  return errors.length + warnings.length === 0
}

function queueRow(
  visit: Visit,
  { proposal, row, isStale }: ProposalInQueue,
  nameOf: (id: number | null) => string | null,
  tick: boolean | null,
): Html {
  const author = nameOf(proposal.authorId) ?? ''
  return html`<tr>${
    tick === null
      ? ''
      : html`<td>${
          tick
            ? html`<input type="checkbox" name="proposal" value="${proposal.id} ${proposal.version}" aria-label="Tick proposal ${proposal.id}">`
            : ''
        }</td>`
  }<th scope="row"><a href="/admin/proposals/${proposal.id}">${proposal.id}</a> ${
    proposal.status === 'pending' ? '' : statusBadge(proposal.status)
  }${isStale ? badge('stale', 'stale', 'the source has changed since') : ''}</th>
<td dir="auto">${excerpt(sourceTextOf(row))}</td><td dir="auto">${excerpt(proposal.text)}</td><td>${author}</td>
<td class="nowrap">${age(proposal.updatedAtMs, visit.app.clock.nowMs())}</td></tr>`
}
