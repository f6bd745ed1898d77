// FORM_18: characters that turn the direction of writing for a part of the text, if the source has none. FORMAT_01
// reports overrides; languages written from right to left need the marks of one place.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

export const textDirection = contentCheck('FORM_18', 'machine', TRAIT.invisible, ({ source, text }) => {
  const found = EMBEDDING.exec(text)?.[0]
  if (found === undefined || EMBEDDING.test(source)) return null
  const name = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()}`
  return {
    message: `The text has an invisible character that turns the direction of writing (${name}): take it out.`,
    details: { found: name },
  }
})

const EMBEDDING = /[\u202a-\u202c\u2066-\u2069]/
