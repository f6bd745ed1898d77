// DOUBT_01: a word that mixes Latin letters with Cyrillic or Greek ones. Readers do not see the wrong letter, and
// searches do not find the word.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { listed } from '../naming.ts'

export const mixedScripts = contentCheck('DOUBT_01', 'warning', TRAIT.latin, (pair) => {
  const { source, textTraits } = pair
  if ((textTraits.mask & TRAIT.otherLetter) === 0 || !BESIDE.test(pair.text)) return null
  const { bareText } = pair
  if (!MAY_MIX.test(bareText) || pair.hasBrokenTokens) return null
  const words = new Map<string, number>()
  for (const [word] of bareText.matchAll(MIXED)) if (!source.includes(word)) words.set(word, 1)
  if (words.size === 0) return null
  return {
    message: `Words mix Latin and other letters (${listed(words)}): check that none is a look-alike.`,
    details: { words: [...words.keys()].slice(0, wordsNamedMax) },
  }
})

/** A fast test before `MIXED`. */
const BESIDE = /[A-Za-z\u00C0-\u024F][\u0370-\u052F]|[\u0370-\u052F][A-Za-z\u00C0-\u024F]/
/** Tested second, ten times as fast as `MIXED`. */
const LATIN = String.raw`[A-Za-z\u00AA-\u02FF\u1D00-\u1EFF\u2070-\uFFFB]`
const OTHER = String.raw`[\u0370-\u052F\u1C80-\u1FFF\u2070-\uFFFB]`
const MAY_MIX = new RegExp(`${LATIN}${OTHER}|${OTHER}${LATIN}`)
const wordsNamedMax = 20
const MIXED =
  /[\p{L}\p{M}]*(?:\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin})[\p{L}\p{M}]*/gu
