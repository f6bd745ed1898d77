// LENGTH_03: a short text that is much wider than the official texts of its row (docs/text-gate.md#does-it-fit). Those besides
// the source are read only for a text that has no room beside the source alone.

import { ALWAYS, contentCheck } from '../check.ts'
import { isShortText, roomAmong, roomBeside, shortMax } from './room.ts'
import { lettersWide } from './text-width.ts'

export const tooWide = contentCheck('LENGTH_03', 'warning', ALWAYS, (pair) => {
  const { sourceVisibleLength, source, sourceScan } = pair
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
    message: `The text is as wide as ${letters} letters, and the widest official text of this row as ${officialLetters}: more than ${maxLetters} may not fit in the game, so shorten it.`,
    details: { letters, officialLetters, maxLetters },
  }
})
