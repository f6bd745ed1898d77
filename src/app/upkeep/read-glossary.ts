// Reads the glossary, for people and as a file.
import { ok, refuse, type Result } from '../../base/result.ts'
import type { Turn } from '../../base/turn.ts'
import type { GlossaryEntry } from '../../domain/checks/glossary.ts'
import { termsMax } from '../../domain/limits.ts'
import { withoutFormula } from '../../../packages/formats/src/dump/csv.ts'
import { formatGlossary, readGlossary as readFile } from '../../../packages/formats/src/glossary-file.ts'
import { type Damage, DamagedFile } from '../../../packages/formats/src/damage.ts'
import { readGlossary } from '../../store/people.ts'
import type { App } from '../app.ts'

export const listTerms = (app: App): readonly GlossaryEntry[] => readGlossary(app.store.main)

/** The glossary as CSV: `exact` as `parseTerms` reads it, or without cells that a spreadsheet takes for formulas. */
export const exportedGlossary = (app: App, purpose: 'exact' | 'spreadsheet'): string =>
  formatGlossary(readGlossary(app.store.main), ',', purpose === 'exact' ? undefined : withoutFormula)

type ListRefusal = { readonly code: 'damaged_file'; readonly damage: Damage } | { readonly code: 'too_many_terms' }

/** Reads the terms of a CSV or TSV text, or of a term list, in turns. */
export async function parseTerms(text: string, turn: Turn): Promise<Result<readonly GlossaryEntry[], ListRefusal>> {
  const entries: GlossaryEntry[] = []
  try {
    // Not in the piece in which the form was read.
    await turn.next()
    for (const row of readFile(Buffer.from(text), '')) {
      if (turn.isOver) await turn.next()
      if (row !== null) entries.push(row)
      if (entries.length > termsMax) return refuse({ code: 'too_many_terms' })
    }
    return ok(entries)
  } catch (error) {
    if (error instanceof DamagedFile) return refuse({ code: 'damaged_file', damage: error.damage })
    throw error
  }
}
