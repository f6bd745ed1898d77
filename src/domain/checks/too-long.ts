// LENGTH_02: a text much too long for its source. The gate tests the absolute limits of a row first, and no flag of the
// legacy API skips them.

import { textBytesMax, textCodePointsMax } from '../limits.ts'
import { excessSize } from '../text/row-size.ts'
import { ALWAYS, type Check, type Fault, type GateRules, type TextPair } from './check.ts'
import type { Finding } from '../finding.ts'

export const tooLong: Check = {
  rule: 'LENGTH_02',
  code: 'length_too_long',
  severity: 'error',
  waiver: 'validation',
  standsAlone: false,
  needs: ALWAYS,
  run: outOfProportion,
}

/** Null: the text fits into a row. */
export function oversized(text: string): Finding | null {
  const excess = excessSize(text)
  if (excess === null) return null
  const { codePoints, bytes } = excess
  return {
    rule: tooLong.rule,
    code: tooLong.code,
    severity: 'error',
    message: `The text has ${codePoints} code points and ${bytes} bytes: at most ${textCodePointsMax} and ${textBytesMax} fit into a row, so shorten it.`,
    details: { codePoints, maxCodePoints: textCodePointsMax, bytes, maxBytes: textBytesMax },
  }
}

export const visibleLengthMax = (rules: GateRules, sourceVisibleLength: number): number =>
  sourceVisibleLength * rules.lengthMaxRatio + rules.lengthMaxOffset

export function outOfProportion({ rules, sourceVisibleLength, textVisibleLength }: TextPair): Fault | null {
  const maximum = visibleLengthMax(rules, sourceVisibleLength)
  if (textVisibleLength <= maximum) return null
  return {
    message: `The text has ${textVisibleLength} visible characters and the source ${sourceVisibleLength}: shorten it to at most ${Math.floor(maximum)}.`,
    details: { visibleLength: textVisibleLength, sourceVisibleLength, maxVisibleLength: Math.floor(maximum) },
  }
}
