// What the text gate takes of a row, and what it compares a text with besides its source. Few texts need the latter: the checks LANG_07
// and LENGTH_03 ask for it.
import type { GateInput, Waivers } from '../../domain/checks/check.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import { roomOf, WIDE_LANGUAGES } from '../../domain/checks/room.ts'
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { readRemark } from '../../store/records.ts'
import { readOfficialTexts, readReference } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { App } from '../app.ts'
import type { Rules } from '../rules.ts'

/** A text for a row as the gate takes it, without what `besideRow` adds. */
export const gateInputOf = ({ gate, glossary }: Rules, row: Row, text: string, waivers: Waivers = NO_WAIVERS) => ({
  source: sourceTextOf(row),
  isServiceRow: row.isServiceRow,
  text,
  rules: gate,
  glossary,
  waivers,
})

export const besideRow = (
  db: Database,
  { ordinal, rowId }: Pick<Row, 'ordinal' | 'rowId'>,
): Required<Pick<GateInput, 'reference' | 'wide' | 'maxLength'>> => ({
  reference: () => referenceText(db, ordinal),
  wide: () => wideTexts(db, ordinal),
  maxLength: () => allowedFor(db, rowId),
})

/** How many characters the game's file allows the row; null: it does not say. */
export const allowedFor = (db: Database, rowId: string): number | null => readRemark(db, rowId)?.maxLength ?? null

/** How many letters wide a translation of the row may be; null: not known. */
export function roomFor({ store: { main }, rules }: App, row: Row): number | null {
  const { ordinal } = row
  const official = () => ({ reference: referenceText(main, ordinal), wide: wideTexts(main, ordinal) })
  return roomOf(sourceTextOf(row), official, rules.now().gate.markup)
}

function referenceText(db: Database, ordinal: number): string | null {
  const reference = readReference(db, ordinal)
  return reference === null ? null : (reference.diff ?? reference.main)
}

const wideTexts = (db: Database, ordinal: number): readonly string[] =>
  readOfficialTexts(db, ordinal, WIDE_LANGUAGES).map(({ text }) => text)
