// The field for a code of the second factor or a recovery code.
import { type Html, html, raw } from '../html.ts'

export const codeField = (name: string, isFirst = false): Html =>
  html`<label>${name} <input name="code" autocomplete="one-time-code" required maxlength="32" spellcheck="false" autocapitalize="none"${raw(isFirst ? ' autofocus' : '')}></label>`
