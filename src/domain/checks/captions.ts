// TAGS_02: a tag in angle brackets has a caption, which must equal the source's. Under the caption policy `free`
// captions are text, so the check never fires.

import { type Check, PAIR_TRAIT } from './check.ts'
import { nameOf } from './naming.ts'

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
