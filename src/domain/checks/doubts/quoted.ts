// DOUBT_07: a short text in quotation marks whose source has none. FORM_03 reports longer ones.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { isWrappedAnew, longFromWords } from '../form/wrapping-quotes.ts'

export const quoted = contentCheck('DOUBT_07', 'warning', TRAIT.opensWithoutLetter, (pair) =>
  isWrappedAnew(pair) && pair.sourceTraits.words < longFromWords
    ? {
        message: 'The text is in quotation marks and the source is not: check whether that is meant.',
        details: {},
      }
    : null,
)
