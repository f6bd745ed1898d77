// FORM_02: `**word**`, `__word__`, `*word*` or `# heading`, if the source has none. The game shows the marks.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { nameOf } from '../naming.ts'

export const markdown = contentCheck(
  'FORM_02',
  'machine',
  TRAIT.asteriskOrUnderscore | TRAIT.stray,
  ({ bareSource, bareText }) => {
    const found =
      newIn(MARKDOWN, bareText, bareSource) ?? (bareSource.includes('*') ? null : newIn(STAR, bareText, bareSource))
    if (found === null) return null
    return {
      message: `The text has Markdown that the source does not have (${nameOf(found.trim())}): use the marks of the source.`,
      details: { found: found.trim() },
    }
  },
)

const newIn = (marks: RegExp, text: string, source: string): string | null =>
  marks.test(source) ? null : (marks.exec(text)?.[0] ?? null)

const STAR = /(?<![*\p{L}\p{N}])\*(?=[^*\n]*\p{L})[^\s*](?:[^*\n]{0,200}[^\s*])?\*(?![*\p{L}\p{N}])/u
/** Emphasis may have white space inside and span lines. Three asterisks and a space frame a headline of the game. */
const MARKDOWN =
  /\*\*[^\s*][^*\n]{0,200}\*\*|(?<!\*)\*\*[^*]{0,200}\p{L}[^*]{0,200}\*\*(?!\*)|__[^_]{0,200}\p{L}[^_]{0,200}__|(?:^|\n)#{1,4} {1,9}\S/u
