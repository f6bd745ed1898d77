// Whether a source changed only in letter case, punctuation or white space, so that a translation of the old text most
// likely still fits.
import { functionalDifference } from './compare.ts'
import { scan } from './tokens.ts'

/** Letters and digits only, in one case. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

export function isCosmeticChange(before: string, after: string): boolean {
  if (lettersOf(before) !== lettersOf(after)) return false
  const { missing, unexpected, captions } = functionalDifference(scan(before, 'keep'), scan(after, 'keep'))
  return missing.size + unexpected.size + captions.length === 0
}
