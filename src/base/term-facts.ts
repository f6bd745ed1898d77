// What a term of the glossary says beside its translation (docs/glossary.md#what-a-term-says). All of it may be left out.

export const TERM_CHOICES = {
  kind: ['person', 'place', 'item', 'skill', 'faction', 'word'],
  gender: ['masculine', 'feminine', 'neuter'],
  /** `singular`, `plural`: the translation is always in that number. */
  number: ['singular', 'plural'],
  /** `none`: the translation is not inflected. Left out: windrow makes its forms. */
  inflection: ['none'],
  /** `advice`: the term is only recommended. Left out: the term is law, and texts without it are refused. */
  force: ['advice'],
} as const

type Choices = typeof TERM_CHOICES
export type TermChoice = keyof Choices
export const TERM_CHOICE_NAMES = Object.keys(TERM_CHOICES) as readonly TermChoice[]

export type TermFacts = { readonly [Name in TermChoice]?: Choices[Name][number] } & {
  /** What the term means, in one line. */
  readonly meaning?: string
}

export const FACT_NAMES = [...TERM_CHOICE_NAMES, 'meaning'] as const
type FactName = (typeof FACT_NAMES)[number]

/** The facts that `read` returns, in a fixed order. A value that is not among the choices counts as left out. */
export function factsFrom(read: (name: FactName) => unknown): TermFacts {
  const chosen = TERM_CHOICE_NAMES.flatMap((name) => {
    const value = read(name)
    return (TERM_CHOICES[name] as readonly unknown[]).includes(value) ? [[name, value] as const] : []
  })
  const meaning = read('meaning')
  const said = typeof meaning === 'string' && meaning.trim() !== '' ? [['meaning', meaning.trim()] as const] : []
  return Object.fromEntries([...chosen, ...said])
}

/** The facts as a text for models and lists, such as `person, masculine: the king's champion`; '' without facts. */
export function aboutTerm({ kind, gender, number, force, meaning = '' }: TermFacts = {}): string {
  const words = [kind, gender, number, force].filter((word) => word !== undefined).join(', ')
  return words === '' || meaning === '' ? words + meaning : `${words}: ${meaning}`
}

/** Tools with term lists that windrow reads and writes (formats/glossary-file.ts). */
export const TERM_LIST_NAMES = ['linguagacha', 'paratranz'] as const
export type TermListName = (typeof TERM_LIST_NAMES)[number]
