// FORM_09: UTF-8 that was read in a one-byte encoding ("Ð\u009fÑ\u0080", "Ã©"). Taking out its invisible characters would
// leave rubbish that no rule can see, so the advice is to send the text anew.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

/** No run of characters that are bytes of UTF-8 in Latin-1 or Windows-1252. */
export const mojibake = contentCheck('FORM_09', 'machine', TRAIT.mojibake, ({ text, source }) => {
  const found = mojibakeIn(text)
  if (found === null || mojibakeIn(source) !== null) return null
  return {
    message: 'The text was read in a wrong encoding and is damaged: send it again as UTF-8, do not mend it by hand.',
    details: { found },
  }
})

/** What the bytes 80 to BF become, in Latin-1 and in Windows-1252, without what people write behind a letter (spaces, dashes, quotes). */
const TRAIL = '[\\u0080-\\u009F\\u00A1-\\u00AA\\u00AC-\\u00BA\\u00BC-\\u00BF€‚ƒ„†‡ˆ‰Š‹ŒŽ˜™š›œžŸ]'
const RUN = new RegExp(
  `[\\u00C3-\\u00DF](?:[\\u0080-\\u009F]|${TRAIL}[\\u00C2-\\u00DF]${TRAIL})|[\\u00E0-\\u00EF]${TRAIL}{2}|â€|[ÃÂ][\\u00A1-\\u00BF]`,
)

/** The first damaged piece, or null. */
export const mojibakeIn = (text: string): string | null => RUN.exec(text)?.[0] ?? null
