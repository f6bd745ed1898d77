// Cuts text into what glossary terms are compared by: words, single characters of Han, Kana and Hangul, white space
// (folded to one space), and other characters one by one. Letter case is folded. Linear; hot when a glossary is in use,
// so what is known of a character is kept by its code, and no string is made before a term seems to be found.

import { foldWhiteSpace, isWhiteSpace } from '../text/normalize.ts'

export const SPACE = 1
export const OTHER = 2
export const WORD = 3
export const WIDE = 4
export type UnitKind = typeof SPACE | typeof OTHER | typeof WORD | typeof WIDE

/** ー and the voicing marks belong to Kana by use; Unicode calls their script common. */
const WIDE_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30FC\uFF70\u3099\u309A]/u
const WORD_LETTER = /[\p{L}\p{M}\p{Nd}]/u

/** What lower-casing makes longer, or differently by place. */
const FOLDS_OTHERWISE = /[İΣς]/

/** What has been asked for so far, by UTF-16 unit; 0 where nobody asked yet. */
const kindByCode = new Uint8Array(0x1_0000)
const foldedByCode = new Uint16Array(0x1_0000)

/** The kind of the unit that begins or goes on at `at`. */
export function kindAt(text: string, at: number): UnitKind {
  const code = text.charCodeAt(at)
  const known = kindByCode[code] ?? 0
  if (known !== 0) return known as UnitKind
  const codePoint = text.codePointAt(at) ?? code
  const kind = kindOf(String.fromCodePoint(codePoint))
  if (codePoint === code) kindByCode[code] = kind
  return kind
}

/** Where the unit that begins at `at` ends, at most `to`. */
export function unitEndAt(text: string, at: number, to: number, kind: UnitKind): number {
  let end = at + widthAt(text, at)
  if (kind === WORD || kind === SPACE) while (end < to && kindAt(text, end) === kind) end += widthAt(text, end)
  return end
}

/** What the UTF-16 unit at `at` folds to; all white space is a space. */
export function foldedCodeAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  let folded = foldedByCode[code] ?? 0
  if (folded === 0) foldedByCode[code] = folded = foldTerm(String.fromCharCode(code)).charCodeAt(0) || 0x20
  return folded
}

/** A term or form in folded case with its white space folded: equal terms are equal strings. */
export const foldTerm = (term: string): string => foldCase(foldWhiteSpace(term))

/** True when a term may begin or end between `edge`, its outermost unit, and `beside`, the unit outside. */
export const isBoundary = (edge: UnitKind, beside: UnitKind | undefined): boolean => beside !== WORD || edge === WIDE

/** Lower case of the same length: İ is an i, final and middle sigma are one letter. */
const foldCase = (text: string): string =>
  FOLDS_OTHERWISE.test(text) ? text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ') : text.toLowerCase()

function kindOf(character: string): UnitKind {
  if (isWhiteSpace(character)) return SPACE
  if (!WORD_LETTER.test(character)) return OTHER
  return WIDE_LETTER.test(character) ? WIDE : WORD
}

const widthAt = (text: string, at: number): number =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 ? 2 : 1
