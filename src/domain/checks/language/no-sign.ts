// LANG_05: a longer text without the letters that nearly every text of the language has: kana, or letters with marks.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { languageOf } from './language.ts'
import { withoutNames } from './without-names.ts'

export const noSign = contentCheck('LANG_05', 'machine', TRAIT.latin | TRAIT.eastAsian | TRAIT.otherLetter, (pair) => {
  const language = languageOf(pair.rules.targetLanguage)
  const sign = language?.sign
  if (!language || !sign || sign.pattern.test(pair.text)) return null
  if (pair.bareText.length < sign.lettersMin || lettersIn(withoutNames(pair)) < sign.lettersMin) return null
  return {
    ...(sign.isDoubt && { severity: 'warning' }),
    message: `A text of this length has ${sign.name} in ${language.name}, and this one has none: write it in ${language.name}.`,
    details: { missing: sign.name, language: pair.rules.targetLanguage },
  }
})

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0
