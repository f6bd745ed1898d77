// Pages of rows in file order (docs/api-v1.md#get-rows).
import { CELL_COUNT, cellsOf } from '../../domain/cell.ts'
import type { RowWithHeads } from '../../domain/row.ts'
import type { FieldGroup, RowState, SourceFilter } from '../../domain/vocabulary.ts'
import {
  borrowBlock,
  countMatching,
  pageOrdinals,
  readHeads,
  rowView,
  type RowView,
  type Take,
  takeRows,
  takeVisible,
} from '../../store/rows.ts'
import type { App } from '../app.ts'
import { type CardBytes, cardBytes } from './read-row.ts'

interface PageOfRows {
  readonly state: RowState
  readonly source: SourceFilter
  readonly updatedSinceMs: number | null
  /** The last ordinal of the previous page; 0: the first page. */
  readonly after: number
  readonly limit: number
  readonly withTotal: boolean
}

export interface PageEnd {
  readonly count: number
  /** The ordinal after which the next page begins; null: no rows follow. */
  readonly next: number | null
  readonly totalMatching: number | null
}

export function listRows(app: App, query: PageOfRows): PageEnd & { readonly rows: readonly RowWithHeads[] } {
  const { main, files } = app.store
  const { found, ...end } = pageOf(app, query, rowView)
  const rows = found
    .slice(0, end.count)
    .map((view) => ({ row: view.toRow(files.nameOf), heads: readHeads(main, view.ordinal) }))
  return { ...end, rows }
}

/** Does what `listRows` does, but returns bytes, with the requested groups of fields. */
export function listCards(
  app: App,
  query: PageOfRows,
  groups: ReadonlySet<FieldGroup>,
): PageEnd & { readonly cards: readonly CardBytes[] } {
  const { found, count, next, totalMatching } = pageOf(app, query, rowView)
  return { count, next, totalMatching, cards: cardBytes(app, found.slice(0, count), groups) }
}

/** Like `listCards`, with the core group alone. `add` gets each row's stored bytes, which are valid only during that call. */
export function listCores(app: App, query: PageOfRows, add: (row: RowView) => void): PageEnd {
  let left = query.limit
  const take: Take<RowView> = (block, ordinal) => {
    const row = rowView(block, ordinal)
    if (row !== null && left-- > 0) add(row)
    return row
  }
  return pageOf(app, query, take, borrowBlock)
}

/** Reads one row more than the page has, to see whether another page follows. */
function pageOf<T extends { readonly ordinal: number }>(
  app: App,
  { state, source, updatedSinceMs, after, limit, withTotal }: PageOfRows,
  take: Take<T>,
  read?: typeof borrowBlock,
): PageEnd & { readonly found: readonly T[] } {
  const { main } = app.store
  const cells = cellsOf(state, source)
  const found =
    cells.length === CELL_COUNT && updatedSinceMs === null
      ? takeVisible(main, after, limit + 1, take, read)
      : takeRows(main, pageOrdinals(main, { cells, after, count: limit + 1, updatedSinceMs }), take, read)
  const count = Math.min(limit, found.length)
  return {
    found,
    count,
    next: found.length > limit ? (found[count - 1]?.ordinal ?? null) : null,
    totalMatching: withTotal ? countMatching(main, cells, updatedSinceMs) : null,
  }
}
