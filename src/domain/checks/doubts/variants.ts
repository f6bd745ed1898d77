// DOUBT_10: two variants to choose from ("брама / ворота").

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

/** No slash between spaces where the source has no slash. */
export const variants = contentCheck('DOUBT_10', 'warning', TRAIT.slash, ({ bareText, bareSource }) =>
  bareText.includes(' / ') && !/[/|\\–—-]/.test(bareSource)
    ? { message: 'The text has variants with a slash between them: choose one.', details: {} }
    : null,
)
