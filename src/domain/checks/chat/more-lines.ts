// CHAT_06: several paragraphs for a source of one line. People rarely break such a line and never add an empty line to
// it; talk around a translation nearly always does.

import { lineBreaksOf, TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { visibleShare } from './visible-share.ts'

/** A paragraph with this share of the source's length translates all of it, so the others are talk. */
const shareMin = 0.75

export const moreLines = contentCheck(
  'CHAT_06',
  'machine',
  TRAIT.lineBreak,
  ({ source, sourceScan, textTraits, text }) => {
    if (textTraits.lineBreaks < 2 || lineBreaksOf(sourceScan) > 0 || !EMPTY_LINE.test(text)) return null
    const paragraphs = text.split(PARAGRAPH_END).filter((paragraph) => /\p{L}/u.test(paragraph))
    const share = Math.max(...paragraphs.map((paragraph) => visibleShare(paragraph, source)))
    if (paragraphs.length < 2 || share < shareMin) return null
    return {
      message: `The source is one line and the text has ${textTraits.lineBreaks + 1}, with an empty one between them: send the translation alone.`,
      details: { expected: 1, found: textTraits.lineBreaks + 1 },
    }
  },
)

const PARAGRAPH_END = /\n\s*\n/
const EMPTY_LINE = /\S[^\S\n]*\n[^\S\n]*\n\s*\S/
