// DOUBT_03: a longer text that stops without the mark that ends its source may have been cut.

import { anyLetter, endsSentence, lastCode } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { tooShort } from '../too-short.ts'

/** In UTF-16 units; shorter sources end as they like. */
const sourceLengthMin = 40

/** Where a longer source ends a sentence, its text ends one. A text that is far too short is left to LENGTH_01. */
export const endMarkLost = contentCheck('DOUBT_03', 'warning', anyLetter, (pair) =>
  pair.source.length >= sourceLengthMin &&
  endsSentence(pair.source) &&
  !endsSentence(pair.text) &&
  STOPS.test(String.fromCharCode(lastCode(pair.text))) &&
  tooShort.run(pair) === null
    ? {
        message: 'The source ends a sentence and the text stops without a mark: check that nothing was cut off.',
        details: {},
      }
    : null,
)

/** What no sentence ends in. */
const STOPS = /[\p{L}\p{M}\p{Nd},;–—-]/u
