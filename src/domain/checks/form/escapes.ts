// FORM_07: `\n`, `\t`, `\r`, `\"` or `\uXXXX` as visible characters, if the source has no backslash.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

export const escapes = contentCheck('FORM_07', 'machine', TRAIT.backslash, ({ text, source }) => {
  const found = ESCAPE.exec(text)?.[0]
  if (found === undefined || source.includes('\\')) return null
  return {
    message: `The text has the escape ${found} written out as characters: send the character itself.`,
    details: { found },
  }
})

const ESCAPE = /\\(?:[ntr"](?![a-z])|[nr](?=[A-ZА-ЯҐЄІЇЁ])|u[0-9a-f]{4}|x[0-9a-f]{2})/iu
