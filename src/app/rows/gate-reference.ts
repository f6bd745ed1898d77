// What the gate compares a text with besides its source: LANG_07 and LENGTH_03 read the reference for few texts.
import type { GateInput } from '../../domain/checks/check.ts'
import { roomOf } from '../../domain/checks/fit/room.ts'
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { readReference } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { App } from '../app.ts'

export const referenceFor = (db: Database, ordinal: number): Required<Pick<GateInput, 'reference'>> => ({
  reference: () => referenceText(db, ordinal),
})

/** How wide a translation may be, in letters; null: not known. */
export const roomFor = ({ store, rules }: App, row: Row): number | null =>
  roomOf(sourceTextOf(row), referenceText(store.main, row.ordinal), rules.now().gate.markup)

function referenceText(db: Database, ordinal: number): string | null {
  const reference = readReference(db, ordinal)
  return reference === null ? null : (reference.diff ?? reference.main)
}
