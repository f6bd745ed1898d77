// CHAT_02: a label before the answer on the same line ("Translation: …", «Ось переклад: …»): words about translating
// with a colon near the start, where the source has no such colon.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { nameOf } from '../naming.ts'

export const answerHead = contentCheck('CHAT_02', 'machine', TRAIT.colon, ({ source, text }) => {
  // The colon first, because that is fast.
  const near = Math.max(text.lastIndexOf(':', headMax), text.lastIndexOf('：', headMax))
  if (near < 0 || !PARTS.test(text.slice(0, near + 1).toLowerCase())) return null
  const head = HEAD.exec(text)?.[0]
  if (head === undefined || !speaksOfAnswers(head) || speaksOfAnswers(source) || HEAD.test(source)) return null
  return {
    message: `The text begins with a label that the source does not have (${nameOf(head.trim())}): send the translation alone.`,
    details: { found: head.trim() },
  }
})

/** The longest possible match of `HEAD`, in UTF-16 units. */
const headMax = 2 * (4 + 1 + 70) + 1
const HEAD = /^[^\p{L}]{0,4}\p{L}[^\n:：]{0,70}[:：](?=[^\S\n]{0,3}\S)/u
const ABOUT_ANSWERS =
  /translat|traduc|tradu[zç]|traduit|переклад|перевод|перевед|перакла|превод|tłumacz|przekład|překlad|preklad|übersetz|çeviri|bản dịch|terjemah|翻译|翻譯|译文|翻訳|訳文|번역|(?:^|[^\p{L}])(?:possible answer|(?:final |the )?(?:answer|output|response)|відповідь|ответ)[\s*_]*[:：]/iu

export const speaksOfAnswers = (text: string): boolean => PARTS.test(text.toLowerCase()) && ABOUT_ANSWERS.test(text)

/** Each word contains one of these parts; they are tested first, to save time. */
const PARTS =
  /tran|trad|пер|превод|tłum|przek|překlad|preklad|berset|çeviri|bản d|terjem|翻|译|訳|번역|wer|output|pon|відпов|ответ/
