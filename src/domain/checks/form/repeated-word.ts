// FORM_10: a word four times in a row, from a model that got stuck. Not reported if LENGTH_02 is.

import { repeatsToTell, TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { nameOf } from '../naming.ts'
import { outOfProportion } from '../too-long.ts'

export const repeatedWord = contentCheck('FORM_10', 'machine', TRAIT.maybeRepeats, (pair) => {
  const found = repeatedIn(pair.bareText, repeatsToTell)
  if (found === null || repeatsItself(pair.bareSource) || outOfProportion(pair) !== null) return null
  return {
    message: `A word is repeated ${repeatsToTell} times or more (${nameOf(found)}): translate the source again.`,
    details: { found },
  }
})

/** Laughter is one word or several: "Hahaha!", "Ha, ha, ha!". */
const repeatsItself = (source: string): boolean =>
  repeatedIn(source, repeatsOfSource) !== null || /(\p{L}{1,6}?)\1{2}/iu.test(source)

const repeatsOfSource = 3

/** The first word that occurs `times` times in a row. */
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
