// LENGTH_01: a text much shorter than a long source. Moderate shortness is a warning, because short translations are
// legitimate.

import { ALWAYS, type Check, type Fault, type TextPair } from './check.ts'
import type { Severity } from '../finding.ts'

export const tooShort: Check = {
  rule: 'LENGTH_01',
  code: 'length_too_short',
  severity: 'error',
  waiver: 'validation',
  standsAlone: false,
  needs: ALWAYS,
  run: (pair) => {
    const { sourceVisibleLength, textVisibleLength, rules } = pair
    // Dividing is exact at the limit, but multiplying by 0.2 or 0.3 is not always.
    const ratio = textVisibleLength / sourceVisibleLength
    if (sourceVisibleLength >= rules.lengthMinErrorLength && ratio < rules.lengthMinErrorRatio)
      return faultOf(pair, 'error', rules.lengthMinErrorRatio)
    if (sourceVisibleLength >= rules.lengthMinWarningLength && ratio < rules.lengthMinWarningRatio)
      return faultOf(pair, 'warning', rules.lengthMinWarningRatio)
    return null
  },
}

function faultOf({ sourceVisibleLength, textVisibleLength }: TextPair, severity: Severity, ratio: number): Fault {
  const minimum = Math.ceil(Number((sourceVisibleLength * ratio).toFixed(6)))
  const advice = severity === 'error' ? 'translate all of it' : 'check that nothing is left out'
  return {
    severity,
    message: `The text has ${textVisibleLength} visible characters and the source ${sourceVisibleLength}: ${advice} (at least ${minimum} are expected).`,
    details: { visibleLength: textVisibleLength, sourceVisibleLength, minVisibleLength: minimum },
  }
}
