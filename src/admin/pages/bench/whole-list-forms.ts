// The forms under the workbench's list that act on all of its rows (whole-list.ts).
import { type Html, html } from '../../html.ts'
import { words } from '../../language/say.ts'
import { tokenField } from '../../layout.ts'
import { may, type Visit } from '../../visit.ts'
import type { BenchAddress } from './address.ts'

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
/** The forms under the list; each leads to the page that counts. */
export function wholeListForms(visit: Visit, address: BenchAddress): Html {
  if (!may(visit, 'review_translation')) return html``
  const decision = (kind: Kind): Html =>
    html`<button class="chip" name="all" value="${kind}" formnovalidate>${LABELS[kind]}…</button>`
  return html`<details class="choose"><summary>The whole list</summary><form method="post" action="/admin/bench/all" class="stack" hx-boost="false">${tokenField(visit)}<input type="hidden" name="at" value="${address.parameters.toString()}">
<div class="row">${(['approved', 'reviewed', 'rejected', 'fits'] as const).map(decision)}</div>
<label>Find in manual texts <input name="find" required maxlength="500"></label><label>Replace by <input name="by" maxlength="500"></label>
<button name="all" value="replaced">Replace…</button>
<p class="hint">First you see how many texts it is. Letter case counts.</p></form></details>`
}
