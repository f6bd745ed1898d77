// DOUBT_05: a text in capitals whose source is not.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

/** With fewer capitals a text may be an abbreviation or a cry. */
const capitalsMin = 6

/** A text with letters enough has a small one where its source has one. */
export const capitals = contentCheck('DOUBT_05', 'warning', TRAIT.onlyCapitals, (pair) =>
  pair.text.length >= capitalsMin &&
  (pair.bareText.match(/\p{Lu}/gu)?.length ?? 0) >= capitalsMin &&
  !/\p{Lo}/u.test(pair.bareText) &&
  (pair.sourceTraits.mask & TRAIT.lower) !== 0 &&
  !pair.isEcho
    ? { message: 'The text is all in capitals and the source is not: check whether that is meant.', details: {} }
    : null,
)
