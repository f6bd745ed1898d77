// GLOSSARY_01: each glossary term of the source has one of its accepted forms in the text. An error or a warning, as the
// settings say; the glossary waiver lifts it.

import type { Check } from './check.ts'
import { matchForms } from './glossary-forms.ts'
import { listed } from './naming.ts'

/** Every occurrence of a glossary term in the source has an accepted form of its own in the text. */
export const glossaryTerms: Check = {
  rule: 'GLOSSARY_01',
  code: 'glossary_violation',
  severity: 'error',
  waiver: 'glossary',
  standsAlone: false,
  run: ({ terms, text, textScan, rules }) => {
    if (terms.length === 0) return null
    const lacking = matchForms(terms, text, textScan.tokens).filter(({ expected, found }) => found < expected)
    if (lacking.length === 0) return null
    const missing = new Map(lacking.map(({ compiled, expected, found }) => [compiled.entry.source, expected - found]))
    const column = <T>(value: (need: (typeof lacking)[number]) => T): Record<string, T> =>
      Object.fromEntries(lacking.map((need) => [need.compiled.entry.source, value(need)]))
    return {
      severity: rules.glossaryIsError ? 'error' : 'warning',
      message: `The text lacks the glossary's translation of ${listed(missing)}: use an accepted form.`,
      details: {
        missingPhrases: [...missing.keys()],
        expected: column(({ expected }) => expected),
        found: column(({ found }) => found),
        acceptedForms: column(({ compiled: { entry } }) =>
          entry.doNotTranslate ? [entry.source, ...entry.forms] : entry.forms,
        ),
      },
    }
  },
}
