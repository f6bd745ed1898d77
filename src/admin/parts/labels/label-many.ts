// The form under a list of rows that labels the ticked ones, or all rows of the list's filter.
import { writeWorkFilter } from '../../../domain/work/work-address.ts'
import type { WorkFilter } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { tokenField } from '../../layout.ts'
import type { Visit } from '../../visit.ts'
import { counted } from '../../words.ts'
import { labelField, labelNames } from './label-field.ts'

/** The boxes in a list of rows belong to this form. */
export const LABEL_MANY = 'label-many'

/** `total`: the rows of the filter; null: only ticked rows can be labelled. */
export const labelMany = (
  visit: Visit,
  filter: WorkFilter,
  total: number | null,
): Html => html`<details class="box"><summary>Label rows</summary>
<form method="post" action="/admin/rows/labels" id="${LABEL_MANY}" class="stack">${tokenField(visit)}${labelNames(visit)}<input type="hidden" name="filter" value="${writeWorkFilter(filter).toString()}">${labelField()}
<div class="actions"><button name="do" value="give_ticked">Give to ticked</button> <button name="do" value="take_ticked">Take from ticked</button></div>
${total === null ? '' : html`<div class="actions"><button name="do" value="give_all">${say`Give to all ${counted(total, 'row')}…`}</button> <button name="do" value="take_all">${say`Take from all ${counted(total, 'row')}…`}</button></div>`}</form></details>`
