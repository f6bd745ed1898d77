// The checks TAGS and FORMAT_02: a text has the tokens of its source (docs/text-gate.md#rules).
import { cosmeticDifference, reorderingOf } from '../text/compare.ts'
import { lookalikesOf } from '../text/lookalikes.ts'
import { type Check, type Fault, PAIR_TRAIT, type TextPair } from './check.ts'
import { isOrAre, listed, nameOf, tokensWord } from './naming.ts'

/**
 * TAGS_01: a text has exactly the must-preserve tokens of its source, each as often, in any order, because the game
 * fills them in. TAGS_02 reports a changed caption.
 */
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
      `${tokensWord(missing)} ${listed(missing)} ${isOrAre(missing)} missing: ` +
        `put ${missing.size === 1 ? 'it' : 'them'} back exactly as in the source.`,
    )
  }
  if (unexpected.size > 0) {
    parts.push(
      `${tokensWord(unexpected)} ${listed(unexpected)} ${isOrAre(unexpected)} not in the source, or not as often: ` +
        `take ${unexpected.size === 1 ? 'it' : 'them'} out.`,
    )
  }
  const [first] = lookalikes
  if (first)
    parts.push(`In place of ${nameOf(first.expected)} the text has ${nameOf(first.found)}, which only looks like it.`)
  return { message: parts.join(' '), details: { missing, unexpected, expected, found, lookalikes } }
}

/**
 * TAGS_02: a tag in angle brackets has a caption, which must equal the source's. Under the caption policy `free`
 * captions are text, so the check never fires.
 */
export const captions: Check = {
  rule: 'TAGS_02',
  code: 'markup_caption_breakage',
  severity: 'error',
  waiver: 'validation',
  standsAlone: false,
  needs: PAIR_TRAIT.otherTokens,
  run: ({ functional }) => {
    const [first] = functional.captions
    if (!first) return null
    const others = functional.captions.length - 1
    const more = others > 0 ? ` (and ${others} more)` : ''
    return {
      message: `The content of tag ${nameOf(first.expected)} was changed to ${nameOf(first.found)}${more}: write it as in the source.`,
      details: { captions: functional.captions },
    }
  },
}

/** TAGS_03: printf conversion letters keep the order of the source, because the engine fills them by position. */
export const printfOrder: Check = {
  rule: 'TAGS_03',
  code: 'markup_functional_breakage',
  severity: 'error',
  waiver: 'validation',
  standsAlone: false,
  needs: PAIR_TRAIT.otherTokens,
  run: ({ sourceScan, textScan }) => {
    const reordering = reorderingOf(sourceScan, textScan)
    if (!reordering) return null
    const sequence = reordering.expected.slice(0, 8).join(' … ')
    return {
      message: `The values come in the order of the source: put the conversions in the order ${sequence}.`,
      details: { expected: reordering.expected, found: reordering.found },
    }
  },
}

/**
 * FORMAT_02: a text should have its source's colours, styles, line breaks and tabs. A warning: the game works without.
 */
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
