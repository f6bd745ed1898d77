// One row by its id (Agent API v1, GET /rows/{row_id}).
import type { FieldGroup } from '../domain/vocabulary.ts'
import { readRowById } from '../store/rows.ts'
import type { App } from './app.ts'
import { type RowCard, rowCards } from './row-card.ts'

/** The card of a visible row, or null. `rowId`: 16 hex characters in either case. */
export function readRow(app: App, rowId: string, groups: ReadonlySet<FieldGroup>): RowCard | null {
  const row = readRowById(app.store.main, app.store.files, rowId)
  return row === null ? null : (rowCards(app, [row], groups)[0] ?? null)
}
