// LANG_02: Han, kana or Hangul left over in a text of a language that doesn't use them (the reference is Chinese).

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { nameOf } from '../naming.ts'
import { languageOf } from './language.ts'

/** No characters of East Asia that neither the language nor the source uses. */
export const eastAsianLeft = contentCheck('LANG_02', 'machine', TRAIT.eastAsian, ({ rules, bareText, source }) => {
  const language = languageOf(rules.targetLanguage)
  if (!language?.eastAsian || language.eastAsian.test(source)) return null
  const found = language.eastAsian.exec(bareText)?.[0]
  if (found === undefined) return null
  return {
    message: `The text has characters that ${language.name} doesn't use (${nameOf(found)}): translate them too.`,
    details: { found, language: rules.targetLanguage },
  }
})
