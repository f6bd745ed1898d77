// FORM_14: more of the marks `# $ < > @ |` outside tokens than in the source: invented ones, or remains of tokens.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { listed } from '../naming.ts'
import { lookalikesOfColours } from './colour-lookalikes.ts'

/** Allowed: a variable's end (`$name|`), one more in a list (`ham|bury|ton`), a comparison (`level < 5`), `ticket #5`. */
export const strayMarks = contentCheck('FORM_14', 'machine', TRAIT.stray, (pair) => {
  const { bareSource, bareText } = pair
  const unexpected = new Map<string, number>()
  for (const mark of MARKS) {
    const inSource = strayIn(bareSource, mark)
    const more = strayIn(bareText, mark) - inSource
    if (more > 0 && (mark !== '|' || inSource < listMarks)) unexpected.set(mark, more)
  }
  // TAGS_01 reports broken tokens with their remains.
  if (unexpected.size === 0 || pair.hasBrokenTokens || lookalikesOfColours(pair).length > 0) return null
  return {
    message: `The text has more of these marks than the source: ${listed(unexpected)}. Take them out.`,
    details: { unexpected: Object.fromEntries(unexpected) },
  }
})

const MARKS = '#$<>@|'
const listMarks = 2

/** The bar that ends a variable (`$name|`) is needed only before a letter, so it depends on the language. */
const VARIABLE_END = /(?<=\$[\w.]{1,64})\|/g

/** A mark between spaces, or the sign of a number, is no part of a token. */
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
