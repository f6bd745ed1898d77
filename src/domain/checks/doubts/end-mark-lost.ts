// DOUBT_03: a longer text without the end mark of its source may have been cut. LENGTH_01 reports much too short texts.

import { anyLetter, endsSentence, lastCode } from '../../text/traits.ts'
import { tokenStandIn } from '../../text/tokens.ts'
import { contentCheck, type TextPair } from '../check.ts'
import { tooShort } from '../too-short.ts'

/** In UTF-16 units. Shorter sources need no end mark. */
const sourceLengthMin = 40

export const endMarkLost = contentCheck('DOUBT_03', 'warning', anyLetter, (pair) =>
  pair.source.length >= sourceLengthMin &&
  endsSentence(pair.source) &&
  !endsSentence(pair.text) &&
  stopsShort(pair) &&
  tooShort.run(pair) === null
    ? {
        message: 'The source ends a sentence and the text stops without a mark: check that nothing was cut off.',
        details: {},
      }
    : null,
)

function stopsShort({ text, bareText }: TextPair): boolean {
  const end = text.slice(-endMax).replace(CLOSING, '')
  const last = String.fromCharCode(lastCode(end))
  if (endsSentence(end)) return false
  return STOPS.test(last) && !WITHOUT_MARKS.test(last) && !(last === ';' && GREEK.test(text)) && !VALUE.test(bareText)
}

/** "Turns left: 5" is a line of a table. */
const VALUE = new RegExp(String.raw`[:：][^\n:：]{0,12}[${tokenStandIn}\p{Nd}][^\n:：]{0,12}$`, 'u')

/** A colour often ends behind the mark: ".#E". */
const endMax = 40
const CLOSING = /(?:\s*#E)+\s*$/

const STOPS = /[\p{L}\p{M}\p{Nd},;–—-]/u
/** Scripts that end sentences by a space or by nothing. */
const WITHOUT_MARKS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u
/** Its question mark looks like a semicolon. */
const GREEK = /\p{Script=Greek}/u
