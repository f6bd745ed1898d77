// TAGS_01: a text has exactly the must-preserve tokens of its source, each as often, in any order, because the game
// fills them in. TAGS_02 reports a changed caption.

import { lookalikesOf } from '../text/lookalikes.ts'
import { type Check, type Fault, PAIR_TRAIT, type TextPair } from './check.ts'
import { isOrAre, listed, nameOf, tokensWord } from './naming.ts'

export const functionalTokens: Check = {
  rule: 'TAGS_01',
  code: 'markup_functional_breakage',
  severity: 'error',
  waiver: 'validation',
  standsAlone: false,
  needs: PAIR_TRAIT.otherTokens,
  run: (pair) => (pair.functional.missing.size + pair.functional.unexpected.size > 0 ? faultOf(pair) : null),
}

function faultOf({ plainText, functional, sourceScan }: TextPair): Fault {
  const { missing, unexpected, expected, found } = functional
  const lookalikes = lookalikesOf(missing, new Set(sourceScan.tokens.map((token) => token.text)), plainText)
  const parts: string[] = []
  if (missing.size > 0) {
    parts.push(
      `${tokensWord(missing)} ${listed(missing)} ${isOrAre(missing)} missing: put ${missing.size === 1 ? 'it' : 'them'} back exactly as in the source.`,
    )
  }
  if (unexpected.size > 0) {
    parts.push(
      `${tokensWord(unexpected)} ${listed(unexpected)} ${isOrAre(unexpected)} not in the source, or not as often: take ${unexpected.size === 1 ? 'it' : 'them'} out.`,
    )
  }
  const [first] = lookalikes
  if (first)
    parts.push(`In place of ${nameOf(first.expected)} the text has ${nameOf(first.found)}, which only looks like it.`)
  return { message: parts.join(' '), details: { missing, unexpected, expected, found, lookalikes } }
}
