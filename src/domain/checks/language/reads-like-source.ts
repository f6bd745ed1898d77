// LANG_06: a text whose letters follow each other as in the sources, and not as in the store's own translations.

import { leaningOf, type LetterWeights } from '../../text/letter-grams.ts'
import { contentCheck, PAIR_TRAIT } from '../check.ts'
import { languageOf } from './language.ts'
import { withoutNames } from './without-names.ts'

/** Shorter texts are names and labels. */
const lettersMin = 20
/** This much of a text shows its language, and this much of it that there is no doubt. */
const judgedMax = 160
const surelyMax = 48
/** Credits and titles are mostly names: words without a capital have fewer letters than this. */
const plainLettersMin = 5
/**
 * The mean of all groups of letters. At most one text in 2,000 that people translated leans so far towards the source.
 */
const bitsMin = 0.7

export const readsLikeSource = contentCheck('LANG_06', 'machine', PAIR_TRAIT.sharesScript, (pair) => {
  const { letters, targetLanguage } = pair.rules
  const language = languageOf(targetLanguage)
  if (language === null || letters === null || pair.bareText.length < lettersMin) return null
  if (isNear(pair.bareText.slice(0, surelyMax), letters)) return null
  if (!isFar(pair.bareText.slice(0, judgedMax), letters)) return null
  const words = withoutNames(pair)
  if (!isFar(words, letters) || isOfNames(words)) return null
  return {
    message: `The text reads like the language of the source, and not like the ${language.name} texts here: translate it.`,
    details: { language: targetLanguage },
  }
})

function isFar(text: string, weights: LetterWeights): boolean {
  const { letters, bits } = leaningOf(text, weights)
  return letters >= lettersMin && bits >= bitsMin
}

const isNear = (text: string, weights: LetterWeights): boolean => leaningOf(text, weights).bits < 0

const isOfNames = (text: string): boolean =>
  (text.match(PLAIN_WORD) ?? []).reduce((sum, word) => sum + word.length, 0) < plainLettersMin

/** A word that begins without a capital, in any script. */
const PLAIN_WORD = /(?<![\p{L}\p{M}])(?!\p{Lu})\p{L}[\p{L}\p{M}]*/gu
