// What somebody searches for: words in any order, "phrases" in quotation marks, and beginnings of row ids. Letter case
// and the kind of apostrophe do not matter; a run of white space in a phrase meets any other.
import { foldCase } from '../domain/text/fold-case.ts'

export interface SearchQuery {
  /** Each must be in a text of the row, or begin its id; in any order. At least one. */
  readonly terms: readonly SearchTerm[]
  /** A term counts only where no letter, mark or digit stands beside it; Han, Kana and Hangul have no such sides. */
  readonly wholeWords: boolean
}

/** A word or a phrase. */
export interface SearchTerm {
  /** The text between the runs of white space, folded; '' first or last: the phrase begins or ends with white space. */
  readonly pieces: readonly string[]
  readonly isPhrase: boolean
}

/** ’ and ʼ are written for the apostrophe of м'яч, each by somebody else. */
const APOSTROPHES = /[\u02BC\u2018\u2019]/g

/** A text as it is searched: places in it are places in the text. */
export const foldForSearch = (text: string): string => foldCase(text).replace(APOSTROPHES, "'")

/** A phrase in its marks (a doubled one stands for itself, an absent one is at the end), or a word. */
const TERM = /"((?:[^"]|"")*)(?:"|$)|\S+/g

/** Reads what was typed; null when nothing is in it to look for. */
export function parseSearch(typed: string, wholeWords: boolean): SearchQuery | null {
  const terms = new Map<string, SearchTerm>()
  for (const [word, phrase] of typed.matchAll(TERM)) {
    const text = foldForSearch(phrase?.replaceAll('""', '"') ?? word)
    if (text.trim() !== '') terms.set(text, { pieces: text.split(/\s+/), isPhrase: phrase !== undefined })
  }
  return terms.size === 0 ? null : { terms: [...terms.values()], wholeWords }
}

/** As a phrase that `parseSearch` reads back as this text. */
export const quotedForSearch = (text: string): string => `"${text.replaceAll('"', '""')}"`

const idPrefixDigitsMin = 4
const ID_PREFIX = new RegExp(`^[0-9a-f]{${idPrefixDigitsMin},16}$`)

/** The beginning of a row id that a term may be, or null. */
export function idPrefixOf({ pieces: [first = '', ...rest] }: SearchTerm): string | null {
  return rest.length === 0 && ID_PREFIX.test(first) ? first : null
}
