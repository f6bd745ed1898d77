// Reads what somebody searches for: words in any order, "phrases" in quotation marks, and beginnings of row ids. Letter case
// and the kind of apostrophe do not matter; a run of white space in a phrase matches any other.
import { foldCase } from '../domain/text/normalize.ts'

export interface SearchQuery {
  /** The terms, in any order: each must be in a text of the row or begin its id. */
  readonly terms: readonly SearchTerm[]
  /** A term counts only without a letter, mark or digit next to it; Han, Kana and Hangul may adjoin. */
  readonly wholeWords: boolean
}

export interface SearchTerm {
  /** The folded term, split at white space; '' first or last: it begins or ends with white space. */
  readonly pieces: readonly string[]
}

/** Apostrophes that are read as the plain one: м'яч is written with ’ and ʼ too. */
const APOSTROPHES = /[\u02BC\u2018\u2019]/g

/** The text in small letters and with plain apostrophes; each unit keeps its place. */
export const foldForSearch = (text: string): string => foldCase(text).replace(APOSTROPHES, "'")

/** A phrase in quotation marks (doubled inside, optional at the end), or a word. */
const TERM = /"((?:[^"]|"")*)(?:"|$)|\S+/g

export function parseSearch(typed: string, wholeWords: boolean): SearchQuery | null {
  const terms = new Map<string, SearchTerm>()
  for (const [word, phrase] of typed.matchAll(TERM)) {
    const text = foldForSearch(phrase?.replaceAll('""', '"') ?? word)
    if (text.trim() !== '') terms.set(text, { pieces: text.split(/\s+/) })
  }
  return terms.size === 0 ? null : { terms: [...terms.values()], wholeWords }
}

/** A text in quotation marks, so that `parseSearch` reads it as one phrase. */
export const quotedForSearch = (text: string): string => `"${text.replaceAll('"', '""')}"`

const idPrefixDigitsMin = 4
const ID_PREFIX = new RegExp(`^[0-9a-f]{${idPrefixDigitsMin},16}$`)

/** The beginning of a row id that a term may be, or null. */
export function idPrefixOf({ pieces: [first = '', ...rest] }: SearchTerm): string | null {
  return rest.length === 0 && ID_PREFIX.test(first) ? first : null
}
