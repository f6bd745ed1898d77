// FORM_04: the number of the row in the list that the model was given ("12. …", "12) …").

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

/** No number with a point or bracket before the text, but one that the source has as often ("Level 3" is «3. vrstva»). */
export const numbering = contentCheck('FORM_04', 'machine', TRAIT.opensWithMark, ({ text, source, textTraits }) => {
  if ((textTraits.mask & TRAIT.digit) === 0) return null
  const found = NUMBER.exec(text)?.[0]
  const number = found === undefined ? undefined : DIGITS.exec(found)?.[0]
  if (found === undefined || number === undefined || timesIn(source, number) >= timesIn(text, number)) return null
  return {
    message: `The text begins with a number that the source has not (${found.trim()}): take it out.`,
    details: { found: found.trim() },
  }
})

const DIGITS = /\d+/
const timesIn = (text: string, number: string): number => text.split(number).length - 1
const NUMBER = /^\s{0,3}(?:\d{1,4}[.):](?=\s|\p{L})|[[(]\d{1,4}[\])]|\d{1,4}\t|#\d{1,4}[.:)]?\s)/u
