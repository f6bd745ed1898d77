// Measures a text against the limits of a row: code points with CRLF as one, bytes as sent (docs/text-gate.md).

import { textBytesMax, textCodePointsMax } from '../limits.ts'
import { sizeOf } from './normalize.ts'

/** A UTF-16 unit is at most one code point and at most three bytes, so any text of this length fits. */
const surelyFits = Math.min(textCodePointsMax, Math.floor(textBytesMax / 3))

/** The size of a text that is too large for a row. Null: it fits. */
export function excessSize(text: string): { readonly codePoints: number; readonly bytes: number } | null {
  if (text.length <= surelyFits) return null
  const { codePoints: sent, bytes } = sizeOf(text)
  const codePoints = sent - lineEndPairs(text)
  return codePoints <= textCodePointsMax && bytes <= textBytesMax ? null : { codePoints, bytes }
}

function lineEndPairs(text: string): number {
  let pairs = 0
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) pairs++
  return pairs
}
