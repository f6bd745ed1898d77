// The labels of a row, with their origin, and small forms to give and take one.
import { labelsOfRow } from '../../../app/work/row-labels.ts'
import type { Row } from '../../../domain/row.ts'
import { ALL_WORK } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { words } from '../../language/say.ts'
import { tokenField } from '../../layout.ts'
import { may, type Visit } from '../../visit.ts'
import { button } from '../fields.ts'
import { labelField, labelNames } from './label-field.ts'
import { rowsPath } from '../work/work-numbers.ts'

const BY_WORDS = words({ hand: 'by hand', rule: 'by a rule' })

/** `back`: the page that the forms return to. Null: there is nothing to show. */
export function rowLabels(visit: Visit, { ordinal, rowId, isServiceRow }: Row, back: string): Html | null {
  const labels = labelsOfRow(visit.app, ordinal)
  const mayLabel = may(visit, 'manage_settings') && !isServiceRow
  if (labels.length === 0 && !mayLabel) return null
  const path = `/admin/rows/${rowId}/labels`
  const one = (name: string, by: 'hand' | 'rule'): Html =>
    html`<li><a href="${rowsPath({ ...ALL_WORK, label: name })}" hx-boost="false"><bdi>${name}</bdi></a> <span class="hint">${BY_WORDS[by]}</span> ${
      mayLabel
        ? button(
            visit,
            path,
            html`Take away<span class="hidden"> ${name}</span>`,
            { label: name, act: 'take', back },
            'quiet',
          )
        : ''
    }</li>`
  return html`${labels.length === 0 ? '' : html`<ul class="plain">${labels.map(({ name, by }) => one(name, by))}</ul>`}${
    mayLabel
      ? html`<form method="post" action="${path}" class="filters">${tokenField(visit)}<input type="hidden" name="act" value="give"><input type="hidden" name="back" value="${back}">${labelField('', true)}<button>Give</button>${labelNames(visit)}</form>`
      : ''
  }`
}
