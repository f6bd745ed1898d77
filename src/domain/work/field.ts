// The overview map of a game: at most a thousand squares of equally many neighbouring rows. A square's colour shows the
// most frequent state of its translated rows, its filling their share.
import { CELL_CLASSES, CELL_SOURCES, type CellClass } from '../cell.ts'

const squaresMax = 1_000
/** Squares begin and end at whole words of a bitmap. */
export const rowsPerWord = 64

export interface Square {
  /** Rows with something to translate. */
  readonly rows: number
  /** Translated rows, by state. */
  readonly people: number
  readonly machine: number
  readonly stale: number
}
export type SquareState = Exclude<keyof Square, 'rows'>

const STATE_OF: Readonly<Record<CellClass, SquareState | 'nothing' | null>> = {
  manual_fresh: 'people',
  manual_stale: 'stale',
  machine_fresh: 'machine',
  machine_stale: 'stale',
  none: 'nothing',
  service: null,
}

/** Rows of a square, in a game whose last row has this number. */
export const rowsOfSquare = (last: number): number =>
  rowsPerWord * Math.max(1, Math.ceil((last + 1) / rowsPerWord / squaresMax))

/** Null: rows with nothing to translate; `nothing`: rows not yet translated. */
export const stateOfCell = (cell: number): SquareState | 'nothing' | null =>
  STATE_OF[CELL_CLASSES[Math.floor(cell / CELL_SOURCES.length)] as CellClass]

/** `full` is from 0 to 1; null: nothing is translated. */
export function shownOf(square: Square): { readonly state: SquareState; readonly full: number } | null {
  const states = ['people', 'machine', 'stale'] as const
  const translated = square.people + square.machine + square.stale
  if (translated === 0) return null
  const state = states.reduce((most, each) => (square[each] > square[most] ? each : most))
  return { state, full: translated / square.rows }
}
