// DOUBT_05: a text in capitals whose source is not.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

const capitalsMin = 6

/** A text of some letters has a small one where its source has. */
export const capitals = contentCheck('DOUBT_05', 'warning', TRAIT.onlyCapitals, (pair) =>
  (pair.bareText.match(/\p{Lu}/gu)?.length ?? 0) >= capitalsMin &&
  !/\p{Lo}/u.test(pair.bareText) &&
  (pair.sourceTraits.mask & TRAIT.lower) !== 0 &&
  !pair.isEcho
    ? { message: 'The text is all in capitals and the source is not: check whether that is meant.', details: {} }
    : null,
)
