// Memory on the card of a row (docs/decisions.md#memory): the row that a text was taken from, why memory leaves the row
// alone, and, once a text of this row was taken back, the way to take back its copies.
import type { RowHistory } from '../../../app/rows/read-history.ts'
import { isDivided } from '../../../app/terms/recall-rows.ts'
import { donorOf } from '../../../domain/donor.ts'
import { isWithdrawal, type Revision } from '../../../domain/row.ts'
import { isRevert } from '../../../domain/undo/selection.ts'
import { LAYERS } from '../../../domain/vocabulary.ts'
import { type Html, html } from '../../html.ts'
import { may, type Visit } from '../../visit.ts'
import { benchOfRow } from '../../parts/work/bench-links.ts'

/** Null: no text of memory. */
export function takenFrom(revision: Pick<Revision, 'client'>): Html | null {
  const donor = donorOf(revision)
  if (donor === null) return null
  return html`by memory from <a href="${benchOfRow(donor.rowId)}">row <code>${donor.rowId}</code></a>`
}

const isTakenBack = (revision: Revision): boolean =>
  revision.status === 'rejected' || isWithdrawal(revision) || isRevert(revision)

export const memoryNotes = (visit: Visit, history: RowHistory): Html =>
  html`${isDivided(visit.app, history.row) ? html`<p class="hint">People approved different texts for this source, so memory fills none in here.</p>` : ''}${memoryOffer(visit, history)}`

function memoryOffer(visit: Visit, { row, revisions }: RowHistory): Html {
  const isAsked = LAYERS.some((layer) => revisions[layer].slice(0, 1).some(isTakenBack))
  if (!isAsked || !may(visit, 'review_translation')) return html``
  return html`<p class="hint">A text of this row was taken back. Memory may have taken it for other rows: <a href="/admin/undo?from-memory-of=${row.rowId}">take those back too</a>.</p>`
}
