// The reference that the gate compares a text with: LANG_07 and LENGTH_03 read it for few texts.
import type { GateInput } from '../../domain/checks/check.ts'
import type { Database } from '../../store/store.ts'
import { readReference } from '../../store/rows.ts'

export function referenceFor(db: Database, ordinal: number): Required<Pick<GateInput, 'reference'>> {
  return {
    reference: () => {
      const reference = readReference(db, ordinal)
      return reference === null ? null : (reference.diff ?? reference.main)
    },
  }
}
