// What reviewers do with proposals: approve, approve with another wording, reject, approve many; and what authors do:
// confirm theirs against a new source. The use cases judge; here only the form is read and the answer chosen.
import { html } from 'hono/html'
import { confirmProposal } from '../../app/confirm-proposal.ts'
import { neighboursOf } from '../../app/list-proposals.ts'
import { gateOf, readProposal } from '../../app/read-proposal.ts'
import { approveProposal, rejectProposal } from '../../app/review-proposal.ts'
import { page } from '../layout.ts'
import { field, goTo, isChecked, type Visit, wholeNumber } from '../visit.ts'
import { counted } from '../words.ts'
import { proposalWith } from './proposal.ts'
import { refusedPage } from './refusals.ts'
import { statusOf } from './refusal-status.ts'
import { withLineEndsOf } from './row-actions.ts'

const idOf = (visit: Visit): number => wholeNumber(visit.c.req.param('id') ?? '') ?? 0
const bulkMax = 200

/** After a decision: on to the next pending one, or back to the queue. */
function onward(visit: Visit, id: number, note: string): Response {
  const { after, before } = neighboursOf(visit.app, id)
  const next = after ?? before
  return goTo(visit, next === null ? '/admin/proposals' : `/admin/proposals/${next}`, note)
}

/** What the reviewer saw is not what is there now: the source was changed meanwhile. */
function isOtherSource(visit: Visit, id: number): boolean {
  const seen = field(visit, 'source')
  return seen !== '' && readProposal(visit.app, id)?.row.sourceHash !== seen
}

const changedMeanwhile = 'the source was changed meanwhile; look at the new one and decide again'

export async function approve(visit: Visit): Promise<Response> {
  const id = idOf(visit)
  const view = readProposal(visit.app, id)
  const typed = visit.form.has('text') && view !== null ? withLineEndsOf(view.row, field(visit, 'text')) : null
  const kept = typed === null ? {} : { text: typed }
  if (view !== null && isOtherSource(visit, id))
    return await proposalWith(visit, { error: changedMeanwhile, status: 409, ...kept })
  const approved = await approveProposal(visit.app, visit.user, {
    id,
    version: wholeNumber(field(visit, 'version')),
    confirmSource: isChecked(visit, 'confirm'),
    text: typed === view?.proposal.text ? null : typed,
  })
  if (approved.ok) return onward(visit, id, 'approved')
  const { refusal } = approved
  const error =
    refusal.code === 'stale_source'
      ? 'the source has changed since; tick that you looked at the new one'
      : refusal.message
  return await proposalWith(visit, { error, status: statusOf(refusal), ...kept })
}

export async function reject(visit: Visit): Promise<Response> {
  const id = idOf(visit)
  const reason = field(visit, 'reason').trim()
  if (Array.from(reason).length > 4_000) {
    return await proposalWith(visit, { error: 'a reason has at most 4000 characters', status: 422, reason })
  }
  const rejected = await rejectProposal(visit.app, visit.user, {
    id,
    version: wholeNumber(field(visit, 'version')),
    reason,
  })
  if (rejected.ok) return onward(visit, id, 'rejected')
  return await proposalWith(visit, { error: rejected.refusal.message, status: statusOf(rejected.refusal), reason })
}

export async function confirm(visit: Visit): Promise<Response> {
  const id = idOf(visit)
  const confirmed = await confirmProposal(visit.app, visit.user, { id, sourceHash: field(visit, 'source') })
  if (confirmed.ok) return goTo(visit, `/admin/proposals/${id}`, 'confirmed')
  return await proposalWith(visit, { error: confirmed.refusal.message, status: statusOf(confirmed.refusal) })
}

/** Approves ticked proposals one by one; one that is no longer clean, or was changed meanwhile, stays pending. */
export async function approveClean(visit: Visit): Promise<Response> {
  const ticked = visit.form.getAll('proposal').slice(0, bulkMax)
  if (ticked.length === 0) return await refusedPage(visit, 'nothing was ticked, so nothing was approved')
  let approved = 0
  const left: { readonly id: number; readonly why: string }[] = []
  for (const tick of ticked) {
    const [id, version] = tick.split(' ').map((part) => wholeNumber(part))
    if (id === null || id === undefined || version === null || version === undefined) continue
    const view = readProposal(visit.app, id)
    const gate = view === null ? null : gateOf(visit.app, view.row, view.proposal.text)
    if (gate !== null && gate.errors.length + gate.warnings.length > 0) {
      left.push({ id, why: 'the checks find something in it now' })
      continue
    }
    const done = await approveProposal(visit.app, visit.user, { id, version, confirmSource: false, text: null })
    if (done.ok) approved++
    else left.push({ id, why: done.refusal.message })
  }
  const body = html`<h1>${counted(approved, 'proposal')} approved</h1>
${left.length === 0 ? '' : html`<p>These were left as they are:</p><ul>${left.map(({ id, why }) => html`<li><a href="/admin/proposals/${id}">${id}</a>: ${why}</li>`)}</ul>`}
<p><a href="/admin/proposals">Back to the queue</a></p>`
  return await page(visit, { title: 'Approved', body })
}
