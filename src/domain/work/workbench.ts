// What the workbench shows, as plain values: its task for a row, a machine draft, and the picture of the whole game as squares.
import { CELL_CLASSES, CELL_SOURCES, type CellClass } from '../cell.ts'
import { type Heads, isStale, type Row } from '../row.ts'

export type Matter = 'proposal' | 'manual' | 'machine' | 'write'

interface Situation {
  readonly row: Pick<Row, 'sourceHash'>
  readonly heads: Heads
  /** Whether the person may review. */
  readonly canReview: boolean
  /** Whether the filter is about pending proposals, or the request asks for one. */
  readonly wantsProposals: boolean
  readonly hasPending: boolean
  readonly wantsToWrite: boolean
}

/**
 * Decides the task of the workbench for a row: decide a proposal, confirm a stale manual text, judge a machine text, or
 * write a text (docs/workbench.md#what-is-asked).
 */
export function matterOf(situation: Situation): Matter {
  const { row, heads, canReview, hasPending, wantsProposals, wantsToWrite } = situation
  if (wantsToWrite) return 'write'
  if (wantsProposals && hasPending) return 'proposal'
  if (!canReview) return 'write'
  if (heads.manual !== null) return isStale(heads.manual, row.sourceHash) ? 'manual' : 'write'
  return heads.machine === null ? 'write' : 'machine'
}

export interface WrittenDraft {
  readonly text: string
  /** The version of the prompt's fixed part. */
  readonly prompt: string
}

export type DraftFailure =
  | { readonly code: 'draft_late' }
  /** `message` is what the endpoint said, without its key. */
  | { readonly code: 'draft_failed'; readonly message: string }
  | { readonly code: 'draft_without_text' }
  | { readonly code: 'no_target_language' }

/** What a trial prompt showed of a model; a sentence is English, with gaps for its facts. */
export interface ModelTrial {
  /** True: no text came. */
  readonly hasFailed: boolean
  readonly lines: readonly { readonly topic: string; readonly sentence: string; readonly facts: object }[]
  /** `rule` and `details`: of the gate's first finding. */
  readonly refused: readonly (Record<'source' | 'text' | 'rule' | 'message', string> & {
    readonly details: Readonly<Record<string, unknown>>
  })[]
  /** A command line that runs the model in this way. */
  readonly command: string
}

// The overview map of a game: at most a thousand squares of equally many neighbouring rows. A square's colour shows the
// most frequent state of its translated rows, its filling their share.

const squaresMax = 1_000
/** Squares begin and end at whole words of a bitmap, which have so many rows. */
export const rowsPerWord = 64

export interface Square {
  /** The rows with something to translate. */
  readonly rows: number
  /** The translated rows, by state. */
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

/** The number of rows in a square, in a game whose last row has this number. */
export const rowsOfSquare = (last: number): number =>
  rowsPerWord * Math.max(1, Math.ceil((last + 1) / rowsPerWord / squaresMax))

/** The state of a cell's rows. Null: they have nothing to translate; `nothing`: they are not translated yet. */
export const stateOfCell = (cell: number): SquareState | 'nothing' | null =>
  STATE_OF[CELL_CLASSES[Math.floor(cell / CELL_SOURCES.length)] as CellClass]

/** The colour and filling of a square; `full` is from 0 to 1. Null: nothing in it is translated. */
export function shownOf(square: Square): { readonly state: SquareState; readonly full: number } | null {
  const states = ['people', 'machine', 'stale'] as const
  const translated = square.people + square.machine + square.stale
  if (translated === 0) return null
  const state = states.reduce((most, each) => (square[each] > square[most] ? each : most))
  return { state, full: translated / square.rows }
}
