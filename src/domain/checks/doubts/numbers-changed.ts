// DOUBT_02: a number changed ("7x7" → "6x6"). Tested only if both texts have equally many: a number may become a word.

import { countFigures, figuresOf, TRAIT } from '../../text/traits.ts'
import { contentCheck, type TextPair } from '../check.ts'

export const numbersChanged = contentCheck('DOUBT_02', 'warning', TRAIT.digit, (pair) => {
  if (pair.sourceNumbers === pair.textNumbers || !mayBeAsMany(pair)) return null
  const expected = numbersOf(pair.bareSource)
  const found = numbersOf(pair.bareText)
  if (expected.length !== found.length) return null
  const missing = expected.filter((number) => !found.includes(number))
  const unexpected = found.filter((number) => !expected.includes(number))
  if (missing.length + unexpected.length === 0) return null
  return {
    message: `Numbers differ: the source has ${shown(missing)} where the text has ${shown(unexpected)}. Check them.`,
    details: { missing: missing.slice(0, namedMax), unexpected: unexpected.slice(0, namedMax) },
  }
})

/** Compares counts before any list is made. */
function mayBeAsMany({ source, sourceScan, text, textScan }: TextPair): boolean {
  const [expected, found] = [countFigures(source, sourceScan), countFigures(text, textScan)]
  return expected === null || found === null || Math.min(expected, numbersMax) === Math.min(found, numbersMax)
}

const namedMax = 20
/** A text with more numbers is a table, slow to compare. */
const numbersMax = 200
const numbersOf = (text: string): readonly string[] => figuresOf(text).slice(0, numbersMax)
const shown = (numbers: readonly string[]): string => (numbers.length === 0 ? 'others' : numbers.slice(0, 5).join(', '))
