// A new password in a form: typed twice where nobody else could tell its owner what was mistyped.
import { passwordLengthMax, passwordLengthMin } from '../../app/passwords/password-rules.ts'
import { type Html, html } from '../html.ts'
import type { FormRefusal } from './refusal-status.ts'

export const newPasswordField = (): Html =>
  html`<label>New password <input name="password" type="password" autocomplete="new-password" required minlength="${passwordLengthMin}" maxlength="${passwordLengthMax}"></label>`

/** Once more, under these words. */
export const passwordTwice = (again: string): Html =>
  html`${newPasswordField()}
<label>${again} <input name="again" type="password" autocomplete="new-password" required maxlength="${passwordLengthMax}"></label>`

/** Null when the two are the same. */
export const passwordsDiffer = (form: URLSearchParams): FormRefusal | null =>
  form.get('again') === (form.get('password') ?? '') ? null : { code: 'passwords_differ' }
