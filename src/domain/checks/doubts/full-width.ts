// DOUBT_06: full-width letters or digits, typed with an East Asian keyboard, if neither source nor text is East Asian.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

export const fullWidth = contentCheck(
  'DOUBT_06',
  'warning',
  TRAIT.fullWidth,
  ({ text, source, textTraits, hasBrokenTokens }) => {
    if ((textTraits.mask & TRAIT.eastAsian) !== 0 || hasBrokenTokens || WIDE.test(source)) return null
    const found = WIDE.exec(text)?.[0]
    if (found === undefined) return null
    return { message: `The text has full-width characters (${found}): write them in plain ones.`, details: { found } }
  },
)

const WIDE = /[\uFF01-\uFF5E]+/
