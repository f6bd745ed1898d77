// DOUBT_04: three words of the source in a row, untranslated. Names and quotations do that too.

import { anyLetter, charactersOf, TRAIT } from '../../text/traits.ts'
import { contentCheck, PAIR_TRAIT, type TextPair, tokenStandIn } from '../check.ts'
import { nameOf } from '../naming.ts'

const wordsInARow = 3

/** No three words in a row that stand in a row in the source, one of them with a small letter and do-not-translate terms aside. */
export const sourceWords = contentCheck('DOUBT_04', 'warning', PAIR_TRAIT.sharesScript, (pair) => {
  if (pair.textTraits.words < wordsInARow || !mayHaveRun(pair) || pair.isEcho) return null
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

/** Visits each run of words, folded, with its bounds. A token is no word. */
function eachRun(text: string, visit: (run: string, start: number, end: number) => void): void {
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
    visit(run.map(({ word }) => word).join(' '), first.start, index + found.length)
  }
}

const isKept = ({ source, terms }: TextPair, found: string): boolean =>
  terms.some(({ compiled, start, end }) => compiled.entry.doNotTranslate && source.slice(start, end).includes(found))
