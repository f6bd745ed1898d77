// DOUBT_08: the text contains its whole source: an answer in two languages.

import { contentCheck, PAIR_TRAIT } from '../check.ts'

/** In UTF-16 units; a shorter source may be part of any text. */
const sourceLengthMin = 8
const wordsMin = 2

export const sourceInside = contentCheck('DOUBT_08', 'warning', PAIR_TRAIT.sharesScript, (pair) =>
  pair.text.length > pair.source.length + 2 &&
  pair.source.length >= sourceLengthMin &&
  pair.text.toLowerCase().includes(pair.source.trim().toLowerCase()) &&
  !pair.isEcho &&
  pair.sourceTraits.words >= wordsMin
    ? { message: 'The text contains the whole source: send the translation alone.', details: {} }
    : null,
)
