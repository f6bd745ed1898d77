// Reads a row by its id, and rows with the requested groups of fields as stored bytes, which answers send on. Hot: a hundred rows
// a page.
import type { Heads, Reference, Row } from '../../domain/row.ts'
import { mayBeginToken, type TokenCounts, tokenCounts } from '../../domain/text/tokens.ts'
import type { FieldGroup } from '../../domain/vocabulary.ts'
import { idOfKey } from '../../../packages/formats/src/keyed/keyed-paths.ts'
import {
  createReferenceReader,
  type HeadsView,
  ordinalOf,
  readCellCounts,
  readHeads,
  readHeadsView,
  readReference,
  readReferenceView,
  readRow as readRowAt,
  readRowById,
  readView,
  type ReferenceView,
  type RowView,
} from '../../store/rows.ts'
import type { App } from '../app.ts'
import { isOfAnotherGame } from '../rules.ts'

export type { HeadView, RowView, SlotView } from '../../store/rows.ts'

export interface CardBytes {
  readonly row: RowView
  readonly withSources: boolean
  readonly reference?: ReferenceView | null
  readonly heads?: HeadsView
  /** How often each token occurs in the text; null: it has no tokens. */
  readonly tokens?: TokenCounts | null
}

/**
 * Rows with the requested groups of fields, as stored bytes that answers send on. Hot: a hundred rows a page. Rows must ascend. Bytes that
 * rows share are read once; a single row copies its own reference, not the whole block.
 */
export function cardBytes(app: App, rows: readonly RowView[], groups: ReadonlySet<FieldGroup>): CardBytes[] {
  const { main } = app.store
  const withSources = groups.has('sources')
  const readReference = rows.length === 1 ? readReferenceView.bind(null, main) : createReferenceReader(main)
  const referenceOf = groups.has('reference') ? readReference : null
  const withLayers = groups.has('layers')
  const policy = groups.has('tokens') ? app.rules.now().gate.markup : null
  return rows.map((row) => {
    const card: { -readonly [M in keyof CardBytes]: CardBytes[M] } = { row, withSources }
    if (referenceOf !== null) card.reference = referenceOf(row.ordinal)
    if (withLayers) card.heads = readHeadsView(main, row.ordinal)
    if (policy !== null) card.tokens = mayHoldTokens(row) ? tokenCounts(textOf(row), policy) : null
    return card
  })
}

const textOf = ({ bytes, source }: RowView): string => bytes.toString('utf8', source.start, source.end)

/** Whether the source may have tokens: they begin with ASCII characters, so its bytes show it. */
function mayHoldTokens({ bytes, source }: RowView): boolean {
  for (let at = source.start; at < source.end; at++) if (mayBeginToken(bytes[at] as number)) return true
  return false
}

/**
 * Reads a row by its id (docs/api-v1.md#get-rowsrow_id). Only rows in the game. `rowId`: 16 lower-case hex characters.
 */
export const readRow = (app: App, rowId: string): Row | null => readRowById(app.store.main, app.store.files, rowId)

/** The row that a person names by an id, or by a key in games that have keys. If several files have the key, the first one counts. */
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

/** How many rows the game has, those without work included. */
export const countRows = ({ store }: Pick<App, 'store'>): number =>
  readCellCounts(store.main).reduce((sum, count) => sum + count, 0)

/** A row as bytes, with the requested groups of fields; null: the game has no such row. */
export function readCard(app: App, rowId: string, groups: ReadonlySet<FieldGroup>): CardBytes | null {
  const { main } = app.store
  const ordinal = ordinalOf(main, rowId)
  const row = ordinal === undefined ? null : readView(main, ordinal)
  return row === null ? null : (cardBytes(app, [row], groups)[0] ?? null)
}
