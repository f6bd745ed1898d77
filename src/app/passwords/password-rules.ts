// What a new password must be: long enough, none of the commonest, and not the name of who has it. Passwords of before
// these rules stay good until they are changed.
import { foldedName } from '../../domain/people.ts'

export const passwordLengthMin = 8
export const passwordLengthMax = 256

/** Guessed first on an installation of this program. */
const productName = 'windrow'
/** A name of one or two letters says nothing about a password that holds them. */
const lettersOfNameMin = 3

/** What is wrong with a new password of the person with this name, as a sentence; null: nothing. */
export async function passwordFault(password: string, userName: string): Promise<string | null> {
  const length = Array.from(password).length
  if (length < passwordLengthMin) return `a password has at least ${passwordLengthMin} characters`
  if (length > passwordLengthMax) return `a password has at most ${passwordLengthMax} characters`
  if ([userName, productName].some((name) => isName(password, name))) {
    return 'a password must not be a name with a few characters around it; take a few words that do not belong together'
  }
  // Loaded where it is needed: a start shall be quick.
  const { isCommonPassword } = await import('./common-passwords.ts')
  if (!isCommonPassword(folded(password))) return null
  return 'this password is one of the first that are tried; take a few words that do not belong together'
}

const folded = (text: string): string => foldedName(text.normalize('NFKC'))
const lettersOf = (text: string): string => folded(text).replace(/\P{L}/gu, '')

/** The name itself, in any letter case, with or without digits and signs around its letters. */
function isName(password: string, name: string): boolean {
  if (folded(password) === folded(name.trim())) return true
  const letters = lettersOf(name)
  return letters.length >= lettersOfNameMin && lettersOf(password) === letters
}
