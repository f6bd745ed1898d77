// Cuts text into units for comparing glossary terms: words, single characters of Han, Kana and Hangul, runs of white space, other
// single characters, all in folded letter case. Cached by character code.
import { foldCase, foldWhiteSpace, isWhiteSpace } from '../text/normalize.ts'

export const SPACE = 1
const OTHER = 2
export const WORD = 3
const WIDE = 4
export type UnitKind = typeof SPACE | typeof OTHER | typeof WORD | typeof WIDE

/** The unit read last; reused. */
interface UnitReader {
  kind: UnitKind
  /** UTF-16 offset, exclusive. */
  end: number
  hash: number
}

/** Includes ー and the voicing marks, which Unicode assigns to no script. */
const WIDE_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30FC\uFF70\u3099\u309A]/u
const WORD_LETTER = /[\p{L}\p{M}\p{Nd}]/u

/** Caches `kind << 16 | folded` for each UTF-16 unit; 0: not computed yet. */
const known = new Uint32Array(0x1_0000)

export const emptyHash = 0x811c9dc5
const hashOfSpace = 1

export const newReader = (): UnitReader => ({ kind: OTHER, end: 0, hash: 0 })

export function readUnit(reader: UnitReader, text: string, at: number, to: number): void {
  const first = traitsAt(text, at)
  const kind = (first >>> 16) as UnitKind
  let hash = mixHash(emptyHash, first & 0xffff)
  let end = at + 1
  if (kind === WORD || kind === SPACE) {
    for (; end < to; end++) {
      const traits = traitsAt(text, end)
      if (traits >>> 16 !== kind) break
      hash = mixHash(hash, traits & 0xffff)
    }
  }
  reader.kind = kind
  reader.end = end
  reader.hash = kind === SPACE ? hashOfSpace : hash
}

/** Adds one character to a hash that begins as `emptyHash`. */
export const extendHash = (hash: number, text: string, at: number): number => mixHash(hash, traitsAt(text, at) & 0xffff)

export const kindAt = (text: string, at: number): UnitKind => (traitsAt(text, at) >>> 16) as UnitKind

/** The term as it is compared: terms that differ only in letter case and white space give equal strings. */
export const foldTerm = (term: string): string => foldCase(foldWhiteSpace(term))

/**
 * Entries with one key are the same term: their case rule is equal, and so are their sources with folded white space,
 * and folded letter case unless it counts.
 */
export const termKey = ({
  source,
  caseSensitive,
}: {
  readonly source: string
  readonly caseSensitive: boolean
}): string => (caseSensitive ? `exact ${foldWhiteSpace(source)}` : `any ${foldTerm(source)}`)

interface Folded {
  readonly folded: string
  readonly opens: readonly number[]
}

const STAR = '*'

/** A `*` at the end of a word accepts any ending; elsewhere it is literal. */
export function foldForm(form: string): Folded {
  const starred = foldTerm(form)
  let folded = ''
  const opens: number[] = []
  // Of the last character that was taken. A look into `folded` would join it anew for each, which takes minutes for a megabyte.
  let last = -1
  for (let at = 0; at < starred.length; at++) {
    const character = starred.charAt(at)
    const isAtEnd = at + 1 === starred.length
    const isBehindWord = last !== -1 && kindAt(starred, last) >= WORD
    if (character === STAR && (isAtEnd || (isBehindWord && kindAt(starred, at + 1) < WORD))) {
      folded = isAtEnd ? folded.trimEnd() : folded
      opens.push(folded.length)
    } else {
      folded += character
      last = at
    }
  }
  return { folded, opens }
}

/** Words of the form in `opens` may have any ending. */
export function foldsTo({ folded, opens }: Folded, text: string, start: number, end: number): boolean {
  let to = 0
  let nextOpen = 0
  for (let at = start; at < end; at++) {
    if (to === opens[nextOpen]) {
      nextOpen++
      while (at < end && at > start && kindAt(text, at) === WORD && kindAt(text, at - 1) === WORD) at++
      if (at === end) break
    }
    const traits = traitsAt(text, at)
    const isSpace = traits >>> 16 === SPACE
    if (isSpace && at > start && kindAt(text, at - 1) === SPACE) continue
    if (folded.charCodeAt(to++) !== (isSpace ? 0x20 : traits & 0xffff)) return false
  }
  return to === folded.length
}

/** `edge` is the outermost unit of a term, `beside` the unit next to it. */
export const isBoundary = (edge: UnitKind, beside: UnitKind | undefined): boolean => beside !== WORD || edge === WIDE

/** One step of the hash FNV-1a. */
const mixHash = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)

function traitsAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return known[code] || traitsOf(text, at, code)
}

/** The traits of a character, from the cache. Those of surrogate pairs are not cached. */
function traitsOf(text: string, at: number, code: number): number {
  const isLowHalf = (code & 0xfc00) === 0xdc00 && at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff
  const start = isLowHalf ? at - 1 : at
  const character = String.fromCodePoint(text.codePointAt(start) ?? code)
  const traits = (kindOf(character) << 16) | foldCase(character).charCodeAt(at - start)
  if ((code & 0xf800) !== 0xd800) known[code] = traits
  return traits
}

function kindOf(character: string): UnitKind {
  if (isWhiteSpace(character)) return SPACE
  if (!WORD_LETTER.test(character)) return OTHER
  return WIDE_LETTER.test(character) ? WIDE : WORD
}
