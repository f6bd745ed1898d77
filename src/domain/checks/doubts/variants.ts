// DOUBT_10: two variants to choose from ("брама / ворота"), if the source has no slash, bar or dash.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

export const variants = contentCheck('DOUBT_10', 'warning', TRAIT.slash, ({ bareText, bareSource }) =>
  bareText.includes(' / ') && !/[/|\\–—-]/.test(bareSource)
    ? { message: 'The text has variants with a slash between them: choose one.', details: {} }
    : null,
)
