// Changing the visitor's password, and ending their other sessions.
import * as z from 'zod'
import { deviceCookie } from '../../../app/people/known-device.ts'
import { changePassword, crowded } from '../../../app/people/manage-users.ts'
import { passwordFault } from '../../../app/people/password-rules.ts'
import { openSession, signOutEverywhere } from '../../../app/people/sessions.ts'
import { forgetOwnPasswordAttempts, throttleOwnPassword } from '../../../app/people/sign-in.ts'
import { dropSessionSecret, putDevice, putSessionSecret } from '../../cookies.ts'
import { PASSWORD_TWICE, passwordsDiffer } from '../../parts/new-password.ts'
import { answerTo, retryHeaders, throttled } from '../../parts/refusal-status.ts'
import { form, takes } from '../../form.ts'
import { goTo, type Visit } from '../../visit.ts'
import { profileWith } from './profile.ts'

const FIELDS = z.object({ current: takes.exact, ...PASSWORD_TWICE })

export const changeOwnPassword = form(FIELDS, async (visit: Visit, { current: typed, ...sent }) => {
  const { app, actor, user, c, isSecure, address } = visit
  const { password } = sent
  const fault = await passwordFault(password, user.name)
  if (fault !== null) return await profileWith(visit, answerTo(fault))
  const differ = passwordsDiffer(sent)
  if (differ !== null) return await profileWith(visit, answerTo(differ))

  // Throttled, so that an abandoned session cannot be used to guess passwords.
  const retryAfterSeconds = throttleOwnPassword(app, user.id)
  if (retryAfterSeconds > 0) return await profileWith(visit, throttled({ retryAfterSeconds }))
  const current = await app.passwords.verify(typed, user.password, 'known')
  if (!current.ok) return await sayCrowded(visit)
  if (!current.value.isRight) {
    return await profileWith(visit, { error: 'the current password is another one', status: 422 })
  }
  forgetOwnPasswordAttempts(app, user.id)
  const hashed = await app.passwords.hash(password)
  if (!hashed.ok) return await sayCrowded(visit)
  const changed = await changePassword(app, actor, user.name, hashed.value)
  if (!changed.ok) return await profileWith(visit, answerTo(changed.refusal))
  const session = await openSession(app, changed.value, address)
  if (!session.ok) return goTo(visit, '/admin/sign-in', 'password-changed')
  putSessionSecret(c, session.value.secret, isSecure)
  putDevice(c, deviceCookie(session.value.user, app.random), isSecure)
  return goTo(visit, '/admin/profile', 'password-changed')
})

const sayCrowded = (visit: Visit): Promise<Response> =>
  profileWith(visit, { ...answerTo(crowded), headers: retryHeaders(crowded) })

export async function endAllSessions(visit: Visit): Promise<Response> {
  const ended = await signOutEverywhere(visit.app, visit.actor)
  if (!ended.ok) return await profileWith(visit, answerTo(ended.refusal))
  dropSessionSecret(visit.c, visit.isSecure)
  return goTo(visit, '/admin/sign-in', 'signed-out-everywhere')
}
