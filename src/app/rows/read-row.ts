// Reads a row by its id (docs/api-v1.md#get-rowsrow_id).
import type { Heads, Reference, Row } from '../../domain/row.ts'
import type { FieldGroup } from '../../domain/vocabulary.ts'
import {
  ordinalOf,
  readCellCounts,
  readHeads,
  readReference,
  readRow as readRowAt,
  readRowById,
  readView,
} from '../../store/rows.ts'
import { idOfKey } from '../../formats/keyed/keyed-paths.ts'
import type { App } from '../app.ts'
import { isOfAnotherGame } from '../rules.ts'
import { type CardBytes, cardBytes } from './core-cards.ts'

/** Only rows in the game. `rowId`: 16 lower-case hex characters. */
export const readRow = (app: App, rowId: string): Row | null => readRowById(app.store.main, app.store.files, rowId)

/** The row that somebody means by an id, or by a key in games that have keys; of files with the same key the first. */
export function rowNamed(app: App, typed: string): Row | null {
  if (/^[0-9a-f]{16}$/i.test(typed)) return readRow(app, typed.toLowerCase())
  if (!isOfAnotherGame(app)) return null
  for (const place of ['', ...app.store.files.all()]) {
    const row = readRow(app, idOfKey(place, typed))
    if (row !== null) return row
  }
  return null
}

export function readWhole(
  { store }: App,
  ordinal: number,
): { readonly row: Row; readonly reference: Reference | null; readonly heads: Heads } | null {
  const row = readRowAt(store.main, store.files, ordinal)
  return row && { row, reference: readReference(store.main, ordinal), heads: readHeads(store.main, ordinal) }
}

export const ordinalOfRow = (app: App, rowId: string): number | undefined => ordinalOf(app.store.main, rowId)

export const countRows = ({ store }: Pick<App, 'store'>): number =>
  readCellCounts(store.main).reduce((sum, count) => sum + count, 0)

/** The row as bytes, with the requested groups of fields. */
export function readCard(app: App, rowId: string, groups: ReadonlySet<FieldGroup>): CardBytes | null {
  const { main } = app.store
  const ordinal = ordinalOf(main, rowId)
  const row = ordinal === undefined ? null : readView(main, ordinal)
  return row === null ? null : (cardBytes(app, [row], groups)[0] ?? null)
}
