// FORM_11: the same text twice, one behind the other. Idle where LENGTH_02 says so already.

import { anyLetter } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { outOfProportion } from '../too-long.ts'

/** Shorter texts double by themselves ("Ha ha"). */
const halfLengthMin = 6
const gapMax = 3

/** The text is not its own half twice, unless the source is. */
export const doubledText = contentCheck('FORM_11', 'machine', anyLetter, (pair) =>
  isDoubled(pair.text.trim()) && !repeatsItself(pair.source) && outOfProportion(pair) === null
    ? { message: 'The text says the same twice: send it once.', details: {} }
    : null,
)

/** The letters and figures of the source are the same again and again, whatever marks and spaces stand between: "Go! Go!". */
function repeatsItself(source: string): boolean {
  const said = source.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return said !== '' && timesSaid.some((times) => said === said.slice(0, said.length / times).repeat(times))
}

const timesSaid = [2, 3, 4, 5]

/** True for a half, up to three characters of white space, and the same half again. */
function isDoubled(text: string): boolean {
  for (let gap = text.length % 2; gap <= gapMax; gap += 2) {
    const half = (text.length - gap) / 2
    if (half < halfLengthMin) return false
    if (text.charCodeAt(0) !== text.charCodeAt(half + gap)) continue
    if (text.slice(0, half) !== text.slice(half + gap)) continue
    if (/^\s*$/.test(text.slice(half, half + gap)) && saysSomething(text.slice(0, half))) return true
  }
  return false
}

/** It has letters, and is not one letter again and again ("Aaaaaa"). */
const saysSomething = (half: string): boolean => /\p{L}/u.test(half) && !/^(.)\1*$/su.test(half.slice(1))
