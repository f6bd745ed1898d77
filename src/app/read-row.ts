// One row by its id (Agent API v1, GET /rows/{row_id}).
import type { Row } from '../domain/row.ts'
import type { FieldGroup } from '../domain/vocabulary.ts'
import { ordinalOf, readCore, readRowById } from '../store/rows.ts'
import type { App } from './app.ts'
import { type CardBytes, cardBytes } from './card-bytes.ts'

/** A visible row, or null. `rowId`: 16 lower-case hex characters. */
export const readRow = (app: App, rowId: string): Row | null => readRowById(app.store.main, app.store.files, rowId)

/** Its card for readers of bytes, with the groups they ask for. */
export function readCard(app: App, rowId: string, groups: ReadonlySet<FieldGroup>): CardBytes | null {
  const { main } = app.store
  const ordinal = ordinalOf(main, rowId)
  const core = ordinal === undefined ? null : readCore(main, ordinal)
  return core === null ? null : (cardBytes(app, [core], groups)[0] ?? null)
}
