// What the text gate compares a text with besides its source. Few texts need it: the checks LANG_07 and LENGTH_03 ask for it.
import type { GateInput } from '../../domain/checks/check.ts'
import { roomOf, WIDE_LANGUAGES } from '../../domain/checks/room.ts'
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { readOfficialTexts, readReference } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { App } from '../app.ts'

export const officialFor = (db: Database, ordinal: number): Required<Pick<GateInput, 'reference' | 'wide'>> => ({
  reference: () => referenceText(db, ordinal),
  wide: () => wideTexts(db, ordinal),
})

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
