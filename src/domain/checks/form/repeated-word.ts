// FORM_10: a model that got stuck repeats a word. Idle where LENGTH_02 says so already.

import { repeatsToTell, TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { nameOf } from '../naming.ts'
import { outOfProportion } from '../too-long.ts'

/** No word four times in a row, where the source repeats none so often. */
export const repeatedWord = contentCheck('FORM_10', 'machine', TRAIT.maybeRepeats, (pair) => {
  const found = repeatedIn(pair.bareText, repeatsToTell)
  if (found === null || repeatsItself(pair.bareSource) || outOfProportion(pair) !== null) return null
  return {
    message: `A word stands ${repeatsToTell} times in a row or more (${nameOf(found)}): translate the source anew.`,
    details: { found },
  }
})

/** Laughter and cries are one word in one language and several in another: "Hahaha!", "Ha, ha, ha!". */
const repeatsItself = (source: string): boolean =>
  repeatedIn(source, repeatsOfSource) !== null || /(\p{L}{1,6}?)\1{2}/iu.test(source)

const repeatsOfSource = 3

/** The first word that follows itself often enough with nothing but white space and marks between; figures and tokens end a run. */
function repeatedIn(text: string, times: number): string | null {
  let before = ''
  let repeats = 0
  for (const [, word] of text.matchAll(/([\p{L}\p{M}'’ʼ]+)|[\p{N}\uFFFC\n]/gu)) {
    if (word === undefined) {
      before = ''
      continue
    }
    const folded = word.toLowerCase()
    repeats = folded === before ? repeats + 1 : 1
    if (repeats === times) return word
    before = folded
  }
  return null
}
