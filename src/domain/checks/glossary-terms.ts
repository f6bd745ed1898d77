// GLOSSARY_01 (docs/text-gate.md#rules): a glossary term without an accepted form in the text is an error (or a
// warning, by setting, or by the term's force). Fewer forms than occurrences are a warning, because a pronoun may stand for the term.
import { ALWAYS, type Check, type Fault } from './check.ts'
import type { TermNeed } from './glossary-forms.ts'
import { listed } from './naming.ts'

export const glossaryTerms: Check = {
  rule: 'GLOSSARY_01',
  code: 'glossary_violation',
  severity: 'error',
  waiver: 'glossary',
  standsAlone: false,
  needs: ALWAYS,
  run: (pair) => {
    if (pair.terms.length === 0) return null
    const { termNeeds, rules } = pair
    const lacking = termNeeds.filter(({ isPresent }) => !isPresent)
    const laws = lacking.filter(({ compiled }) => compiled.entry.facts?.force !== 'advice')
    // Terms that only advise are named when no required term is absent.
    const absent = laws.length > 0 ? laws : lacking
    if (absent.length > 0) {
      return {
        severity: laws.length > 0 && rules.glossaryIsError ? 'error' : 'warning',
        message: `The text lacks the glossary's translation of ${listed(missingOf(absent))}: use an accepted form.`,
        details: detailsOf(absent),
      }
    }
    const fewer = termNeeds.filter(({ expected, found }) => found < expected)
    if (fewer.length === 0) return null
    return {
      severity: 'warning',
      message:
        `The text has fewer of the glossary's translations than its source has terms ` +
        `(${listed(missingOf(fewer))}): check that nothing is left out.`,
      details: detailsOf(fewer),
    }
  },
}

const missingOf = (needs: readonly TermNeed[]): ReadonlyMap<string, number> =>
  new Map(needs.map(({ compiled, expected, found }) => [compiled.entry.source, expected - found]))

function detailsOf(needs: readonly TermNeed[]): Fault['details'] {
  const column = <T>(value: (need: TermNeed) => T): Record<string, T> =>
    Object.fromEntries(needs.map((need) => [need.compiled.entry.source, value(need)]))
  return {
    missingPhrases: needs.map(({ compiled }) => compiled.entry.source),
    expected: column(({ expected }) => expected),
    found: column(({ found }) => found),
    acceptedForms: column(({ compiled: { entry } }) =>
      entry.doNotTranslate ? [entry.source, ...entry.forms] : entry.forms,
    ),
  }
}
