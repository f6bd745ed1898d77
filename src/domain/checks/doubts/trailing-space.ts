// DOUBT_11: a space at the end, if the source does not end in white space.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

export const trailingSpace = contentCheck('DOUBT_11', 'warning', TRAIT.endsInSpace, (pair) =>
  pair.textTraits.words > 0 && !/\s$/.test(pair.source.slice(-1)) && !pair.isEcho
    ? { message: 'The text ends in a space and the source does not: take it out.', details: {} }
    : null,
)
