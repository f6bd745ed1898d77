// The overview's picture of the game as squares, and the target of a click on one.
import { readField } from '../../../app/work/read-field.ts'
import { ALL_WORK } from '../../../domain/work/work-filter.ts'
import { columnsOf, pictureOf, WIDTHS } from '../../parts/work/overview.ts'
import { listOf } from '../../parts/work/bench-links.ts'
import { goTo, query, type Visit, wholeNumber } from '../../visit.ts'

/** `/admin/field.svg`. */
export const fieldPicture = (visit: Visit): Response =>
  visit.c.body(pictureOf(readField(visit.app).squares), 200, { 'Content-Type': 'image/svg+xml' })

const NAMES = Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]

/** `/admin/field`: redirects to the workbench with the rows of the clicked square. */
export function openSquare(visit: Visit): Response {
  const { squares, rowsPerSquare } = readField(visit.app)
  const name = NAMES.find((each) => query(visit, `${each}.x`) !== '') ?? 'wide'
  const columns = columnsOf(squares)
  const at = (axis: 'x' | 'y'): number =>
    Math.floor(((wholeNumber(query(visit, `${name}.${axis}`)) ?? 0) * columns) / WIDTHS[name])
  const square = Math.min(at('y') * columns + Math.min(at('x'), columns - 1), squares.length - 1)
  const first = square * rowsPerSquare
  const filter = { ...ALL_WORK, firstPlace: Math.max(1, first), lastPlace: first + rowsPerSquare - 1 }
  return goTo(visit, `/admin/bench?${listOf(square < 0 ? ALL_WORK : filter).toString()}`)
}
