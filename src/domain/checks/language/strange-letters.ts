// LANG_03: letters of the right script that neither the language nor the source has: Russian «ы» in a Ukrainian text, traditional
// characters in simplified Chinese.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { listed } from '../naming.ts'
import { languageOf } from './language.ts'

/** Names in Latin keep foreign letters ("Łódź" in a German text), and Chinese has rare characters: one is not enough. */
const namesMin = 2

export const strangeLetters = contentCheck(
  'LANG_03',
  'machine',
  TRAIT.otherLetter | TRAIT.latin | TRAIT.eastAsian,
  (pair) => {
    const language = languageOf(pair.rules.targetLanguage)
    if (!language?.strange || !hasStrange(pair.text, language.strange)) return null
    const words = new Map<string, number>()
    for (const [word] of pair.bareText.normalize('NFC').matchAll(language.isEastAsian ? HAN : WORD)) {
      const count = words.get(word) ?? 0
      if (count > 0 || (hasStrange(word, language.strange) && !pair.source.includes(word))) words.set(word, count + 1)
    }
    if (words.size < (language.hasRareLetters ? namesMin : 1)) return null
    return {
      message: `The text has letters that ${language.name} doesn't have, in ${listed(words)}: write it in ${language.name}.`,
      details: { words: [...words.keys()].slice(0, wordsNamedMax), language: pair.rules.targetLanguage },
    }
  },
)

const wordsNamedMax = 20
const HAN = /\p{Script=Han}/gu
const WORD = /[\p{L}\p{M}]+/gu

/** Hot: runs over every character of every text while a target language is set. */
function hasStrange(text: string, strange: Uint8Array): boolean {
  for (let at = 0; at < text.length; at++) if (strange[text.charCodeAt(at)] === 1) return true
  return false
}
