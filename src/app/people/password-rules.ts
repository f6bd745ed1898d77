// Rules for new passwords: long enough, not common, not the person's name. Older passwords stay valid.
import { foldedName } from '../../domain/people.ts'

export const passwordLengthMin = 8
export const passwordLengthMax = 256

const productName = 'windrow'
/** A name with fewer letters is not looked for in passwords: good ones contain it by chance. */
const lettersOfNameMin = 3

export interface PasswordRefusal {
  readonly code: 'password_short' | 'password_long' | 'password_is_name' | 'password_common'
}

export async function passwordFault(password: string, userName: string): Promise<PasswordRefusal | null> {
  const length = Array.from(password).length
  if (length < passwordLengthMin) return { code: 'password_short' }
  if (length > passwordLengthMax) return { code: 'password_long' }
  if ([userName, productName].some((name) => isName(password, name))) return { code: 'password_is_name' }
  const { default: common } = await import('./common-passwords.json', { with: { type: 'json' } })
  return common.passwords.includes(folded(password)) ? { code: 'password_common' } : null
}

const folded = (text: string): string => foldedName(text.normalize('NFKC'))
const lettersOf = (text: string): string => folded(text).replace(/\P{L}/gu, '')

/** Whether the password is only the name, in any case, perhaps with digits and signs around it. */
function isName(password: string, name: string): boolean {
  if (folded(password) === folded(name.trim())) return true
  const letters = lettersOf(name)
  return letters.length >= lettersOfNameMin && lettersOf(password) === letters
}
