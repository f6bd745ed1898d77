// What a person sees of the day's work on the workbench: texts so far, towards a goal of one's own; the square of the field that
// fills. Nobody else sees it, and nothing compares people.
import { countToday } from '../../../app/team/count-today.ts'
import { rowsASquare } from '../../../app/work/read-field.ts'
import { readRow } from '../../../app/rows/read-row.ts'
import { ALL_WORK } from '../../../domain/work/work-filter.ts'
import { readGoal } from '../../cookies.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { workNumbers } from '../../parts/work/work-numbers.ts'
import { dayOfVisit, may, type Visit } from '../../visit.ts'
import { number } from '../../words.ts'

/** Empty on a day without work, unless the person has a goal. */
export function todayLine(visit: Visit): Html {
  if (!may(visit, 'propose_translation')) return html``
  const today = countToday(visit.app, visit.user.id, dayOfVisit(visit).sinceMs)
  const goal = readGoal(visit.c, visit.isSecure)
  if (goal === null) return today === 0 ? html`` : html`<span class="today">${number(today)} today</span>`
  return html`<span class="today"><progress value="${Math.min(today, goal)}" max="${goal}" aria-hidden="true"></progress> ${number(today)} of ${number(goal)} today${today < goal ? '' : html` <span aria-hidden="true">✓</span>`}</span>`
}

const side = 14

/** The square of the field with the row of the last step, and how full it is. */
export async function squareOf(visit: Visit, rowId: string): Promise<Html> {
  const row = readRow(visit.app, rowId)
  if (row === null) return html``
  const rowsPerSquare = rowsASquare(visit.app)
  const first = Math.floor(row.ordinal / rowsPerSquare) * rowsPerSquare
  const square = { ...ALL_WORK, firstPlace: Math.max(1, first), lastPlace: first + rowsPerSquare - 1 }
  const bare = { ...square, layer: 'none' } as const
  const numbers = await workNumbers(visit, [square, bare])
  const [rows, left] = [numbers.of(square), numbers.of(bare)]
  if (rows === null || left === null || rows === 0) return html``
  const high = Math.round(((rows - left) / rows) * side)
  const says =
    left === 0 ? say`This square of the field is full.` : say`This square of the field: ${rows - left} of ${rows}`
  return html`<svg class="square${left === 0 ? ' full' : ''}" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}" role="img" aria-label="${says}"><title>${says}</title><rect class="base" width="${side}" height="${side}"/><rect y="${side - high}" width="${side}" height="${high}"/></svg>${left === 0 ? html` <strong>${says}</strong>` : ''} `
}
