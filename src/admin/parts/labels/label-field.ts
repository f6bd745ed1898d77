// A field for the name of a label, which offers the existing ones; and words for the fields of rules.
import { listLabels } from '../../../app/labels/read-labels.ts'
import type { RuleField } from '../../../domain/labels/label-rule.ts'
import { labelLengthMax } from '../../../domain/limits.ts'
import { type Html, html, raw } from '../../html.ts'
import { words } from '../../language/say.ts'
import type { Visit } from '../../visit.ts'

/** The names that fields offer; once on a page. */
export const labelNames = ({ app }: Visit): Html =>
  html`<datalist id="label-names">${listLabels(app).map(({ name }) => html`<option value="${name}"></option>`)}</datalist>`

export const labelField = (value = '', isKeyed = false): Html =>
  html`<label>Label <input name="label" value="${value}" list="label-names" required maxlength="${labelLengthMax}" size="14" autocomplete="off"${raw(isKeyed ? ' data-code="KeyL"' : '')}></label>`

export const FIELD_WORDS: Readonly<Record<RuleField, string>> = words({
  source: 'the source',
  reference: 'the Chinese reference',
  id: 'the id',
  file: 'part and file',
  token: 'a token of the source',
})
