// TAGS_03: printf conversion letters keep the order of the source, because the engine fills them by position.

import { printfReordering } from '../text/compare.ts'
import { type Check, PAIR_TRAIT } from './check.ts'

export const printfOrder: Check = {
  rule: 'TAGS_03',
  code: 'markup_functional_breakage',
  severity: 'error',
  waiver: 'validation',
  standsAlone: false,
  needs: PAIR_TRAIT.otherTokens,
  run: ({ sourceScan, textScan }) => {
    const reordering = printfReordering(sourceScan, textScan)
    if (!reordering) return null
    const sequence = reordering.expected.slice(0, 8).join(' … ')
    return {
      message: `The values come in the order of the source: put the conversions in the order ${sequence}.`,
      details: { expected: reordering.expected, found: reordering.found },
    }
  },
}
