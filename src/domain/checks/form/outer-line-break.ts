// FORM_12: a line break at the start or end of a text, if the source has none there.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

export const outerLineBreak = contentCheck('FORM_12', 'machine', TRAIT.lineBreak, ({ text, source }) => {
  const atEnd = text.endsWith('\n') && !/\n\s*$/.test(source.slice(-8))
  const atStart = text.startsWith('\n') && !/^\s*\n/.test(source.slice(0, 8))
  if (!atEnd && !atStart) return null
  const where = atEnd ? 'ends' : 'begins'
  return {
    message: `The text ${where} with a line break and the source does not: take it out.`,
    details: { at: atEnd ? 'end' : 'start' },
  }
})
