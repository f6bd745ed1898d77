// FORM_14: marks that begin tokens, left over from a broken one or invented.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { listed } from '../naming.ts'
import { lookalikesOfColours } from './colour-lookalikes.ts'

/**
 * No more of `# $ < > @ |` outside tokens than in the source. A `|` that ends a variable (`$name|`) is none of them, nor one
 * more in a list (`ham|bury|ton`), nor a comparison (`level < 5`), nor a number's mark (`ticket #5`).
 */
export const strayMarks = contentCheck('FORM_14', 'machine', TRAIT.mark, (pair) => {
  const { bareSource, bareText } = pair
  const unexpected = new Map<string, number>()
  for (const mark of MARKS) {
    const inSource = strayIn(bareSource, mark)
    const more = strayIn(bareText, mark) - inSource
    if (more > 0 && (mark !== '|' || inSource < listMarks)) unexpected.set(mark, more)
  }
  // What is left of a broken token is named by the rule about that token.
  if (unexpected.size === 0 || pair.hasBrokenTokens || lookalikesOfColours(pair).length > 0) return null
  return {
    message: `The text has marks that the source has not, or more of them: ${listed(unexpected)}. Take them out.`,
    details: { unexpected: Object.fromEntries(unexpected) },
  }
})

const MARKS = '#$<>@|'
const listMarks = 2

/**
 * Engines with `$name` want `$name|` where a letter follows, which depends on the language. A variable that the source has
 * not is a `$` too many.
 */
const VARIABLE_END = /(?<=\$[\w.]{1,64})\|/g

/** Where a mark is a word of its own, or belongs to a number: no token is broken so. */
const OF_THE_TEXT: Readonly<Record<string, RegExp>> = {
  '|': VARIABLE_END,
  '<': /(?<=\s)<(?=\s)/g,
  '>': /(?<=\s)>(?=\s)/g,
  '#': /(?<=^|[\s(])#(?=\d)/g,
}

function strayIn(text: string, mark: string): number {
  const ofTheText = OF_THE_TEXT[mark]
  return ofTheText === undefined || !text.includes(mark)
    ? countOf(text, mark)
    : countOf(text.replace(ofTheText, ''), mark)
}

function countOf(text: string, mark: string): number {
  let count = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) count++
  return count
}
