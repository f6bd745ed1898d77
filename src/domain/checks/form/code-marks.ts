// FORM_01: backticks and code fences, which chat programs put around an answer, if the source has no backtick.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

/** Matches a pair as chat programs write it (`word`), not old typewriter quotes (`word'). */
const PAIR = /`[^`'´’\n]{1,200}`(?!`)/

export const codeMarks = contentCheck('FORM_01', 'machine', TRAIT.backtick, ({ source, text }) => {
  if (source.includes('`')) return null
  const isFence = text.includes('```')
  if (!isFence && !PAIR.test(text)) return null
  return {
    message: `The text has ${isFence ? 'a code fence (```)' : 'backticks (`)'} that the source does not have: take ${isFence ? 'it' : 'them'} out.`,
    details: { found: isFence ? '```' : '`' },
  }
})
