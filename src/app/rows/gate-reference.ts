// The reference that the gate compares a text with, read only for a language that shares characters with it (LANG_07).
import type { GateInput, GateRules } from '../../domain/checks/check.ts'
import { sharesReference } from '../../domain/checks/language/language.ts'
import type { Database } from '../../store/store.ts'
import { readReference } from '../../store/rows.ts'

export function referenceFor(db: Database, rules: GateRules, ordinal: number): Pick<GateInput, 'reference'> {
  if (!sharesReference(rules.targetLanguage)) return NOTHING
  return {
    reference: () => {
      const reference = readReference(db, ordinal)
      return reference === null ? null : (reference.diff ?? reference.main)
    },
  }
}

const NOTHING = {}
