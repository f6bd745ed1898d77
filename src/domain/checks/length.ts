// The checks LENGTH: a text much shorter, longer or wider than fits its row (docs/text-gate.md#rules).
import type { Finding, Severity } from '../finding.ts'
import { isOfOther } from '../profile.ts'
import { textBytesMax, textCodePointsMax } from '../limits.ts'
import { excessSize } from '../text/row-size.ts'
import { ALWAYS, type Check, contentCheck, type Fault, type GateRules, type TextPair } from './check.ts'
import { isShortText, lettersWide, roomAmong, roomBeside, shortMax } from './room.ts'

/**
 * LENGTH_01: a text much shorter than a long source. Moderate shortness is a warning, because short translations are
 * legitimate.
 */
export const tooShort: Check = {
  rule: 'LENGTH_01',
  code: 'length_too_short',
  severity: 'error',
  waiver: 'validation',
  standsAlone: false,
  needs: ALWAYS,
  run: (pair) => {
    const { sourceVisibleLength, textVisibleLength, rules } = pair
    // Dividing is exact at the limit, but multiplying by 0.2 or 0.3 is not always.
    const ratio = textVisibleLength / sourceVisibleLength
    if (sourceVisibleLength >= rules.lengthMinErrorLength && ratio < rules.lengthMinErrorRatio)
      return faultOf(pair, 'error', rules.lengthMinErrorRatio)
    if (sourceVisibleLength >= rules.lengthMinWarningLength && ratio < rules.lengthMinWarningRatio)
      return faultOf(pair, 'warning', rules.lengthMinWarningRatio)
    return null
  },
}

function faultOf({ sourceVisibleLength, textVisibleLength }: TextPair, severity: Severity, ratio: number): Fault {
  const minimum = Math.ceil(Number((sourceVisibleLength * ratio).toFixed(6)))
  const advice = severity === 'error' ? 'translate all of it' : 'check that nothing is left out'
  return {
    severity,
    message:
      `The text has ${textVisibleLength} visible characters and the source ${sourceVisibleLength}: ` +
      `${advice} (at least ${minimum} are expected).`,
    details: { visibleLength: textVisibleLength, sourceVisibleLength, minVisibleLength: minimum },
  }
}

/**
 * LENGTH_02: a text much too long for its source. The gate tests the absolute limits of a row first, and no flag of the
 * legacy API skips them.
 */
export const tooLong: Check = {
  rule: 'LENGTH_02',
  code: 'length_too_long',
  severity: 'error',
  waiver: 'validation',
  standsAlone: false,
  needs: ALWAYS,
  run: outOfProportion,
}

/** The finding for a text that is too large for a row. Null: it fits. */
export function oversized(text: string): Finding | null {
  const excess = excessSize(text)
  if (excess === null) return null
  const { codePoints, bytes } = excess
  return {
    rule: tooLong.rule,
    code: tooLong.code,
    severity: 'error',
    message:
      `The text has ${codePoints} code points and ${bytes} bytes: at most ${textCodePointsMax} and ` +
      `${textBytesMax} fit into a row, so shorten it.`,
    details: { codePoints, maxCodePoints: textCodePointsMax, bytes, maxBytes: textBytesMax },
  }
}

export const visibleLengthMax = (rules: GateRules, sourceVisibleLength: number): number =>
  sourceVisibleLength * rules.lengthMaxRatio + rules.lengthMaxOffset

export function outOfProportion({ rules, sourceVisibleLength, textVisibleLength }: TextPair): Fault | null {
  const maximum = visibleLengthMax(rules, sourceVisibleLength)
  if (textVisibleLength <= maximum) return null
  return {
    message:
      `The text has ${textVisibleLength} visible characters and the source ${sourceVisibleLength}: ` +
      `shorten it to at most ${Math.floor(maximum)}.`,
    details: { visibleLength: textVisibleLength, sourceVisibleLength, maxVisibleLength: Math.floor(maximum) },
  }
}

/**
 * LENGTH_03: a text that is longer than the game's file allows, or, where it does not say, a short one that is much wider than the
 * official texts of its row (docs/text-gate.md#does-it-fit). Those besides the source are read only for a text that has no room beside
 * the source alone.
 */
export const tooWide = contentCheck('LENGTH_03', 'warning', ALWAYS, (pair) => {
  const { sourceVisibleLength, source, sourceScan } = pair
  const most = isOfOther(pair.rules.markup) ? (pair.input.maxLength?.() ?? null) : null
  if (most !== null) return tooLongForFile(pair, most)
  if (sourceVisibleLength > shortMax || pair.textVisibleLength <= sourceVisibleLength) return null
  if (!isShortText(source, sourceScan, sourceVisibleLength)) return null
  const sourceLetters = lettersWide(source, sourceScan.tokens)
  const letters = lettersWide(pair.text, pair.textScan.tokens)
  if (letters <= roomBeside(sourceLetters, true)) return null
  const { input, rules } = pair
  const official = { reference: input.reference?.() ?? null, wide: input.wide?.() ?? [] }
  const { officialLetters, maxLetters } = roomAmong(sourceLetters, official, rules.markup)
  if (letters <= maxLetters) return null
  return {
    message:
      `The text is as wide as ${letters} letters, and the widest official text of this row as ` +
      `${officialLetters}: more than ${maxLetters} may not fit in the game, so shorten it.`,
    details: { letters, officialLetters, maxLetters },
  }
})

function tooLongForFile({ textVisibleLength: visibleLength }: TextPair, most: number): Fault | null {
  if (visibleLength <= most) return null
  return {
    message: `The text has ${visibleLength} visible characters, and the game's file allows ${most}: shorten it.`,
    details: { visibleLength, maxVisibleLength: most },
  }
}
