// How the texts translate a term: in how many of those whose source has it each of its written forms stands, in any inflection.
import type { TermTally } from '../../reports/tally.ts'
import type { GlossaryEntry } from './glossary.ts'
import { saysTest, type WordRules } from './word-test.ts'

/** Counts one text of a source with the term. An entry without forms is a note for readers, and not counted. */
type TallyTerm = (tally: Record<string, TermTally>, entry: GlossaryEntry, text: string) => void

/** Made once for many texts, because forms are compiled when they are first met. */
export function termTallier(rules: WordRules): TallyTerm {
  const testsOf = new Map<GlossaryEntry, readonly ((text: string) => boolean)[]>()
  const made = (entry: GlossaryEntry) =>
    [...entry.forms, ...(entry.doNotTranslate ? [entry.source] : [])].map((form) => saysTest(form, entry, rules))
  return (tally, entry, text) => {
    const tests = testsOf.get(entry) ?? made(entry)
    testsOf.set(entry, tests)
    if (tests.length === 0) return
    const counts = (tally[entry.source] ??= { texts: 0, without: 0, forms: tests.map(() => 0) })
    counts.texts++
    let isThere = false
    for (const [at, test] of tests.entries()) {
      if (!test(text)) continue
      isThere = true
      counts.forms[at] = (counts.forms[at] ?? 0) + 1
    }
    if (!isThere) counts.without++
  }
}
