// Changing the visitor's password, and ending their other sessions.
import * as z from 'zod'
import { deviceCookie } from '../../../app/people/sign-in.ts'
import { changePassword, crowded } from '../../../app/people/manage-users.ts'
import { passwordFault } from '../../../app/people/password-rules.ts'
import { openSession, signOutEverywhere } from '../../../app/people/sessions.ts'
import { dropSessionSecret, putDevice, putSessionSecret } from '../../cookies.ts'
import { currentPasswordFault, PASSWORD_TWICE, passwordsDiffer } from '../../parts/new-password.ts'
import { answerTo, retryHeaders } from '../../parts/refusal-status.ts'
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

  const wrong = await currentPasswordFault(visit, typed)
  if (wrong !== null) return await profileWith(visit, wrong)
  const hashed = await app.passwords.hash(password)
  if (!hashed.ok) return await profileWith(visit, { ...answerTo(crowded), headers: retryHeaders(crowded) })
  const changed = await changePassword(app, actor, user.name, hashed.value)
  if (!changed.ok) return await profileWith(visit, answerTo(changed.refusal))
  const session = await openSession(app, changed.value, address)
  if (!session.ok) return goTo(visit, '/admin/sign-in', 'password-changed')
  putSessionSecret(c, session.value.secret, isSecure)
  putDevice(c, deviceCookie(session.value.user, app.random), isSecure)
  return goTo(visit, '/admin/profile', 'password-changed')
})

export async function endAllSessions(visit: Visit): Promise<Response> {
  const ended = await signOutEverywhere(visit.app, visit.actor)
  if (!ended.ok) return await profileWith(visit, answerTo(ended.refusal))
  dropSessionSecret(visit.c, visit.isSecure)
  return goTo(visit, '/admin/sign-in', 'signed-out-everywhere')
}
