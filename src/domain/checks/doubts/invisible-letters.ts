// DOUBT_15: characters that the eye cannot tell from a space or from nothing, if the source has fewer of them. FORMAT_01 and
// FORM_18 report those that they look for; what a language's writing needs is none (text/invisible.ts).

import { codePointName, invisibleIn } from '../../text/invisible.ts'
import { multisetOf, toRecord } from '../../text/multiset.ts'
import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { listed } from '../naming.ts'

export const invisibleLetters = contentCheck('DOUBT_15', 'warning', TRAIT.invisible, ({ source, text }) => {
  const odd = invisibleIn(text).filter(({ character, isTypographic }) => !isTypographic && !TOLD.test(character))
  const counts = multisetOf(odd.map(({ character }) => character))
  const unexpected = new Map(
    [...counts].flatMap(([character, count]) => {
      const more = count - (source.split(character).length - 1)
      return more > 0 ? [[codePointName(character), more] as const] : []
    }),
  )
  if (unexpected.size === 0) return null
  return {
    message: `The text has characters that nobody sees and the source does not have (${listed(unexpected)}): take them out, or write a plain space.`,
    details: { found: [...unexpected.keys()], unexpected: toRecord(unexpected) },
  }
})

const TOLD = /[\u202a-\u202e\u2066-\u2069\ufeff]/
