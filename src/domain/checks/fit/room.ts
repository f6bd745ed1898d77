// How much room a short text of the interface has, as far as the game's own texts tell: somewhat more than the widest
// official text of the row takes. Of dialogue and longer texts nothing is known (docs/text-gate.md#does-it-fit).

import type { Scan } from '../../text/tokens.ts'

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
