// SOURCE_01: the text equals its source, apart from letter case and white space, and the source has letters outside
// tokens and outside terms that are not translated.

import { equalFolded } from '../text/normalize.ts'
import { eachPiece } from '../text/tokens.ts'
import { type Check, PAIR_TRAIT, type TextPair } from './check.ts'

const LETTER = /\p{L}/u

export const sourceText: Check = {
  rule: 'SOURCE_01',
  code: 'source_equivalent',
  severity: 'error',
  waiver: 'validation',
  standsAlone: false,
  needs: PAIR_TRAIT.sharesScript,
  run: (pair) =>
    equalFolded(pair.source, pair.text) && hasWordsToTranslate(pair)
      ? { message: 'The text is the same as the source: translate it.', details: {} }
      : null,
}

function hasWordsToTranslate({ source, sourceScan, terms }: TextPair): boolean {
  const kept = terms.filter(({ compiled }) => compiled.entry.doNotTranslate)
  let next = 0
  let found = false
  eachPiece(source, sourceScan.tokens, (start, end) => {
    let from = start
    for (let term = kept[next]; term && term.start < end; term = kept[++next]) {
      found ||= LETTER.test(source.slice(from, term.start))
      from = term.end
    }
    found ||= LETTER.test(source.slice(from, end))
  })
  return found
}
