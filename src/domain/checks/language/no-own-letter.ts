// LANG_01: a text without a letter of the target language's script is in another language, or transliterated.

import { anyLetter } from '../../text/traits.ts'
import { tokenStandIn } from '../../text/tokens.ts'
import { contentCheck } from '../check.ts'
import { languageOf } from './language.ts'

/** The check does not fire if half of the words are words of the source, such as names. */
export const noOwnLetter = contentCheck('LANG_01', 'machine', anyLetter, (pair) => {
  const language = languageOf(pair.rules.targetLanguage)
  if (language === null || ((pair.textTraits.mask & language.bit) !== 0 && language.own.test(pair.text))) return null
  const kept = lettersOf(pair.bareSource)
  const words = pair.bareText.match(WORD) ?? []
  const others = words.filter((word) => !kept.includes(lettersOf(word)))
  const [found] = others
  if (found === undefined || others.length * 2 <= words.length) return null
  return {
    message: `The text has no letter of ${language.name}: translate the source into it.`,
    details: { found, language: pair.rules.targetLanguage },
  }
})

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{M}'’]{3,}/gu

const lettersOf = (text: string): string =>
  text
    .replaceAll(tokenStandIn, '')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
