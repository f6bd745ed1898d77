// Reads the glossary, for people and as a file.
import { ok, refuse, type Result } from '../../base/result.ts'
import type { GlossaryEntry } from '../../domain/checks/glossary.ts'
import { withoutFormula } from '../../../packages/formats/src/dump/csv.ts'
import { formatGlossary, parseGlossary } from '../../../packages/formats/src/glossary-file.ts'
import { type Damage, DamagedFile } from '../../../packages/formats/src/damage.ts'
import { readGlossary } from '../../store/people.ts'
import type { App } from '../app.ts'

export const listTerms = (app: App): readonly GlossaryEntry[] => readGlossary(app.store.main)

/** The glossary as CSV: `exact` as `parseTerms` reads it, or without cells that a spreadsheet takes for formulas. */
export const exportedGlossary = (app: App, purpose: 'exact' | 'spreadsheet'): string =>
  formatGlossary(readGlossary(app.store.main), ',', purpose === 'exact' ? undefined : withoutFormula)

interface DamagedList {
  readonly code: 'damaged_file'
  readonly damage: Damage
}

/** Reads the terms of a CSV or TSV text. */
export function parseTerms(text: string): Result<readonly GlossaryEntry[], DamagedList> {
  try {
    return ok(parseGlossary(Buffer.from(text), ''))
  } catch (error) {
    if (error instanceof DamagedFile) return refuse({ code: 'damaged_file', damage: error.damage })
    throw error
  }
}
