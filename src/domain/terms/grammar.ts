// How a language declines, as tables: endings by paradigm, and what happens to a stem before them. The tables are in the files of the
// languages, `paradigm.ts` reads them.

/** Of a noun; `p` is plural only. An adjective has a form for each. */
export const GENDERS = ['m', 'f', 'n', 'p'] as const
export type Gender = (typeof GENDERS)[number]

/** What is found, and what stands there instead, as in `String.replace`. */
export type Change = readonly [found: RegExp, instead: string]

/**
 * Cells are separated by spaces, one a case in the grammar's order, and the choices of a cell by `/`. A cell is an ending behind the stem;
 * `=` is the nominative itself, `0` goes before an ending of the stem without a vowel behind it, `~`, `^` and `2` before one of the
 * softened, the palatalised and the doubled stem, `-` is no form.
 */
type Cells = string

export interface Noun {
  readonly gender: Gender
  /** The nominative's end, in lower case: what matches is cut off, and what is looked behind for stays. */
  readonly ends: RegExp
  /** Which of those that end so; left out: all. */
  readonly likely?: RegExp
  /** '': plural only. */
  readonly singular: Cells
  /** '': has none. */
  readonly plural: Cells
}

export interface Adjective {
  /** The nominative's end by gender; left out: the adjective never ends so. */
  readonly ends: Readonly<Partial<Record<Gender, RegExp>>>
  readonly cells: Readonly<Record<Gender, Cells>>
}

export interface Grammar {
  readonly cases: number
  readonly nouns: readonly Noun[]
  readonly adjectives: readonly Adjective[]
  /** From a plural nominative to what its singular may be; all that fit. */
  readonly singulars: readonly Change[]
  /** The end of an adjective that is no noun. */
  readonly surelyAdjective: RegExp
  /** The end of a word that is an adjective if it agrees with the one behind it. */
  readonly attributive: RegExp
  /** Of a nominative that ends in a consonant: its stem before a vowel. All changes that fit give a further stem. */
  readonly opened: readonly Change[]
  /** Nominatives that are never their own stem before a vowel. */
  readonly surelyOpened: RegExp
  /** Of a stem before a vowel: itself without an ending. All changes that fit give a further stem. */
  readonly closed: readonly Change[]
  /** Stems that never stand without an ending. */
  readonly surelyClosed: RegExp
  /** The first one that fits. */
  readonly softened: readonly Change[]
  readonly palatalised: readonly Change[]
  readonly doubled: readonly Change[]
  /** By the first letter of an ending: what changes where it meets some stems, with `|` between them. */
  readonly spelling: Readonly<Record<string, Change>>
  /** Other spellings of whole forms, each of which is taken too. */
  readonly alike: readonly Change[]
  /** Words before which a name's noun stands: articles of a genitive, prepositions. */
  readonly closing?: RegExp
  /** Words that join two names: both decline. */
  readonly joining: ReadonlySet<string>
}
