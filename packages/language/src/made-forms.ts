// The inflected forms that windrow makes of a term's translation (docs/glossary.md#inflected-forms), from the tables of its language.
import { declinedForms, type Grammar } from './declension.ts'
import type { TermFacts } from '../../../src/base/term-facts.ts'
import { CZECH } from './czech.ts'
import { GERMAN } from './german.ts'
import { POLISH } from './polish.ts'
import { RUSSIAN } from './russian.ts'
import { UKRAINIAN } from './ukrainian.ts'

const GRAMMARS: ReadonlyMap<string, Grammar> = new Map([
  ['cs', CZECH],
  ['de', GERMAN],
  ['pl', POLISH],
  ['ru', RUSSIAN],
  ['uk', UKRAINIAN],
])

export const grammarOf = (language: string): Grammar | undefined =>
  GRAMMARS.get(language.split('-')[0]?.toLowerCase() ?? '')

/** True: windrow makes inflected forms in this language, which is a tag. */
export const makesForms = (language: string): boolean => grammarOf(language) !== undefined

interface Translated {
  readonly forms: readonly string[]
  readonly facts?: TermFacts
}

/**
 * Makes the inflected forms of the `forms` that a person wrote; none of those comes back. `language`: a tag, or ''. A form with a star is
 * not inflected, nor is one that is itself an inflected form of another.
 */
export function madeForms({ forms, facts = {} }: Translated, language: string): readonly string[] {
  const grammar = grammarOf(language)
  if (grammar === undefined || facts.inflection === 'none') return []
  const written = new Set(forms.map(fold))
  const made = new Map<string, string>()
  for (const form of forms) {
    if (form.includes('*') || made.has(fold(form))) continue
    for (const other of [form, ...declinedForms(form, grammar, facts)].flatMap((each) => spellingsOf(each, grammar))) {
      if (!made.has(fold(other))) made.set(fold(other), other)
    }
  }
  return [...made].filter(([folded]) => !written.has(folded)).map(([, form]) => form)
}

/** The spellings of a form; in most cases the form alone. */
export const spellingsOf = (form: string, { alike }: Grammar): string[] => [
  form,
  ...alike.filter(([found]) => found.test(form)).map(([found, instead]) => form.split(found).join(instead)),
]

const fold = (form: string): string => form.toLowerCase()
