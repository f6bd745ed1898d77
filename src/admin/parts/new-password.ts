// A new password, typed twice where a typing error would go unnoticed.
import { passwordLengthMax, passwordLengthMin } from '../../app/people/password-rules.ts'
import { takes } from '../form.ts'
import { type Html, html } from '../html.ts'
import type { FormRefusal } from './refusal-status.ts'

export const newPasswordField = (): Html =>
  html`<label>New password <input name="password" type="password" autocomplete="new-password" required minlength="${passwordLengthMin}" maxlength="${passwordLengthMax}"></label>`

export const passwordTwice = (again: string): Html =>
  html`${newPasswordField()}
<label>${again} <input name="again" type="password" autocomplete="new-password" required maxlength="${passwordLengthMax}"></label>`

export const PASSWORD_TWICE = { password: takes.exact, again: takes.exactIfSent } as const

export const passwordsDiffer = (sent: {
  readonly password: string
  readonly again?: string | undefined
}): FormRefusal | null => (sent.again === sent.password ? null : { code: 'passwords_differ' })
