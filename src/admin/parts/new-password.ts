// Passwords that a person types: a new one, twice where a typing error would go unnoticed, and the current one.
import { crowded } from '../../app/people/manage-users.ts'
import { passwordLengthMax, passwordLengthMin } from '../../app/people/password-rules.ts'
import { forgetOwnPasswordAttempts, throttleOwnPassword } from '../../app/people/sign-in.ts'
import { isFreshlyIn } from '../../app/people/sessions.ts'
import { hasPassword } from '../../domain/people.ts'
import { takes } from '../form.ts'
import { say } from '../language/say.ts'
import { type Html, html } from '../html.ts'
import type { Said, Visit } from '../visit.ts'
import { answerTo, type FormRefusal, throttled } from './refusal-status.ts'

export const newPasswordField = (): Html =>
  html`<label>New password <input name="password" type="password" autocomplete="new-password" required
minlength="${passwordLengthMin}" maxlength="${passwordLengthMax}"></label>`

export const passwordTwice = (again: string): Html =>
  html`${newPasswordField()}
<label>${again} <input name="again" type="password" autocomplete="new-password" required maxlength="${passwordLengthMax}"></label>`

export const PASSWORD_TWICE = { password: takes.exact, again: takes.exactIfSent } as const

export const passwordsDiffer = (sent: {
  readonly password: string
  readonly again?: string | undefined
}): FormRefusal | null => (sent.again === sent.password ? null : { code: 'passwords_differ' })

export const currentPasswordField = ({ user }: Visit): Html =>
  !hasPassword(user)
    ? html`<p class="hint">You have no password here: this works in the first ten minutes after you signed in.</p>`
    : html`<label>Current password <input name="current" type="password" autocomplete="current-password" required maxlength="512"></label>`

/**
 * Asks a signed-in person for the password once more, because a session may have been left open, or stolen. Null: it is right.
 * Wrong ones are counted. Who has none must have signed in a moment ago.
 */
export async function currentPasswordFault({ app, actor, user }: Visit, typed: string): Promise<Said | null> {
  if (!hasPassword(user))
    return isFreshlyIn(app, actor)
      ? null
      : { error: say`sign in again first: you have no password that could be asked for`, status: 403 }
  const retryAfterSeconds = throttleOwnPassword(app, user.id)
  if (retryAfterSeconds > 0) return throttled({ retryAfterSeconds })
  const current = await app.passwords.verify(typed, user.password, 'known')
  if (!current.ok) return answerTo(crowded)
  if (!current.value.isRight) return { error: 'the current password is wrong', status: 422 }
  forgetOwnPasswordAttempts(app, user.id)
  return null
}
