// A page of rows in the order of the game's files (Agent API v1, GET /rows).
import { cellsOf } from '../domain/cell.ts'
import type { FieldGroup, RowState, SourceFilter } from '../domain/vocabulary.ts'
import { countMatching, pageOrdinals } from '../store/page.ts'
import { readRows } from '../store/rows.ts'
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
  const { main, files } = app.store
  const cells = cellsOf(query.state, query.source)
  const { after, limit, updatedSinceMs } = query
  const ordinals = pageOrdinals(main, { cells, after, count: limit + 1, updatedSinceMs })
  const rows = readRows(main, files, ordinals.slice(0, limit))
  return {
    cards: rows.map((row) => rowCard(app, row, query.groups)),
    next: ordinals.length > limit ? (rows.at(-1)?.ordinal ?? null) : null,
    totalMatching: query.withTotal ? countMatching(main, cells, updatedSinceMs) : null,
  }
}
