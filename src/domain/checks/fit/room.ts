// How much room a short text of the interface has, as far as the game's own texts tell: somewhat more than the widest
// official text of the row takes. Of dialogue and longer texts nothing is known (docs/text-gate.md#does-it-fit).

import type { Markup } from '../../profile.ts'
import { toLf } from '../../text/normalize.ts'
import { type Scan, scan } from '../../text/tokens.ts'
import { visibleLength } from '../../text/visible-length.ts'
import { lettersWide } from './text-width.ts'

/** Visible characters of the longest short text's source. */
export const shortMax = 40

/** What people's translations seldom pass, measured: so much wider than the widest official text, and some letters. */
const factor = 1.5
const more = 5

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

/** In letters. `official`: the width of the widest official text of the row. */
export const roomBeside = (official: number): number => Math.floor(official * factor) + more

/** In letters. */
export function widthOf(text: string, markup: Markup): number {
  const lines = toLf(text)
  return lettersWide(lines, scan(lines, markup).tokens)
}

/** In letters; null: nothing is known of the row's room. `reference`: its other official text. */
export function roomOf(source: string, reference: string | null, markup: Markup): number | null {
  const lines = toLf(source)
  const scanned = scan(lines, markup)
  if (!isShortText(lines, scanned, visibleLength(lines, scanned.tokens))) return null
  return roomBeside(Math.max(lettersWide(lines, scanned.tokens), widthOf(reference ?? '', markup)))
}
