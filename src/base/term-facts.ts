// What a term of the glossary says beside its translation (docs/glossary.md#what-a-term-says). All of it may be left out.

export const TERM_CHOICES = {
  kind: ['person', 'place', 'item', 'skill', 'faction', 'word'],
  gender: ['masculine', 'feminine', 'neuter'],
  /** The translation is in the plural, or never is. */
  number: ['singular', 'plural'],
  /** Left out: forms are made. */
  inflection: ['none'],
  /** Left out: law, which texts are refused by. */
  force: ['advice'],
} as const

type Choices = typeof TERM_CHOICES
export type TermChoice = keyof Choices
export const TERM_CHOICE_NAMES = Object.keys(TERM_CHOICES) as readonly TermChoice[]

export type TermFacts = { readonly [Name in TermChoice]?: Choices[Name][number] } & {
  /** A line. */
  readonly meaning?: string
}

export const FACT_NAMES = [...TERM_CHOICE_NAMES, 'meaning'] as const
type FactName = (typeof FACT_NAMES)[number]

/** Those that `read` gives, in a fixed order; anything but a choice counts as left out. */
export function factsFrom(read: (name: FactName) => unknown): TermFacts {
  const chosen = TERM_CHOICE_NAMES.flatMap((name) => {
    const value = read(name)
    return (TERM_CHOICES[name] as readonly unknown[]).includes(value) ? [[name, value] as const] : []
  })
  const meaning = read('meaning')
  const said = typeof meaning === 'string' && meaning.trim() !== '' ? [['meaning', meaning.trim()] as const] : []
  return Object.fromEntries([...chosen, ...said])
}

/** For models and lists: `person, masculine: the king's champion`. '' if nothing is said. */
export function aboutTerm({ kind, gender, number, force, meaning = '' }: TermFacts = {}): string {
  const words = [kind, gender, number, force].filter((word) => word !== undefined).join(', ')
  return words === '' || meaning === '' ? words + meaning : `${words}: ${meaning}`
}

/** Tools whose term lists are written and read (formats/glossary-file.ts). */
export const TERM_LIST_NAMES = ['linguagacha', 'paratranz'] as const
export type TermListName = (typeof TERM_LIST_NAMES)[number]
