// The glossary as people see it, and as a file.
import { ok, refuse, type Result } from '../../base/result.ts'
import type { GlossaryEntry } from '../../domain/checks/glossary/glossary.ts'
import { withoutFormula } from '../../formats/dump/csv.ts'
import { formatGlossary, parseGlossary } from '../../formats/glossary-csv.ts'
import { DamagedFile } from '../../formats/text-entry.ts'
import { readGlossary } from '../../store/records/settings.ts'
import type { App } from '../app.ts'

/** All terms, in the order in which they were given. */
export const listTerms = (app: App): readonly GlossaryEntry[] => readGlossary(app.store.main)

/** The glossary as CSV: exact, so that `parseTerms` reads it back, or without anything a spreadsheet takes for a formula. */
export const exportedGlossary = (app: App, purpose: 'exact' | 'spreadsheet'): string =>
  formatGlossary(readGlossary(app.store.main), ',', purpose === 'exact' ? undefined : withoutFormula)

/** Terms of a CSV or TSV text; a refusal is a sentence that names the line. */
export function parseTerms(text: string): Result<readonly GlossaryEntry[], string> {
  try {
    return ok(parseGlossary(Buffer.from(text), 'the list'))
  } catch (error) {
    if (error instanceof DamagedFile) return refuse(error.message)
    throw error
  }
}
