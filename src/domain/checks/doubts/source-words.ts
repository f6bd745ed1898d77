// DOUBT_04: three words of the source in a row, untranslated. Names and quotations do that too.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck, PAIR_TRAIT, type TextPair, tokenStandIn } from '../check.ts'
import { nameOf } from '../naming.ts'

const wordsInARow = 3

/** No three words in a row that stand in a row in the source, one of them with a small letter and do-not-translate terms aside. */
export const sourceWords = contentCheck('DOUBT_04', 'warning', PAIR_TRAIT.sharesScript, (pair) => {
  if (pair.textTraits.words < wordsInARow || !mayHaveRun(pair) || pair.isEcho) return null
  const found = commonRun(pair.bareSource, pair.bareText)
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

/** The first run of words in `text` that is a run of `source` too. */
function commonRun(source: string, text: string): string | null {
  const runs = new Set<string>()
  eachRun(source, (run) => {
    runs.add(run)
    return false
  })
  let found: string | null = null
  eachRun(text, (run, start, end) => {
    if (runs.has(run)) found = text.slice(start, end)
    return found !== null
  })
  return found
}

/** Visits each run of words, folded, with its bounds, until the visitor has seen enough. A token is no word. */
function eachRun(text: string, isEnough: (run: string, start: number, end: number) => boolean): void {
  const run: { readonly word: string; readonly start: number }[] = []
  for (const { 0: found, index } of text.matchAll(/[\p{L}\p{M}'’ʼ]+|\uFFFC/gu)) {
    if (found === tokenStandIn) {
      run.length = 0
      continue
    }
    run.push({ word: found.toLowerCase(), start: index })
    if (run.length > wordsInARow) run.shift()
    const [first] = run
    if (first === undefined || run.length < wordsInARow) continue
    if (isEnough(run.map(({ word }) => word).join(' '), first.start, index + found.length)) return
  }
}

const isKept = ({ source, terms }: TextPair, found: string): boolean =>
  terms.some(({ compiled, start, end }) => compiled.entry.doNotTranslate && source.slice(start, end).includes(found))
