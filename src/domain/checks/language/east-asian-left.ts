// LANG_02: Han, kana or Hangul in a text, if neither the target language nor the source uses them.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { nameOf } from '../naming.ts'
import { languageOf } from './language.ts'

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
