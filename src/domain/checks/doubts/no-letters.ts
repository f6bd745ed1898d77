// DOUBT_09: a text without a letter ("?????", "…") for a source with words.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

export const noLetters = contentCheck('DOUBT_09', 'warning', TRAIT.letterless, (pair) =>
  pair.sourceTraits.words > 0
    ? { message: 'The text has no letters, but the source has some: check that they mean the same.', details: {} }
    : null,
)
