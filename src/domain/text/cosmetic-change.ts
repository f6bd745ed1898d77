// Whether a source changed in looks alone: letter case, punctuation, white space. What the game reads (tokens) and what is
// said (letters, digits) is the same, so a translation of the old text most likely still fits.
import { functionalDifference } from './compare.ts'
import { scan } from './tokens.ts'

/** What a reader hears of a text: its letters and digits, in one case. */
const spoken = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** Letters, digits and must tokens are the same in both. */
export function isCosmeticChange(before: string, after: string): boolean {
  if (spoken(before) !== spoken(after)) return false
  const { missing, unexpected, captions } = functionalDifference(scan(before, 'keep'), scan(after, 'keep'))
  return missing.size + unexpected.size + captions.length === 0
}
