// FORM_04: a number before the text, left from the list that the model was given ("12. …", "12) …").

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

/** A number that the source contains as often is allowed ("Level 3" is «3. vrstva»). */
export const numbering = contentCheck(
  'FORM_04',
  'machine',
  TRAIT.opensWithoutLetter,
  ({ text, source, textTraits }) => {
    if ((textTraits.mask & TRAIT.digit) === 0) return null
    const found = NUMBER.exec(text)?.[0]
    const number = found === undefined ? undefined : DIGITS.exec(found)?.[0]
    if (found === undefined || number === undefined || timesIn(source, number) >= timesIn(text, number)) return null
    return {
      message: `The text begins with a number that the source does not have (${found.trim()}): take it out.`,
      details: { found: found.trim() },
    }
  },
)

const DIGITS = /\d+/
const timesIn = (text: string, number: string): number => text.split(number).length - 1
const NUMBER = /^\s{0,3}(?:\d{1,4}[.):](?=\s|\p{L})|[[(]\d{1,4}[\])]|\d{1,4}\t|#\d{1,4}[.:)]?\s)/u
