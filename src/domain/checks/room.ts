// How wide players see a text, and how much room a short text of the interface has (docs/text-gate.md#does-it-fit).
import type { Markup } from '../profile.ts'
import type { Token } from '../text/grammars.ts'
import { toLf } from '../text/normalize.ts'
import { type Scan, scan } from '../text/tokens.ts'
import { visibleLength } from '../text/visible-length.ts'
import { ADVANCE_WIDTHS } from './advance-widths.ts'

/** The width of a letter of mean width. All widths here are in 1/100 em. */
const meanLetter = 60
const wideLetter = 100

/** Widths of ranges of characters that the font lacks or draws otherwise. */
const OTHERS: readonly (readonly [first: number, last: number, width: number])[] = [
  // East Asian letters and full-width forms; half-width ones, and each half of a surrogate pair.
  [0x1100, 0x115f, wideLetter],
  [0x2e80, 0xa4cf, wideLetter],
  [0xac00, 0xd7a3, wideLetter],
  [0xf900, 0xfaff, wideLetter],
  [0xfe30, 0xfe4f, wideLetter],
  [0xff01, 0xff60, wideLetter],
  [0xffe0, 0xffe6, wideLetter],
  [0xff61, 0xff9f, wideLetter / 2],
  [0xd800, 0xdfff, wideLetter / 2],
  // Marks of Hebrew, Arabic, Thai and kana; invisible characters.
  [0x0591, 0x05bd, 0],
  [0x064b, 0x065f, 0],
  [0x0e31, 0x0e31, 0],
  [0x0e34, 0x0e3a, 0],
  [0x0e47, 0x0e4e, 0],
  [0x3099, 0x309a, 0],
  [0x200b, 0x200f, 0],
  [0xfe00, 0xfe0f, 0],
]

const WIDTHS = new Uint8Array(0x10000).fill(meanLetter)
for (const [first, widths] of ADVANCE_WIDTHS)
  for (let at = 0; at < widths.length; at++) WIDTHS[first + at] = 2 * (widths.charCodeAt(at) - 0x23)
for (const [first, last, width] of OTHERS) WIDTHS.fill(width, first, last + 1)

/**
 * How wide players see a text, in letters of mean width: 0.6 em of DejaVu Sans, whatever font the game has. So `щ`
 * counts more than `i`, and Han about 1.7. Tokens count nothing, as in other lengths. Of several lines the widest
 * counts; `text` has LF line ends. Hot, because every short text is measured, so it reads a table.
 */
export function lettersWide(text: string, tokens: readonly Token[]): number {
  let widest = 0
  let width = 0
  let from = 0
  for (const { kind, start, end } of tokens) {
    for (let at = from; at < start; at++) width += WIDTHS[text.charCodeAt(at)] as number
    from = end
    if (kind !== 'lineBreak') continue
    widest = Math.max(widest, width)
    width = 0
  }
  for (let at = from; at < text.length; at++) width += WIDTHS[text.charCodeAt(at)] as number
  return Math.ceil(Math.max(widest, width) / meanLetter)
}

// How much room a short text of the interface has, as far as the game's own texts tell: somewhat more than the widest
// official text of the row takes. Of dialogue and longer texts nothing is known (docs/text-gate.md#does-it-fit).

/** A source with more visible characters is no short text. */
export const shortMax = 40

/** Official languages that need the most room, as the names of the game's files spell them. */
export const WIDE_LANGUAGES = ['de', 'fr', 'es'] as const

/**
 * What people's translations seldom pass, measured: so many times the widest official text, and some letters. Where the wide
 * languages are known, they are the measure.
 */
const WITH_WIDE = { factor: 1.1, more: 4 } as const
const WITHOUT_WIDE = { factor: 1.5, more: 5 } as const

const SENTENCE_ENDS = '.!?…。！？'
const MAY_FOLLOW = ' "\'”’»)]'

/** A text of one line that ends no sentence. `sourceLength`: its visible length. */
export function isShortText(source: string, { tokens }: Scan, sourceLength: number): boolean {
  if (sourceLength === 0 || sourceLength > shortMax) return false
  for (const { kind } of tokens) if (kind === 'lineBreak') return false
  const token = tokens.at(-1)
  let last = (token?.class === 'cos' && token.end === source.length ? token.start : source.length) - 1
  while (MAY_FOLLOW.includes(source.charAt(last)) && last > 0) last--
  return !SENTENCE_ENDS.includes(source.charAt(last))
}

/** The room of a row, in letters. `widest`: the width of its widest official text; `hasWide`: those of all wide languages are known. */
export function roomBeside(widest: number, hasWide: boolean): number {
  const { factor, more } = hasWide ? WITH_WIDE : WITHOUT_WIDE
  // 10 × 1.1 is a little more than 11, and others a little less.
  return Math.floor(widest * factor + 1e-9) + more
}

/** How wide players see a text of this markup, in letters. */
export function widthOf(text: string, markup: Markup): number {
  const lines = toLf(text)
  return lettersWide(lines, scan(lines, markup).tokens)
}

interface OfficialTexts {
  /** The Chinese text; null: there is none. */
  readonly reference: string | null
  /** The texts in `WIDE_LANGUAGES`, as far as the row has them. */
  readonly wide: readonly string[]
}

interface Room {
  /** The width of the row's widest official text. */
  readonly officialLetters: number
  readonly maxLetters: number
}

/** The room of a short text. `sourceLetters` is the width of its source. */
export function roomAmong(sourceLetters: number, { reference, wide }: OfficialTexts, markup: Markup): Room {
  const widths = [reference ?? '', ...wide].map((text) => widthOf(text, markup))
  const officialLetters = Math.max(sourceLetters, ...widths)
  return { officialLetters, maxLetters: roomBeside(officialLetters, wide.length === WIDE_LANGUAGES.length) }
}

/** The room of the row, in letters; null: it has no short text, so nothing is known. */
export function roomOf(source: string, official: () => OfficialTexts, markup: Markup): number | null {
  const lines = toLf(source)
  const scanned = scan(lines, markup)
  if (!isShortText(lines, scanned, visibleLength(lines, scanned.tokens))) return null
  return roomAmong(lettersWide(lines, scanned.tokens), official(), markup).maxLetters
}
