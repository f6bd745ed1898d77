// DOUBT_03: a longer text without the end mark of its source may have been cut. LENGTH_01 reports much too short texts.

import { anyLetter, endsSentence, lastCode } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { tooShort } from '../too-short.ts'

/** In UTF-16 units. Shorter sources need no end mark. */
const sourceLengthMin = 40

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

const STOPS = /[\p{L}\p{M}\p{Nd},;–—-]/u
