// DOUBT_04: the text has three consecutive words of the source, one of them with a small letter, because names and
// quotations are kept. Terms that the glossary keeps are ignored.

import { TRAIT } from '../../text/traits.ts'
import { sharedRun, wordsInARun } from '../../text/word-runs.ts'
import { contentCheck, PAIR_TRAIT, type TextPair } from '../check.ts'
import { nameOf } from '../naming.ts'

export const sourceWords = contentCheck('DOUBT_04', 'warning', PAIR_TRAIT.sharesScript, (pair) => {
  if (pair.textTraits.words < wordsInARun || !mayHaveRun(pair) || pair.isEcho) return null
  const source = { text: pair.source, scan: pair.sourceScan }
  const found = sharedRun(source, { text: pair.text, scan: pair.textScan })
  if (found === null || !/(?:^|\s)\p{Ll}/u.test(found) || isKept(pair, found)) return null
  return {
    message: `Words of the source are left untranslated (${nameOf(found)}): check whether that is meant.`,
    details: { found },
  }
})

const mayHaveRun = ({ text, textTraits }: TextPair): boolean =>
  (textTraits.mask & (TRAIT.otherLetter | TRAIT.eastAsian)) === 0 || THREE_LATIN.test(text)

const THREE_LATIN = /[A-Za-z'’]+[^A-Za-z'’\u0370-\uFFFF\n]+[A-Za-z'’]+[^A-Za-z'’\u0370-\uFFFF\n]+[A-Za-z]/

const isKept = ({ source, terms }: TextPair, found: string): boolean =>
  terms.some(({ compiled, start, end }) => compiled.entry.doNotTranslate && source.slice(start, end).includes(found))
