// Forms of reviewers (approve, approve with another wording, reject, approve several) and authors (confirm against a new source). The
// use cases decide.
import { html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { confirmProposal } from '../../../app/writes/confirm-proposal.ts'
import { neighboursOf } from '../../../app/rows/list-proposals.ts'
import { readProposalRow } from '../../../app/rows/read-proposal.ts'
import { approveProposal } from '../../../app/writes/review-proposal.ts'
import { approveTyped, isSameTyped, rejectTyped, typedText } from '../../acts/text-acts.ts'
import { page } from '../../layout.ts'
import { field, goTo, type Visit, wholeNumber } from '../../visit.ts'
import { number } from '../../words.ts'
import { proposalWith } from './proposal.ts'
import { proposalsWith } from './proposals.ts'
import { answerTo, saidOf } from '../../parts/refusal-status.ts'

const idOf = (visit: Visit): number => wholeNumber(visit.c.req.param('id') ?? '') ?? 0
const bulkMax = 200

/** The next pending proposal, or the queue. */
function onward(visit: Visit, id: number, note: string): Response {
  const { after, before } = neighboursOf(visit.app, id)
  const next = after ?? before
  return goTo(visit, next === null ? '/admin/proposals' : `/admin/proposals/${next}`, note)
}

export async function approve(visit: Visit): Promise<Response> {
  const id = idOf(visit)
  const found = readProposalRow(visit.app, id)
  const typed = found === null ? null : typedText(visit, found.row)
  const kept = typed === null ? {} : { text: typed }
  const isOwn = typed !== null && found !== null && isSameTyped(typed, found.proposal.text)
  const approved = await approveTyped(visit, found?.row ?? null, id, isOwn ? null : typed)
  if (approved.ok) return onward(visit, id, 'approved')
  return await proposalWith(visit, { ...answerTo(approved.refusal), ...kept })
}

export async function reject(visit: Visit): Promise<Response> {
  const id = idOf(visit)
  const reason = field(visit, 'reason').trim()
  const rejected = await rejectTyped(visit, id, reason)
  if (rejected.ok) return onward(visit, id, 'rejected')
  return await proposalWith(visit, { ...answerTo(rejected.refusal), reason })
}

export async function confirm(visit: Visit): Promise<Response> {
  const id = idOf(visit)
  const confirmed = await confirmProposal(visit.app, visit.actor, { id, sourceHash: field(visit, 'source') })
  if (confirmed.ok) return goTo(visit, `/admin/proposals/${id}`, 'confirmed')
  return await proposalWith(visit, answerTo(confirmed.refusal))
}

/** Approves ticked proposals one by one; those that changed or are no longer clean stay pending. */
export async function approveClean(visit: Visit): Promise<Response> {
  const ticked = visit.form.getAll('proposal').slice(0, bulkMax)
  if (ticked.length === 0) return await proposalsWith(visit, 'nothing was ticked, so nothing was approved')
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
${left.length === 0 ? '' : html`<p>These were left as they are:</p><ul>${left.map(({ id, why }) => html`<li><a href="/admin/proposals/${id}">${id}</a>: ${why}</li>`)}</ul>`}
<p class="links"><a href="/admin/proposals${visit.url.search}">Back to the queue</a></p>`
  return await page(visit, { title: say`Approved`, body })
}
