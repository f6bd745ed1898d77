// Cuts text into what glossary terms are compared by: words, single characters of Han, Kana and Hangul, white space
// (folded to one space), and other characters one by one. Letter case is folded. Linear; hot when a glossary is in use,
// so what is known of a character is kept by its code, and keys are cut out only where one is looked up.

import { isWhiteSpace } from '../text/normalize.ts'

export const SPACE = 1
export const OTHER = 2
export const WORD = 3
export const WIDE = 4
export type UnitKind = typeof SPACE | typeof OTHER | typeof WORD | typeof WIDE

/** What is compared (letter case folded, white space one space), and of which kind. */
export interface Unit {
  readonly key: string
  readonly kind: UnitKind
}

/** A text and the same in folded case; null: fold each unit when it is asked for. */
export interface FoldedText {
  readonly text: string
  readonly lower: string | null
}

/** ー and the voicing marks belong to Kana by use; Unicode calls their script common. */
const WIDE_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30FC\uFF70\u3099\u309A]/u
const WORD_LETTER = /[\p{L}\p{M}\p{Nd}]/u

/** What lower-casing makes longer, or differently by place. */
const FOLDS_OTHERWISE = /[İΣς]/

/** What has been asked for so far, by UTF-16 unit; 0 where nobody asked yet. */
const kindByCode = new Uint8Array(0x1_0000)
const foldedByCode = new Uint16Array(0x1_0000)

/** Folds a text once, for look-ups of most of its words. */
export const foldedTextOf = (text: string): FoldedText => ({ text, lower: foldCase(text) })

/** For look-ups of few words of a text: folding a whole Cyrillic one takes as long as scanning it. */
export const unfoldedTextOf = (text: string): FoldedText => ({ text, lower: null })

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

/** What the unit from `start` to `end` is compared by. */
export function keyOf({ text, lower }: FoldedText, start: number, end: number, kind: UnitKind): string {
  if (kind === SPACE) return ' '
  return lower?.slice(start, end) ?? foldCase(text.slice(start, end))
}

/** A number that equal keys share and most others don't: from the ends and the length of a unit, without cutting it. */
export function signatureOf(text: string, start: number, end: number): number {
  const ends = (foldedCodeAt(text, start) << 14) ^ (foldedCodeAt(text, end - 1) << 6)
  return (ends ^ (end - start)) & 0x3fff_ffff
}

/** The same for the first two characters of a unit, or its only one. */
export const beginningOf = (text: string, start: number, end: number): number =>
  foldedCodeAt(text, start) ^ (end - start > 1 ? (foldedCodeAt(text, start + 1) << 14) & 0x3fff_ffff : 0)

/** What the UTF-16 unit at `at` folds to. */
export function foldedCodeAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  let folded = foldedByCode[code] ?? 0
  if (folded === 0) foldedByCode[code] = folded = foldCase(String.fromCharCode(code)).charCodeAt(0)
  return folded
}

/** The units of a term or form. */
export function unitsOf(term: string): Unit[] {
  const folded = foldedTextOf(term)
  const units: Unit[] = []
  for (let at = 0; at < term.length; ) {
    const kind = kindAt(term, at)
    const end = unitEndAt(term, at, term.length, kind)
    units.push({ key: keyOf(folded, at, end, kind), kind })
    at = end
  }
  return units
}

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
