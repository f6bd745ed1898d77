// Forms of reviewers (approve, approve with another wording, reject) and authors (confirm against a new source).
import * as z from 'zod'
import { html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { confirmProposal } from '../../../app/writes/confirm-proposal.ts'
import { neighboursOf } from '../../../app/rows/list-proposals.ts'
import { readProposalRow } from '../../../app/rows/read-proposal.ts'
import { approveProposal } from '../../../app/writes/review-proposal.ts'
import { approveTyped, isSameTyped, rejectTyped, TEXT_FIELDS, typedText } from '../../text-acts.ts'
import { page } from '../../layout.ts'
import { form, takes } from '../../form.ts'
import { goTo, type Visit, wholeNumber } from '../../visit.ts'
import { number } from '../../words.ts'
import { proposalWith } from './proposal.ts'
import { proposalsWith } from './proposals.ts'
import { answerTo, saidOf } from '../../parts/refusal-status.ts'

const idOf = (visit: Visit): number => wholeNumber(visit.c.req.param('id') ?? '') ?? 0
const bulkMax = 200

/** Leads to the next pending proposal, or the queue. */
function onward(visit: Visit, id: number, note: string): Response {
  const { after, before } = neighboursOf(visit.app, id)
  const next = after ?? before
  return goTo(visit, next === null ? '/admin/proposals' : `/admin/proposals/${next}`, note)
}

export const approve = form(TEXT_FIELDS, async (visit: Visit, sent) => {
  const id = idOf(visit)
  const found = readProposalRow(visit.app, id)
  const typed = found === null ? null : typedText(sent, found.row)
  const kept = typed === null ? {} : { text: typed }
  const isOwn = typed !== null && found !== null && isSameTyped(typed, found.proposal.text)
  const approved = await approveTyped(visit, found?.row ?? null, id, sent, isOwn ? null : typed)
  if (approved.ok) return onward(visit, id, 'approved')
  return await proposalWith(visit, { ...answerTo(approved.refusal), ...kept })
})

export const reject = form(TEXT_FIELDS, async (visit: Visit, sent) => {
  const id = idOf(visit)
  const { reason } = sent
  const rejected = await rejectTyped(visit, id, sent, reason)
  if (rejected.ok) return onward(visit, id, 'rejected')
  return await proposalWith(visit, { ...answerTo(rejected.refusal), reason })
})

export const confirm = form(TEXT_FIELDS, async (visit: Visit, { source }) => {
  const id = idOf(visit)
  const confirmed = await confirmProposal(visit.app, visit.actor, { id, sourceHash: source })
  if (confirmed.ok) return goTo(visit, `/admin/proposals/${id}`, 'confirmed')
  return await proposalWith(visit, answerTo(confirmed.refusal))
})

/** Approves one by one; proposals that changed or are no longer clean stay pending. */
export const approveClean = form(z.object({ proposal: takes.many }), async (visit: Visit, { proposal }) => {
  const ticked = proposal.slice(0, bulkMax)
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
})
