// EMPTY_01: a text of nothing but white space and zero-width characters. No flag of the legacy API skips this check.

import { isBlank } from '../text/normalize.ts'
import { TRAIT } from '../text/traits.ts'
import type { Check } from './check.ts'

export const emptyText: Check = {
  rule: 'EMPTY_01',
  code: 'empty_text',
  severity: 'error',
  waiver: null,
  standsAlone: true,
  needs: TRAIT.letterless,
  run: ({ text }) =>
    isBlank(text) ? { message: 'The text is empty: give a translation of the source.', details: {} } : null,
}
