// DOUBT_05: a text in capitals whose source is not.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

/** Shorter texts may be abbreviations or cries. */
const capitalsMin = 6

export const capitals = contentCheck('DOUBT_05', 'warning', TRAIT.onlyCapitals, (pair) =>
  pair.text.length >= capitalsMin &&
  (pair.bareText.match(/\p{Lu}/gu)?.length ?? 0) >= capitalsMin &&
  !/\p{Lo}/u.test(pair.bareText) &&
  (pair.sourceTraits.mask & TRAIT.lower) !== 0 &&
  !pair.isEcho
    ? { message: 'The text is all in capitals and the source is not: check whether that is meant.', details: {} }
    : null,
)
