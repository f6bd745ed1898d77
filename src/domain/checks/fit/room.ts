// How much room a short text of the interface has, as far as the game's own texts tell: somewhat more than the widest
// official text of the row takes. Of dialogue and longer texts nothing is known (docs/text-gate.md#does-it-fit).

import type { Markup } from '../../profile.ts'
import { toLf } from '../../text/normalize.ts'
import { type Scan, scan } from '../../text/tokens.ts'
import { visibleLength } from '../../text/visible-length.ts'
import { lettersWide } from './text-width.ts'

/** Visible characters of the longest short text's source. */
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

/** In letters. `widest`: the width of the row's widest official text; `hasWide`: those of all wide languages are among them. */
export function roomBeside(widest: number, hasWide: boolean): number {
  const { factor, more } = hasWide ? WITH_WIDE : WITHOUT_WIDE
  // 10 × 1.1 is a little more than 11, and others a little less.
  return Math.floor(widest * factor + 1e-9) + more
}

/** In letters. */
export function widthOf(text: string, markup: Markup): number {
  const lines = toLf(text)
  return lettersWide(lines, scan(lines, markup).tokens)
}

interface OfficialTexts {
  /** The Chinese. */
  readonly reference: string | null
  /** In `WIDE_LANGUAGES`, those that there are. */
  readonly wide: readonly string[]
}

interface Room {
  /** The width of the row's widest official text. */
  readonly officialLetters: number
  readonly maxLetters: number
}

/** Of a short text. `sourceLetters`: the width of its source. */
export function roomAmong(sourceLetters: number, { reference, wide }: OfficialTexts, markup: Markup): Room {
  const widths = [reference ?? '', ...wide].map((text) => widthOf(text, markup))
  const officialLetters = Math.max(sourceLetters, ...widths)
  return { officialLetters, maxLetters: roomBeside(officialLetters, wide.length === WIDE_LANGUAGES.length) }
}

/** In letters; null: nothing is known of the row's room. */
export function roomOf(source: string, official: () => OfficialTexts, markup: Markup): number | null {
  const lines = toLf(source)
  const scanned = scan(lines, markup)
  if (!isShortText(lines, scanned, visibleLength(lines, scanned.tokens))) return null
  return roomAmong(lettersWide(lines, scanned.tokens), official(), markup).maxLetters
}
