// Sorts each visible row into one of 18 cells, by the state of its translations and the part of the file. A filter of
// `GET /rows` is a union of cells, so a page merges a few ordered sets (docs/makers/architecture.md#cells).
import type { Heads } from './row.ts'
import { isStale } from './row.ts'
import type { ClaimWork, RowState, SourceFilter } from './vocabulary.ts'

/** The classes of rows by their translations: a row is in the first one that fits. It is `stale` if at least one of its two texts is. */
export const CELL_CLASSES = [
  'manual_fresh',
  'manual_stale',
  'machine_fresh',
  'machine_stale',
  'service',
  'none',
] as const
type CellClass = (typeof CELL_CLASSES)[number]

export const CELL_SOURCES = ['main_only', 'diff_over_main', 'diff_only'] as const
type CellSource = (typeof CELL_SOURCES)[number]

export const CELL_COUNT = CELL_CLASSES.length * CELL_SOURCES.length

const cellNumber = (cellClass: CellClass, source: CellSource): number =>
  CELL_CLASSES.indexOf(cellClass) * CELL_SOURCES.length + CELL_SOURCES.indexOf(source)

interface CellRow {
  readonly main: object | null
  readonly diff: object | null
  readonly sourceHash: string
  readonly isServiceRow: boolean
}

const cellSourceOf = (row: Pick<CellRow, 'main' | 'diff'>): CellSource =>
  row.diff === null ? 'main_only' : row.main === null ? 'diff_only' : 'diff_over_main'

function cellClassOf(row: CellRow, heads: Heads): CellClass {
  const { manual, machine } = heads
  const hasStale =
    (manual !== null && isStale(manual, row.sourceHash)) || (machine !== null && isStale(machine, row.sourceHash))
  if (manual !== null) return hasStale ? 'manual_stale' : 'manual_fresh'
  if (machine !== null) return hasStale ? 'machine_stale' : 'machine_fresh'
  return row.isServiceRow ? 'service' : 'none'
}

/** The cell of a visible row, from 0 to 17. */
export const cellOf = (row: CellRow, heads: Heads): number => cellNumber(cellClassOf(row, heads), cellSourceOf(row))

type CellTest = (cellClass: CellClass, source: CellSource) => boolean

const BY_STATE: Readonly<Record<RowState, CellTest>> = {
  all: () => true,
  // These are the service rows of the main file, not those of the diff.
  none: (cellClass, source) => cellClass === 'none' || (cellClass === 'service' && source === 'main_only'),
  machine: (cellClass) => cellClass === 'machine_fresh' || cellClass === 'machine_stale',
  manual: (cellClass) => cellClass === 'manual_fresh' || cellClass === 'manual_stale',
  stale: (cellClass) => cellClass === 'manual_stale' || cellClass === 'machine_stale',
}

const BY_SOURCE: Readonly<Record<SourceFilter, CellTest>> = {
  all: () => true,
  main: (_, source) => source === 'main_only',
  diff: (_, source) => source !== 'main_only',
  diff_only: (_, source) => source === 'diff_only',
}

/** The cells that a filter of the row list asks for, ascending. */
export function cellsOf(state: RowState, source: SourceFilter): readonly number[] {
  const cells: number[] = []
  for (const cellClass of CELL_CLASSES) {
    for (const cellSource of CELL_SOURCES) {
      if (BY_STATE[state](cellClass, cellSource) && BY_SOURCE[source](cellClass, cellSource)) {
        cells.push(cellNumber(cellClass, cellSource))
      }
    }
  }
  return cells
}

export const CELLS_WITH_HEADS: readonly number[] = [...cellsOf('manual', 'all'), ...cellsOf('machine', 'all')]

const isServiceCell = (cell: number): boolean =>
  Math.floor(cell / CELL_SOURCES.length) === CELL_CLASSES.indexOf('service')

/** Cells of rows that can be claimed, ascending. The caller checks each row. */
export const cellsOfWork = (work: ClaimWork, source: SourceFilter): readonly number[] =>
  cellsOf(work, source).filter((cell) => !isServiceCell(cell))
