// DOUBT_02: a number changed ("7x7" → "6x6"), or one of two figures or more is lost. A small number may become a word.

import { countFigures, figuresOf, TRAIT } from '../../text/traits.ts'
import { contentCheck, type TextPair } from '../check.ts'

export const numbersChanged = contentCheck('DOUBT_02', 'warning', TRAIT.digit, (pair) => {
  if (pair.sourceNumbers === pair.textNumbers || !mayDiffer(pair)) return null
  const expected = numbersOf(pair.bareSource)
  const found = numbersOf(pair.bareText)
  const isLost = expected.length > found.length && !NUMERALS.test(pair.text)
  if (expected.length !== found.length && !isLost) return null
  const missing = expected.filter((number) => !found.includes(number) && !(isLost && number.length < figuresMin))
  const unexpected = found.filter((number) => !expected.includes(number))
  if (isLost ? missing.length === 0 || unexpected.length > 0 : missing.length + unexpected.length === 0) return null
  return {
    message: isLost
      ? `Numbers of the source are not in the text: ${shown(missing)}. Check them.`
      : `Numbers differ: the source has ${shown(missing)} where the text has ${shown(unexpected)}. Check them.`,
    details: { missing: missing.slice(0, namedMax), unexpected: unexpected.slice(0, namedMax) },
  }
})

/** Smaller numbers are often written as words, or left out. */
const figuresMin = 2
const NUMERALS = /[一二三四五六七八九十百千万]/

/** Compares counts before any list is made. */
function mayDiffer({ source, sourceScan, text, textScan }: TextPair): boolean {
  const [expected, found] = [countFigures(source, sourceScan), countFigures(text, textScan)]
  return expected === null || found === null || Math.min(expected, numbersMax) >= Math.min(found, numbersMax)
}

const namedMax = 20
/** A text with more numbers is a table, slow to compare. */
const numbersMax = 200
const numbersOf = (text: string): readonly string[] => figuresOf(text).slice(0, numbersMax)
const shown = (numbers: readonly string[]): string => (numbers.length === 0 ? 'others' : numbers.slice(0, 5).join(', '))
