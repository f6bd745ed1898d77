// DOUBT_12: a text with the letters of its source. (Only letter case and white space differ: SOURCE_01.)

import { equalFolded } from '../../text/normalize.ts'
import { anyLetter } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

export const sameLetters = contentCheck('DOUBT_12', 'warning', anyLetter, ({ source, text, isEcho }) =>
  isEcho && !equalFolded(source, text)
    ? { message: 'The text has the same letters as the source: check that it is translated.', details: {} }
    : null,
)
