// Approves several ticked proposals.
import * as z from 'zod'
import { html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { approveProposal } from '../../../app/writes/review-proposal.ts'
import { page } from '../../layout.ts'
import { form, takes } from '../../form.ts'
import { type Visit, wholeNumber } from '../../visit.ts'
import { number } from '../../words.ts'
import { proposalsWith } from './proposals.ts'
import { saidOf } from '../../parts/refusal-status.ts'

const bulkMax = 200

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
