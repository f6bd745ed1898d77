// A short form that proposes a term; one who may change the glossary adds it with it.
import { termLengthMax } from '../../../domain/limits.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { tokenField } from '../../layout.ts'
import { may, type Visit } from '../../visit.ts'

interface Offered {
  /** '': the person writes it. */
  readonly source: string
  readonly translation: string
  /** Where it stands; null: in no single row. */
  readonly rowId: string | null
  /** The page that the form returns to. */
  readonly back: string
}

export const termOffer = (visit: Visit, { source, translation, rowId, back }: Offered): Html =>
  html`<form method="post" action="/admin/suggestions" class="${source === '' ? 'stack' : 'actions'}" hx-boost="false">${tokenField(visit)}<input type="hidden" name="back" value="${back}">${rowId === null ? '' : html`<input type="hidden" name="row" value="${rowId}">`}
${
  source === ''
    ? html`<label>Term in the source <input name="source" required maxlength="${termLengthMax}"></label>
<label>Its translation <input name="forms" dir="auto" value="${translation}" required maxlength="${termLengthMax}"></label>`
    : html`<input type="hidden" name="source" value="${source}"><label><span class="hidden">Translation of ${source}</span><input name="forms" dir="auto" value="${translation}" required maxlength="${termLengthMax}"></label>`
}
<button>${may(visit, 'manage_settings') ? say`Add to the glossary` : say`Propose the term`}</button></form>`
