// A new password, typed twice where a typing error could not be found out otherwise.
import { passwordLengthMax, passwordLengthMin } from '../../app/passwords/password-rules.ts'
import { type Html, html } from '../html.ts'
import type { FormRefusal } from './refusal-status.ts'

export const newPasswordField = (): Html =>
  html`<label>New password <input name="password" type="password" autocomplete="new-password" required minlength="${passwordLengthMin}" maxlength="${passwordLengthMax}"></label>`

/** The second field. */
export const passwordTwice = (again: string): Html =>
  html`${newPasswordField()}
<label>${again} <input name="again" type="password" autocomplete="new-password" required maxlength="${passwordLengthMax}"></label>`

/** Null when they are equal. */
export const passwordsDiffer = (form: URLSearchParams): FormRefusal | null =>
  form.get('again') === (form.get('password') ?? '') ? null : { code: 'passwords_differ' }
