// Small forms about labels: a field that offers the existing ones, the labels of a row, and a label for many rows.
import { listLabels } from '../../app/labels/read-labels.ts'
import { labelsOfRow } from '../../app/work/row-labels.ts'
import type { RuleField } from '../../domain/labels.ts'
import { labelLengthMax } from '../../domain/limits.ts'
import type { Row } from '../../domain/row.ts'
import { ALL_WORK, type WorkFilter, writeWorkFilter } from '../../domain/work/work-filter.ts'
import { type Html, html, raw } from '../html.ts'
import { say, words } from '../language/say.ts'
import { tokenField } from '../layout.ts'
import { may, type Visit } from '../visit.ts'
import { counted } from '../words.ts'
import { button, hidden } from './fields.ts'
import { rowsPath } from './work/work-numbers.ts'

/** The `<datalist>` to which every field of labels refers by its id: a page has it once. */
export const labelNames = ({ app }: Visit): Html =>
  html`<datalist id="label-names">${listLabels(app).map(({ name }) => html`<option value="${name}"></option>`)}</datalist>`

/** A field for the name of a label, which offers the existing ones; and words for the fields of rules. */
export const labelField = (value = '', isKeyed = false): Html =>
  html`<label>Label <input name="label" value="${value}" list="label-names" required maxlength="${labelLengthMax}"
size="14" autocomplete="off"${raw(isKeyed ? ' data-code="KeyL"' : '')}></label>`

export const FIELD_WORDS: Readonly<Record<RuleField, string>> = words({
  source: 'the source',
  reference: 'the Chinese reference',
  id: 'the id',
  file: 'part and file',
  token: 'a token of the source',
})

/**
 * The form under a list of rows that labels the ticked ones, or all rows of the list's filter. The boxes in a list of
 * rows belong to this form.
 */
export const LABEL_MANY = 'label-many'

/** `total`: the rows of the filter; null: only ticked rows can be labelled. */
export const labelMany = (
  visit: Visit,
  filter: WorkFilter,
  total: number | null,
): Html => html`<details class="box"><summary>Label rows</summary>
<form method="post" action="/admin/rows/labels" id="${LABEL_MANY}" class="stack">
${tokenField(visit)}${labelNames(visit)}${hidden({ filter: writeWorkFilter(filter).toString() })}${labelField()}
<div class="actions"><button name="do" value="give_ticked">Give to ticked</button>
<button name="do" value="take_ticked">Take from ticked</button></div>
${
  total !== null &&
  html`<div class="actions"><button name="do" value="give_all">${say`Give to all ${counted(total, 'row')}…`}</button>
<button name="do" value="take_all">${say`Take from all ${counted(total, 'row')}…`}</button></div>`
}</form></details>`

const BY_WORDS = words({ hand: 'by hand', rule: 'by a rule' })

/**
 * The labels of a row, with their origin, and small forms to give and take one. `back`: the page that the forms return
 * to. Null: there is nothing to show.
 */
export function rowLabels(visit: Visit, { ordinal, rowId, isServiceRow }: Row, back: string): Html | null {
  const labels = labelsOfRow(visit.app, ordinal)
  const mayLabel = may(visit, 'manage_settings') && !isServiceRow
  if (labels.length === 0 && !mayLabel) return null
  const path = `/admin/rows/${rowId}/labels`
  const one = (name: string, by: 'hand' | 'rule'): Html =>
    html`<li><a href="${rowsPath({ ...ALL_WORK, label: name })}" hx-boost="false"><bdi>${name}</bdi></a>
<span class="hint">${BY_WORDS[by]}</span> ${
      mayLabel &&
      button(
        visit,
        path,
        html`Take away<span class="hidden"> ${name}</span>`,
        { label: name, act: 'take', back },
        'quiet',
      )
    }</li>`
  return html`${labels.length === 0 ? '' : html`<ul class="plain">${labels.map(({ name, by }) => one(name, by))}</ul>`}${
    mayLabel &&
    html`<form method="post" action="${path}" class="filters">
${tokenField(visit)}${hidden({ act: 'give', back })}${labelField('', true)}<button>Give</button>${labelNames(visit)}</form>`
  }`
}
