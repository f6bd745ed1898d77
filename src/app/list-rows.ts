// A page of rows in the order of the game's files (Agent API v1, GET /rows).
import { CELL_COUNT, cellsOf } from '../domain/cell.ts'
import type { CoreBytes } from '../domain/row.ts'
import type { FieldGroup, RowState, SourceFilter } from '../domain/vocabulary.ts'
import { countMatching, pageOrdinals } from '../store/page.ts'
import { coreAt, rowAt } from '../store/row-block.ts'
import { type Take, takeRows, takeVisible } from '../store/rows.ts'
import type { App } from './app.ts'
import { type RowCard, rowCards } from './row-card.ts'

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

export interface PageEnd {
  /** The last ordinal shown, when more rows follow. */
  readonly next: number | null
  readonly totalMatching: number | null
}

export interface RowsPage extends PageEnd {
  readonly cards: readonly RowCard[]
}

export interface CoresPage extends PageEnd {
  readonly cores: readonly CoreBytes[]
}

/** Reads one page from one snapshot of the store. */
export function listRows(app: App, query: ListRows): RowsPage {
  const { files } = app.store
  const { rows, ...page } = pageOf(app, query, (block, ordinal) => rowAt(block, ordinal, files.nameOf))
  return { ...page, cards: rowCards(app, rows, query.groups) }
}

/** The same for the core group alone, its rows left as they are stored. Hot: what most readers of lists ask. */
export const listCores = (app: App, query: Omit<ListRows, 'groups'>): CoresPage => {
  const { rows, ...page } = pageOf(app, query, coreAt)
  return { ...page, cores: rows }
}

function pageOf<T extends { readonly ordinal: number }>(
  app: App,
  { state, source, updatedSinceMs, after, limit, withTotal }: Omit<ListRows, 'groups'>,
  take: Take<T>,
): PageEnd & { readonly rows: readonly T[] } {
  const { main } = app.store
  const cells = cellsOf(state, source)
  // One row more than the page tells whether another page follows.
  const count = limit + 1
  const found =
    cells.length === CELL_COUNT && updatedSinceMs === null
      ? takeVisible(main, after, count, take)
      : takeRows(main, pageOrdinals(main, { cells, after, count, updatedSinceMs }), take)
  const rows = found.length > limit ? found.slice(0, limit) : found
  return {
    rows,
    next: found.length > limit ? (rows.at(-1)?.ordinal ?? null) : null,
    totalMatching: withTotal ? countMatching(main, cells, updatedSinceMs) : null,
  }
}
