// FORM_08: HTML entities such as `&amp;` and `&#39;`, if the source has none. The game shows them unchanged.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

export const entities = contentCheck('FORM_08', 'machine', TRAIT.ampersand, ({ text, source }) => {
  const found = ENTITY.exec(text)?.[0]
  if (found === undefined || ENTITY.test(source)) return null
  return { message: `The text has the HTML entity ${found}: write the character itself.`, details: { found } }
})

const ENTITY = /&(?:lt|gt|amp|quot|apos|nbsp|hellip|mdash|ndash|laquo|raquo|#\d{2,6}|#x[0-9a-f]{2,5});/i
