// Offers the new rows of an import the labels that rows with the same Chinese text got by hand. The search for them
// waits for a click, because it reads all new rows and all rows labelled by hand.
import * as z from 'zod'
import { acceptOffer, labelOffers } from '../../../app/labels/offers.ts'
import { listLabels } from '../../../app/labels/read-labels.ts'
import type { ImportRecord } from '../../../app/upkeep/read-records.ts'
import { sizeOfPatch } from '../../../app/work/read-patch.ts'
import { offeredRowsMax } from '../../../domain/limits.ts'
import { form, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { button } from '../../parts/fields.ts'
import { answerTo } from '../../parts/refusal-status.ts'
import { changeRefusedPage } from '../../parts/refusals.ts'
import { goTo, may, query, type Visit, wholeNumber } from '../../visit.ts'
import { counted, number } from '../../words.ts'
import { rowLink } from '../../parts/work/bench-links.ts'

const samplesShown = 5

export async function offersSection(visit: Visit, record: ImportRecord): Promise<Html> {
  const added = sizeOfPatch(record)?.added ?? 0
  if (added === 0 || !may(visit, 'manage_settings') || listLabels(visit.app).length === 0) return html``
  return html`<section id="labels"><h2>Labels for new rows</h2>${await offersOf(visit, record.id, added)}</section>`
}

async function offersOf(visit: Visit, importId: number, added: number): Promise<Html> {
  if (added > offeredRowsMax)
    return html`<p class="hint">After an import of more than ${number(offeredRowsMax)} new rows no labels are offered.</p>`
  const path = `/admin/imports/${importId}`
  if (query(visit, 'offers') === '')
    return html`<p><a href="${path}?offers=1#labels">Look for labels of rows with the same Chinese text</a></p>`
  const offers = await labelOffers(visit.app, importId)
  if (offers.length === 0) return html`<p class="empty">No labels are offered to the new rows.</p>`
  return html`<ul class="plain">${offers.map(
    ({ label, rowIds }) =>
      html`<li><p><strong><bdi>${label}</bdi></strong> ${counted(rowIds.length, 'row')} ${rowIds.slice(0, samplesShown).map((rowId) => rowLink(rowId))}</p>${button(visit, `${path}/labels`, html`Give to these rows<span class="hidden"> ${label}</span>`, { label })}</li>`,
  )}</ul>`
}

export const acceptOfferPost = form(z.object({ label: takes.line }), async (visit: Visit, { label }) => {
  const importId = wholeNumber(visit.c.req.param('id') ?? '') ?? 0
  const done = await acceptOffer(visit.app, visit.actor, importId, label)
  if (done.ok) return goTo(visit, `/admin/imports/${importId}?offers=1`, 'labels-accepted')
  const { error, status } = answerTo(done.refusal)
  return await changeRefusedPage(visit, error, status)
})
