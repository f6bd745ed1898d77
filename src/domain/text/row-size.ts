// What a row can hold: code points counted after turning line ends, bytes of UTF-8 as they are. Measured in one cheap
// pass, and over long texts only, before anything scans them. See docs/decisions.md#7-the-text-gate.

import { textBytesMax, textCodePointsMax } from '../limits.ts'
import { sizeOf } from './normalize.ts'

/** A text of so many UTF-16 units fits whatever it holds: a unit is at most one code point and at most three bytes. */
const surelyFits = Math.min(textCodePointsMax, Math.floor(textBytesMax / 3))

interface RowSize {
  readonly codePoints: number
  readonly bytes: number
}

/** The size of a text that no row can hold; null: it fits. */
export function excessSize(text: string): RowSize | null {
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
