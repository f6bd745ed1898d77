// FORM_06: brackets, quotes or member names of JSON around the text, if the source has none.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

export const jsonRemains = contentCheck('FORM_06', 'machine', TRAIT.quote, ({ text, source }) => {
  const found = (HEAD.exec(text) ?? TAIL.exec(text))?.[0]
  if (found === undefined || HEAD.test(source) || TAIL.test(source)) return null
  return {
    message: `The text has JSON around it (${found.trim()}): send the value alone, without its quotes and brackets.`,
    details: { found: found.trim() },
  }
})

const HEAD = /^\s{0,3}(?:\[\s{0,3}[{"]|\{\s{0,3}"|"[\p{L}_ ]{1,30}"\s{0,3}:)/u
const TAIL = /"\s{0,3}(?:[}\]]\s{0,3}[,;]?|,)\s{0,3}$/
