// FORMAT_02: a text should have its source's colours, styles, line breaks and tabs. A warning: the game works without.

import { cosmeticDifference } from '../text/compare.ts'
import { lookalikesOf } from '../text/lookalikes.ts'
import { type Check, PAIR_TRAIT } from './check.ts'
import { listed } from './naming.ts'

export const cosmeticTokens: Check = {
  rule: 'FORMAT_02',
  code: 'markup_cosmetic_breakage',
  severity: 'warning',
  waiver: 'validation',
  standsAlone: false,
  needs: PAIR_TRAIT.otherTokens,
  run: (pair) => {
    const { sourceScan, textScan } = pair
    const change = cosmeticDifference(sourceScan, textScan)
    if (!change) return null
    const { missing, unexpected, expected, found } = change
    const parts: string[] = []
    if (missing.size > 0) parts.push(`fewer than in the source: ${listed(missing)}`)
    if (unexpected.size > 0) parts.push(`more than in the source: ${listed(unexpected)}`)
    return {
      message: `Formatting differs (${parts.join('; ')}): check whether that is meant.`,
      details: {
        missing,
        unexpected,
        expected,
        found,
        lookalikes: lookalikesOf(missing, new Set(sourceScan.tokens.map((token) => token.text)), pair.plainText),
      },
    }
  },
}
