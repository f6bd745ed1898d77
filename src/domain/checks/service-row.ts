// SERVICE_01: a service row has nothing to translate and takes no text. No flag of the legacy API skips this check.

import { isServiceText } from '../text/service-text.ts'
import { ALWAYS, type Check } from './check.ts'

export const serviceRow: Check = {
  rule: 'SERVICE_01',
  code: 'non_translatable',
  severity: 'error',
  waiver: null,
  standsAlone: true,
  needs: ALWAYS,
  run: ({ input }) =>
    (input.isServiceRow ?? isServiceText(input.source))
      ? { message: 'This row has nothing to translate and is kept as it is: skip it.', details: {} }
      : null,
}
