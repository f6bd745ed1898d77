// Tests rows for the words that a filter of work asks for: a term that the source has, and translations that the text has or
// lacks, in any form (docs/filters.md#filters-by-words).
import type { TermTally } from '../tally.ts'
import { scanTokens } from '../text/tokens.ts'
import { asksOfWords, type Words, type WordTest } from '../work/facets.ts'
import { type GateRules, TextPair } from './check.ts'
import { NO_WAIVERS } from './gate.ts'
import { matchForms } from './glossary-forms.ts'
import { foldTerm } from './glossary-units.ts'
import {
  type CompiledGlossary,
  compileEntry,
  compileGlossary,
  type GlossaryEntry,
  glossaryTermsIn,
} from './glossary.ts'

interface WordRules {
  readonly gate: GateRules
  readonly glossary: CompiledGlossary
}

/** The test for the words of a filter. Null: the filter asks for no words. */
export function wordTestOf(filter: Words, rules: WordRules): WordTest | null {
  const { term, has, lacks, findings } = filter
  if (term === null && !asksOfWords(filter)) return null
  const entry = term === null ? null : (termNamed(term, rules) ?? null)
  const [hasIt, lacksIt] = [has, lacks].map((words) => (words === null ? null : saysTest(words, entry, rules)))
  return {
    ofSource: term === null ? () => true : sourceTest(term, entry, rules),
    ofText: (source, text) =>
      (hasIt == null || hasIt(text)) &&
      (lacksIt == null || !lacksIt(text)) &&
      (findings !== 'terms' || lacksTerm(source, text, entry, rules)),
  }
}

/** The term of the glossary with these words; undefined: there is none. */
function termNamed(term: string, { glossary, gate }: WordRules): GlossaryEntry | undefined {
  return glossaryTermsIn(term, glossary, gate.markup).find(({ start, end }) => start === 0 && end === term.length)
    ?.entry
}

/** Tests whether a source has the words. A term counts as in the gate, not inside a longer term; other words are just looked for. */
function sourceTest(term: string, entry: GlossaryEntry | null, { glossary, gate }: WordRules): WordTest['ofSource'] {
  if (entry !== null)
    return (source) => glossaryTermsIn(source, glossary, gate.markup).some((each) => each.entry === entry)
  const alone = compileGlossary([plainEntry(term, [])])
  return (source) => glossaryTermsIn(source, alone, gate.markup).length > 0
}

/** Whether a text has these words in a form that the glossary would accept. */
function saysTest(words: string, entry: GlossaryEntry | null, { gate }: WordRules): (text: string) => boolean {
  const isOfTerm = entry?.forms.some((form) => foldTerm(form) === foldTerm(words)) ?? false
  const facts = isOfTerm && entry?.facts !== undefined ? { facts: entry.facts } : {}
  const compiled = compileEntry({ ...plainEntry(words, [words]), ...facts }, gate.targetLanguage)
  const need = [{ compiled, start: 0, end: words.length }]
  return (text) => matchForms(need, text, scanTokens(text, gate.markup)).some(({ isPresent }) => isPresent)
}

function lacksTerm(source: string, text: string, entry: GlossaryEntry | null, { gate, glossary }: WordRules): boolean {
  const { termNeeds } = new TextPair({ source, text, rules: gate, glossary, waivers: NO_WAIVERS })
  return termNeeds.some(({ isPresent, compiled }) => !isPresent && (entry === null || compiled.entry === entry))
}

const plainEntry = (source: string, forms: readonly string[]): GlossaryEntry => ({
  source,
  forms,
  caseSensitive: false,
  doNotTranslate: false,
  note: '',
})

/** Counts one text of a source with the term. An entry without forms is a note for readers, and not counted. */
type TallyTerm = (tally: Record<string, TermTally>, entry: GlossaryEntry, text: string) => void

/**
 * How the texts translate a term: in how many of those whose source has it each of its written forms stands, in any
 * inflection. Made once for many texts, because forms are compiled when they are first met.
 */
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
