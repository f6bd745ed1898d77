// Rules for new passwords: long enough, not a common one, not the person's name. Older passwords stay valid.
import { foldedName } from '../../domain/people.ts'

export const passwordLengthMin = 8
export const passwordLengthMax = 256

/** The first guess for an installation of this program. */
const productName = 'windrow'
/** Shorter names occur in good passwords by chance. */
const lettersOfNameMin = 3

/** The fault of a new password, as a sentence; null: none. */
export async function passwordFault(password: string, userName: string): Promise<string | null> {
  const length = Array.from(password).length
  if (length < passwordLengthMin) return `a password has at least ${passwordLengthMin} characters`
  if (length > passwordLengthMax) return `a password has at most ${passwordLengthMax} characters`
  if ([userName, productName].some((name) => isName(password, name))) {
    return 'a password must not be a name with a few characters around it; take a few words that do not belong together'
  }
  // Loaded here to keep the start short.
  const { isCommonPassword } = await import('./common-passwords.ts')
  if (!isCommonPassword(folded(password))) return null
  return 'this password is one of the first that are tried; take a few words that do not belong together'
}

const folded = (text: string): string => foldedName(text.normalize('NFKC'))
const lettersOf = (text: string): string => folded(text).replace(/\P{L}/gu, '')

/** The name, in any letter case, with any digits and signs around it. */
function isName(password: string, name: string): boolean {
  if (folded(password) === folded(name.trim())) return true
  const letters = lettersOf(name)
  return letters.length >= lettersOfNameMin && lettersOf(password) === letters
}
