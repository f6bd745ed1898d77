// A page of rows in the order of the game's files (Agent API v1, GET /rows).
import { CELL_COUNT, cellsOf } from '../domain/cell.ts'
import type { Row } from '../domain/row.ts'
import type { FieldGroup, RowState, SourceFilter } from '../domain/vocabulary.ts'
import { countMatching, pageOrdinals } from '../store/page.ts'
import { readRows, visibleRows } from '../store/rows.ts'
import type { App } from './app.ts'
import { type RowCard, rowCard } from './row-card.ts'

export interface ListRows {
  readonly state: RowState
  readonly source: SourceFilter
  readonly updatedSinceMs: number | null
  /** The last ordinal of the page before; 0 for the first page. */
  readonly after: number
  readonly limit: number
  readonly withTotal: boolean
  readonly groups: ReadonlySet<FieldGroup>
}

export interface RowsPage {
  readonly cards: readonly RowCard[]
  /** The last ordinal shown, when more rows follow. */
  readonly next: number | null
  readonly totalMatching: number | null
}

/** Reads one page from one snapshot of the store. */
export function listRows(app: App, query: ListRows): RowsPage {
  const { main } = app.store
  const { limit, updatedSinceMs } = query
  const cells = cellsOf(query.state, query.source)
  // One row more than the page tells whether another page follows.
  const found = rowsAfter(app, query, cells)
  const rows = found.length > limit ? found.slice(0, limit) : found
  return {
    cards: rows.map((row) => rowCard(app, row, query.groups)),
    next: found.length > limit ? (rows.at(-1)?.ordinal ?? null) : null,
    totalMatching: query.withTotal ? countMatching(main, cells, updatedSinceMs) : null,
  }
}

function rowsAfter(app: App, { after, limit, updatedSinceMs }: ListRows, cells: readonly number[]): readonly Row[] {
  const { main, files } = app.store
  const count = limit + 1
  if (cells.length === CELL_COUNT && updatedSinceMs === null) return visibleRows(main, files, after, count)
  return readRows(main, files, pageOrdinals(main, { cells, after, count, updatedSinceMs }))
}
