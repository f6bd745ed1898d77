// The machine draft under the field of the workbench: a button that asks the configured model, and what it wrote, with the
// findings of the gate. Nothing is stored before the person saves (docs/workbench.md#machine-drafts).
import { gateOf } from '../../../app/rows/read-proposal.ts'
import type { Row } from '../../../domain/row.ts'
import type { WrittenDraft } from '../../../domain/work/machine-draft.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { findingsList } from '../../parts/findings.ts'
import { inTarget } from '../../parts/texts.ts'
import { may, type Visit } from '../../visit.ts'

/** Empty while the configuration names no endpoint. */
export const draftPart = (visit: Visit, row: Row, draft: WrittenDraft | null): Html =>
  visit.site.drafts === null || row.isServiceRow || !may(visit, 'propose_translation')
    ? html``
    : html`<section class="like draft" id="draft" aria-label="Machine draft" aria-live="polite">${draft === null ? askButton(say`Machine draft`, true) : shownDraft(visit, row, draft)}</section>`

/** `hasKey`: a key asks; else a key takes what was written. */
export const askButton = (label: string, hasKey: boolean): Html =>
  html`<button class="chip" formaction="/admin/bench/draft" formnovalidate data-asks="draft"${hasKey ? html` data-code="KeyD" data-key="draft" title="Ctrl+D"` : ''}>${label}${hasKey ? html` <kbd class="scripted" aria-hidden="true">d</kbd>` : ''}</button>`

export function shownDraft(visit: Visit, row: Row, { text, prompt }: WrittenDraft): Html {
  const { provider = '', model = '' } = visit.site.drafts?.model ?? {}
  return html`<h2>Machine draft <span class="hint">${provider} · ${model}</span></h2>
<p><span dir="auto" translate="no"${inTarget(visit.app.rules.now())}>${text}</span> <button type="button" class="chip scripted" data-fill="${text}" data-code="KeyD" data-key="draft" title="Ctrl+D">Use <kbd aria-hidden="true">d</kbd></button> ${askButton(say`Another`, false)}</p>
${findingsList(gateOf(visit.app, row, text))}<input type="hidden" name="drafted" value="${text}"><input type="hidden" name="prompted" value="${prompt}">`
}
