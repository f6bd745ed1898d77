// DOUBT_12: a text with the same letters as its source. SOURCE_01 reports it if only letter case and spaces differ.

import { equalFolded } from '../../text/normalize.ts'
import { anyLetter } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

export const sameLetters = contentCheck('DOUBT_12', 'warning', anyLetter, ({ source, text, isEcho }) =>
  isEcho && !equalFolded(source, text)
    ? { message: 'The text has the same letters as the source: check that it is translated.', details: {} }
    : null,
)
