// FORM_09: UTF-8 that was read in a one-byte encoding ("Ð\u009fÑ\u0080", "Ã©"). The advice is to send the text again:
// taking out its invisible characters would leave a wrong text that no rule detects.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

export const mojibake = contentCheck('FORM_09', 'machine', TRAIT.mojibake, ({ text, source }) => {
  const found = mojibakeIn(text)
  if (found === null || mojibakeIn(source) !== null) return null
  return {
    message: 'The text was read in a wrong encoding and is damaged: send it again as UTF-8, do not mend it by hand.',
    details: { found },
  }
})

/** The bytes 80 to BF in Latin-1 and Windows-1252, except characters that people write after a letter. */
const TRAIL = '[\\u0080-\\u009F\\u00A1-\\u00AA\\u00AC-\\u00BA\\u00BC-\\u00BF€‚ƒ„†‡ˆ‰Š‹ŒŽ˜™š›œžŸ]'
const RUN = new RegExp(
  `[\\u00C3-\\u00DF](?:[\\u0080-\\u009F]|${TRAIL}[\\u00C2-\\u00DF]${TRAIL})|[\\u00E0-\\u00EF]${TRAIL}{2}|â€|[ÃÂ][\\u00A1-\\u00BF]`,
)

export const mojibakeIn = (text: string): string | null => RUN.exec(text)?.[0] ?? null
