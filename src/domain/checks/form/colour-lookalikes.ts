// FORM_16: a colour token written with look-alike letters (Cyrillic `#Е`). The game shows it as text.

import { cosmeticDifference } from '../../text/compare.ts'
import { type Lookalike, lookalikesOf } from '../../text/lookalikes.ts'
import { TRAIT } from '../../text/traits.ts'
import { contentCheck, PAIR_TRAIT, type TextPair } from '../check.ts'
import { nameOf } from '../naming.ts'

export const colourLookalikes = contentCheck('FORM_16', 'machine', PAIR_TRAIT.otherTokens, (pair) => {
  if ((pair.traits & (TRAIT.stray | TRAIT.fullWidth)) === 0) return null
  const lookalikes = lookalikesOfColours(pair)
  const [first] = lookalikes
  if (first === undefined) return null
  return {
    message: `In place of ${nameOf(first.expected)} the text has ${nameOf(first.found)}, which only looks like it: write it as in the source.`,
    details: { lookalikes },
  }
})

export function lookalikesOfColours({ sourceScan, textScan, plainText }: TextPair): readonly Lookalike[] {
  const isColoured = sourceScan.tokens.some(({ kind }) => kind === 'colour' || kind === 'close' || kind === 'style')
  const missing = isColoured ? cosmeticDifference(sourceScan, textScan)?.missing : undefined
  if (missing === undefined) return []
  const colours = new Map([...missing].filter(([token]) => token.startsWith('#')))
  const known = new Set(sourceScan.tokens.map((token) => token.text))
  return lookalikesOf(colours, known, plainText)
}
