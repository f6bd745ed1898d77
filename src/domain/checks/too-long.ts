// LENGTH_02: a text out of proportion to its source, or above what a row of the game may hold. The hard limits are looked
// at first and alone: a text far above them isn't worth measuring.

import { textBytesMax, textCodePointsMax } from '../limits.ts'
import { sizeOf } from '../text/normalize.ts'
import type { Check, Fault, TextPair } from './check.ts'

/** A text stays within a multiple of its source's visible length, and within the limits of a row. */
export const tooLong: Check = {
  rule: 'LENGTH_02',
  code: 'length_too_long',
  severity: 'error',
  waiver: 'validation',
  standsAlone: false,
  run: (pair) => aboveHardLimits(pair) ?? outOfProportion(pair),
}

/** A UTF-16 unit is at most one code point and at most three bytes. */
const surelyFits = Math.min(textCodePointsMax, Math.floor(textBytesMax / 3))

/** The fault of a text that no row can hold: code points after turning line ends, bytes as it was sent. */
function aboveHardLimits({ text, input }: TextPair): Fault | null {
  if (input.text.length <= surelyFits) return null
  const turned = sizeOf(text)
  const { codePoints } = turned
  const { bytes } = text === input.text ? turned : sizeOf(input.text)
  if (codePoints <= textCodePointsMax && bytes <= textBytesMax) return null
  return {
    message: `The text has ${codePoints} code points and ${bytes} bytes: at most ${textCodePointsMax} and ${textBytesMax} fit into a row, so shorten it.`,
    details: { codePoints, maxCodePoints: textCodePointsMax, bytes, maxBytes: textBytesMax },
  }
}

function outOfProportion({ rules, sourceVisibleLength, textVisibleLength }: TextPair): Fault | null {
  const maximum = sourceVisibleLength * rules.lengthMaxRatio + rules.lengthMaxOffset
  if (textVisibleLength <= maximum) return null
  return {
    message: `The text has ${textVisibleLength} visible characters and the source ${sourceVisibleLength}: shorten it to at most ${Math.floor(maximum)}.`,
    details: { visibleLength: textVisibleLength, sourceVisibleLength, maxVisibleLength: Math.floor(maximum) },
  }
}
