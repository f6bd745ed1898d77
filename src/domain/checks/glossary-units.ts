// Cuts text into what glossary terms are compared by: words, single characters of Han, Kana and Hangul, white space
// (folded to one space), and other characters one by one. Letter case is folded. Linear; hot when a glossary is in use.

import { isWhiteSpace } from '../text/normalize.ts'

export type UnitKind = 'space' | 'other' | 'word' | 'wide'

export interface Unit {
  /** What is compared: letter case folded, white space one space. */
  readonly key: string
  readonly kind: UnitKind
  /** UTF-16 offsets into the raw text, end exclusive. */
  readonly start: number
  readonly end: number
}

/** ー and the voicing marks belong to Kana by use; Unicode calls their script common. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30FC\uFF70\u3099\u309A]/u
const WORD = /[\p{L}\p{M}\p{Nd}]/u

/** The units of the piece of `text` from `from` to `to`. */
export function unitsOf(text: string, from: number, to: number): Unit[] {
  const lower = foldCase(text.slice(from, to))
  const units: Unit[] = []
  let at = from
  while (at < to) {
    const start = at
    const kind = kindAt(text, at)
    at += widthAt(text, at)
    if (kind === 'word' || kind === 'space') while (at < to && kindAt(text, at) === kind) at += widthAt(text, at)
    const key = kind === 'space' ? ' ' : (lower?.slice(start - from, at - from) ?? foldWord(text.slice(start, at)))
    units.push({ key, kind, start, end: at })
  }
  return units
}

/** True when a term may begin or end between `edge`, its outermost unit, and `beside`, the unit outside. */
export const isBoundary = (edge: Unit, beside: Unit | undefined): boolean =>
  beside === undefined || beside.kind !== 'word' || edge.kind === 'wide'

/** A piece in folded case, or null when folding moves its characters (İ). */
function foldCase(piece: string): string | null {
  const lower = foldWord(piece)
  return lower.length === piece.length ? lower : null
}

/** Lower case; final and middle sigma are one letter. */
const foldWord = (word: string): string => word.toLowerCase().replaceAll('ς', 'σ')

function kindAt(text: string, at: number): UnitKind {
  const code = text.charCodeAt(at)
  if (code < 0x80) return kindOfAscii(code)
  if (code >= 0x410 && code <= 0x44f) return 'word'
  const character = String.fromCodePoint(text.codePointAt(at) ?? code)
  if (isWhiteSpace(character)) return 'space'
  if (!WORD.test(character)) return 'other'
  return WIDE.test(character) ? 'wide' : 'word'
}

function kindOfAscii(code: number): UnitKind {
  const lower = code | 0x20
  if ((lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39)) return 'word'
  return code === 0x20 || (code >= 9 && code <= 13) ? 'space' : 'other'
}

const widthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
