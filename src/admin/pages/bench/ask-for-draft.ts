// Asks the configured model for a draft of the row. With scripts the answer is the part of the page with it, without them the
// whole page; a typed text stays.
import { askDraft, type DraftRefusal } from '../../../app/bench/ask-draft.ts'
import { readRow } from '../../../app/rows/read-row.ts'
import { refuse, type Result } from '../../../base/result.ts'
import type { Row } from '../../../domain/row.ts'
import type { WrittenDraft } from '../../../domain/work/machine-draft.ts'
import { form, takes } from '../../form.ts'
import { html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { sentence } from '../../layout.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { withLineEndsOf } from '../../parts/texts.ts'
import { TEXT_FIELDS, typedText } from '../../text-acts.ts'
import { dayOfVisit, may, type Visit } from '../../visit.ts'
import { ADDRESS_FIELDS, postedAddress } from './address.ts'
import { benchWith } from './bench-page.ts'
import { askButton, shownDraft } from './draft-part.ts'

const FIELDS = TEXT_FIELDS.extend({ ...ADDRESS_FIELDS.shape, part: takes.tick })

export const askForDraft = form(FIELDS, async (visit: Visit, sent) => {
  const address = postedAddress(sent)
  const row = address.rowId === null ? null : readRow(visit.app, address.rowId)
  if (row === null || row.isServiceRow) return await notFoundPage(visit, 'there is no such row in the game now')
  const asked = await draftOf(visit, row)
  const now = await visit.again()
  if (now instanceof Response) return now
  if (sent.part)
    return visit.c.html(
      await (asked.ok
        ? html`${shownDraft(now, row, asked.value)}`
        : html`<p class="hint">${sentence(saidOfDraft(now, asked.refusal))}</p>${askButton(say`Machine draft`, true)}`),
    )
  const typed = typedText(sent, row) ?? ''
  if (!asked.ok)
    return await benchWith(now, address, { error: saidOfDraft(now, asked.refusal), status: 409, text: typed })
  const text = typed.trim() === '' ? asked.value.text : typed
  return await benchWith(now, address, { error: null, status: 200, text, draft: asked.value })
})

async function draftOf(visit: Visit, row: Row): Promise<Result<WrittenDraft, DraftRefusal>> {
  const { app, actor, site, c } = visit
  if (site.drafts === null) return refuse({ code: 'no_draft_model' })
  const asked = await askDraft(app, actor, site.drafts, {
    rowId: row.rowId,
    day: dayOfVisit(visit).name,
    signal: c.req.raw.signal,
  })
  if (asked.ok) return { ...asked, value: { ...asked.value, text: withLineEndsOf(row, asked.value.text) } }
  if (asked.refusal.code === 'draft_failed' || asked.refusal.code === 'draft_late')
    app.log.warn('the model gave no draft', { why: 'message' in asked.refusal ? asked.refusal.message : 'late' })
  return asked
}

type Telling = {
  readonly [Code in DraftRefusal['code']]: (refusal: Extract<DraftRefusal, { code: Code }>, visit: Visit) => string
}

const SAID: Telling = {
  no_draft_model: () =>
    say`no model is set for drafts; an admin names one in the configuration (draft.endpoint and draft.model)`,
  drafts_used: ({ perDay }) => say`you have had your ${perDay} drafts of today; there are more tomorrow`,
  draft_under_way: () => say`the model is still writing your last draft; wait for it`,
  draft_late: () => say`the model gave no answer in time; ask again, or write the text yourself`,
  draft_without_text: () => say`the answer of the model had no translation; ask again, or write the text yourself`,
  no_target_language: () => say`the target language is not set; an admin sets it under Settings`,
  draft_failed: ({ message }, visit) =>
    may(visit, 'manage_settings')
      ? say`the model could not be asked: ${message}`
      : say`the model could not be asked; the log of the server says why`,
}

const saidOfDraft = (visit: Visit, refusal: DraftRefusal): string =>
  (SAID[refusal.code] as (refusal: DraftRefusal, visit: Visit) => string)(refusal, visit)
