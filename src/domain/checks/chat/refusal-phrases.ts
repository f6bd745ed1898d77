// CHAT_04: a model's refusal in place of a translation ("I'm sorry, but I can't …", «Як мовна модель …»).

import { anyLetter } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { nameOf } from '../naming.ts'

export const refusalPhrases = contentCheck('CHAT_04', 'machine', anyLetter, ({ source, text }) => {
  const found = REFUSAL.exec(text)?.[0]
  if (found === undefined || REFUSAL.test(source)) return null
  return {
    message: `The text reads like a refusal to translate (${nameOf(found)}): send a translation of the source.`,
    details: { found },
  }
})

/** Matches at the start only, because characters of the game say such things too. */
const REFUSAL =
  /^[\s"'«“(*]{0,3}(?:(?:i['’]?m (?:very )?sorry|i apologi[sz]e|sorry|unfortunately)[^\n]{0,40}\b(?:(?:i|we) (?:can['’]?t|cannot|can not|am unable|am not able|won['’]?t)|unable to)\b[^\n]{0,40}(?:translat|assist|help|provid|complet|request|content|comply|fulfil)|i (?:can['’]?t|cannot|am unable to|['’]m unable to|won['’]?t) (?:translat|assist|help (?:you )?with (?:that|this)|provide (?:a|this|that) transl|comply|fulfil)|as an? (?:ai\b|large language|language model|artificial)|(?:вибачте|перепрошую|на жаль)[^\n]{0,40}не (?:можу|можна|маю)[^\n]{0,30}(?:перекла|допомог|викона|надати|запит)|як (?:мовна модель|штучний інтелект)|(?:извините|простите|к сожалению)[^\n]{0,40}не (?:могу|имею)[^\n]{0,30}(?:перев|помоч|выполн|предостав)|как (?:языковая модель|искусственный интеллект)|(?:przepraszam|niestety)[^\n]{0,40}nie mogę|(?:es tut mir leid|leider)[^\n]{0,40}kann ich[^\n]{0,40}(?:übersetz|helfen|erfüllen)|désolé[^\n]{0,40}je ne peux pas|lo siento[^\n]{0,40}no puedo (?:tradu|ayud|cumpl))/iu
