// FORM_11: the same text twice in a row, if the source does not repeat itself. Not reported if LENGTH_02 is.

import { anyLetter } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { outOfProportion } from '../too-long.ts'

/** Shorter texts repeat naturally ("Ha ha"). */
const halfLengthMin = 6
const gapMax = 3

export const doubledText = contentCheck('FORM_11', 'machine', anyLetter, (pair) =>
  isDoubled(pair.text.trim()) && !repeatsItself(pair.source) && outOfProportion(pair) === null
    ? { message: 'The text is doubled: send it once.', details: {} }
    : null,
)

/** Letters and digits, with anything between: "Go! Go!". */
function repeatsItself(source: string): boolean {
  const letters = source.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return (
    letters !== '' && repeatCounts.some((times) => letters === letters.slice(0, letters.length / times).repeat(times))
  )
}

const repeatCounts = [2, 3, 4, 5]

/** A half, up to three spaces, and the same half again. */
function isDoubled(text: string): boolean {
  for (let gap = text.length % 2; gap <= gapMax; gap += 2) {
    const half = (text.length - gap) / 2
    if (half < halfLengthMin) return false
    if (text.charCodeAt(0) !== text.charCodeAt(half + gap)) continue
    if (text.slice(0, half) !== text.slice(half + gap)) continue
    if (/^\s*$/.test(text.slice(half, half + gap)) && hasLetters(text.slice(0, half))) return true
  }
  return false
}

/** The half has letters, and not only one letter repeated ("Aaaaaa"). */
const hasLetters = (half: string): boolean => /\p{L}/u.test(half) && !/^(.)\1*$/su.test(half.slice(1))
