// Labelling rows by hand: one on its card or in the workbench, ticked rows of a list, or all rows of a filter after a question.
import * as z from 'zod'
import { unknownLabelIn } from '../../../app/labels/read-labels.ts'
import { labelPieces, labelRows, type RowsLabelled } from '../../../app/labels/label-rows.ts'
import { findWork } from '../../../app/work/find-work.ts'
import { parseFilterText } from '../../../domain/work/work-address.ts'
import { ALL_WORK } from '../../../domain/work/work-filter.ts'
import { backToRow } from '../../gatekeeper.ts'
import { form, takes } from '../../form.ts'
import { html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { page } from '../../layout.ts'
import { button } from '../../parts/fields.ts'
import { saidOf, statusOf } from '../../parts/refusal-status.ts'
import { changeRefusedPage } from '../../parts/refusals.ts'
import { rowsPath } from '../../parts/work/work-numbers.ts'
import { goTo, type Visit } from '../../visit.ts'
import { counted, number } from '../../words.ts'
import type { LabelRefusal } from '../../../app/labels/change-labels.ts'

const ACTS = ['give', 'take'] as const

const refused = (visit: Visit, refusal: LabelRefusal): Promise<Response> =>
  changeRefusedPage(visit, saidOf(refusal), statusOf(refusal))

const ONE = z.object({ label: takes.line, act: takes.choiceOr(ACTS), back: takes.text })

export const labelRowPost = form(ONE, async (visit: Visit, { label, act, back }) => {
  const rowId = (visit.c.req.param('row') ?? '').toLowerCase()
  const path = backToRow(back, rowId)
  const origin = path.startsWith('/admin/bench') ? 'bench' : 'card'
  const done = await labelRows(visit.app, visit.actor, { label, act, origin }, [rowId])
  return done.ok
    ? goTo(visit, path, act === 'give' ? 'label-given' : 'label-taken')
    : await refused(visit, done.refusal)
})

/** Shows the number of changed rows. */
export async function labelledPage(
  visit: Visit,
  { label, rows, changed }: RowsLabelled,
  back: string,
): Promise<Response> {
  const body = html`<h1><bdi>${label}</bdi></h1>
<p class="note" role="status">${say`${counted(rows, 'row')}, ${number(changed)} of them changed.`}</p>
<p><a href="${rowsPath({ ...ALL_WORK, label })}">Rows with this label</a></p><p><a href="${back}">Go on</a></p>`
  return await page(visit, { title: label, body })
}

const ticksMax = 100
const MANY_ACTS = ['give_ticked', 'take_ticked', 'give_all', 'take_all'] as const
const MANY = z.object({
  label: takes.line,
  do: takes.choiceOr(MANY_ACTS),
  tick: takes.many,
  /** A filter of work, in the syntax of a list's address. */
  filter: takes.exact,
  isSure: takes.tick,
})

export const labelManyPost = form(MANY, async (visit: Visit, { label, do: asked, tick, filter, isSure }) => {
  const act = asked.startsWith('give') ? 'give' : 'take'
  if (asked.endsWith('all')) return await labelAll(visit, { label, act, isSure }, filter)
  const rowIds = tick.slice(0, ticksMax)
  if (rowIds.length === 0) return await changeRefusedPage(visit, 'nothing was ticked', 422)
  const done = await labelRows(visit.app, visit.actor, { label, act, origin: 'ticked' }, rowIds)
  return done.ok
    ? await labelledPage(visit, done.value, `/admin/rows?${filter || ''}`)
    : await refused(visit, done.refusal)
})

interface AskedOfAll {
  readonly label: string
  readonly act: (typeof ACTS)[number]
  readonly isSure: boolean
}

/** Asks first, with the number of rows. */
async function labelAll(visit: Visit, { label, act, isSure }: AskedOfAll, text: string): Promise<Response> {
  const read = parseFilterText(text)
  const fault = read.fault ?? unknownLabelIn(visit.app, read.filter)
  if (read.fault !== null || fault !== null) return await changeRefusedPage(visit, fault ?? '', 422)
  const back = rowsPath(read.filter)
  const rows = await findWork(visit.app, read.filter)
  if (isSure) {
    const done = await labelPieces(visit.app, visit.actor, { label, act, origin: 'filter' }, new Map(rows.pieces()))
    return done.ok ? await labelledPage(visit, done.value, back) : await refused(visit, done.refusal)
  }
  const sure = say`Label ${counted(rows.size, 'row')}`
  const body = html`<h1><bdi>${label}</bdi></h1>
<p>${act === 'give' ? say`${counted(rows.size, 'row')} of this list would get the label by hand.` : say`The label would be taken by hand from ${counted(rows.size, 'row')} of this list.`} <a href="${back}">The list</a></p>
<div class="actions">${button(visit, '/admin/rows/labels', sure, { label, do: `${act}_all`, filter: text, isSure: 'on' }, 'primary')}</div>`
  return await page(visit, { title: label, body, isDone: false })
}
