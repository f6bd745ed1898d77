// FORM_13: emoji, if the source has none. The game's fonts hardly have them.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

export const pictographs = contentCheck('FORM_13', 'machine', TRAIT.pictograph, ({ bareText, source }) => {
  const found = PICTOGRAPH.exec(bareText)?.[0]
  if (found === undefined || PICTOGRAPH.test(source)) return null
  return { message: `The text has the emoji ${found} that the source does not have: take it out.`, details: { found } }
})

const PICTOGRAPH = /\p{Emoji_Presentation}|\p{Extended_Pictographic}(?<![\u00A9\u00AE\u2122\u2190-\u21FF])/u
