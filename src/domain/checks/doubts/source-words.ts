// DOUBT_04: three words of the source in a row, untranslated. Names and quotations do that too.

import { anyLetter, charactersOf, TRAIT } from '../../text/traits.ts'
import { eachRun, mayShareRun, wordsInARun } from '../../text/word-runs.ts'
import { contentCheck, PAIR_TRAIT, type TextPair } from '../check.ts'
import { nameOf } from '../naming.ts'

/** No three words in a row that stand in a row in the source, one of them with a small letter and do-not-translate terms aside. */
export const sourceWords = contentCheck('DOUBT_04', 'warning', PAIR_TRAIT.sharesScript, (pair) => {
  if (pair.textTraits.words < wordsInARun || !mayHaveRun(pair) || pair.isEcho) return null
  const found = commonRun(pair)
  if (found === null || !/(?:^|\s)\p{Ll}/u.test(found) || isKept(pair, found)) return null
  return {
    message: `Words of the source stand untranslated in a row (${nameOf(found)}): check whether that is meant.`,
    details: { found },
  }
})

/** In a text of another script than Latin, three Latin words must stand in a row. */
const mayHaveRun = ({ text, textTraits }: TextPair): boolean =>
  (textTraits.mask & (TRAIT.otherLetter | TRAIT.eastAsian)) === 0 || THREE_LATIN.test(text)

const THREE_LATIN = /[A-Za-z'’]+[^A-Za-z'’\u0370-\uFFFF\n]+[A-Za-z'’]+[^A-Za-z'’\u0370-\uFFFF\n]+[A-Za-z]/

/** The first run of words in the text that is a run of the source too. Words of other scripts than the source's are in none. */
function commonRun({ sourceTraits, bareSource, bareText }: TextPair): string | null {
  if (!mayShareRun(bareSource, bareText)) return null
  const foreign = anyLetter & ~sourceTraits.mask
  const candidates: (readonly [run: string, start: number, end: number])[] = []
  eachRun(bareText, (run, start, end) => {
    if ((charactersOf(run) & foreign) === 0) candidates.push([run, start, end])
  })
  if (candidates.length === 0) return null
  const runs = new Set<string>()
  eachRun(bareSource, (run) => runs.add(run))
  const [, start, end] = candidates.find(([run]) => runs.has(run)) ?? []
  return start === undefined ? null : bareText.slice(start, end)
}

const isKept = ({ source, terms }: TextPair, found: string): boolean =>
  terms.some(({ compiled, start, end }) => compiled.entry.doNotTranslate && source.slice(start, end).includes(found))
