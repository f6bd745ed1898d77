// A person's own password, and ending sessions that were left open elsewhere.
import { changePassword } from '../../app/manage-users.ts'
import { hashPassword, passwordFault, verifyPassword } from '../../app/password.ts'
import { openSession, signOutEverywhere } from '../../app/sign-in.ts'
import { dropSessionSecret, putSessionSecret } from '../cookies.ts'
import { goTo, type Visit } from '../visit.ts'
import { profileWith } from './profile.ts'
import { statusOf } from './refusal-status.ts'

export async function changeOwnPassword(visit: Visit): Promise<Response> {
  const { app, user, form, c, isSecure } = visit
  const password = form.get('password') ?? ''
  const fault =
    passwordFault(password) ??
    (form.get('again') === password ? null : 'the two passwords differ; type the new one twice')
  if (fault !== null) return await profileWith(visit, { error: fault, status: 422 })
  if (!(await verifyPassword(form.get('current') ?? '', user.password))) {
    return await profileWith(visit, { error: 'the current password is another one', status: 422 })
  }
  const changed = await changePassword(app, user, user.name, await hashPassword(password, app.random))
  if (!changed.ok)
    return await profileWith(visit, { error: changed.refusal.message, status: statusOf(changed.refusal) })
  const session = await openSession(app, changed.value)
  if (!session.ok) return goTo(visit, '/admin/sign-in', 'password-changed')
  putSessionSecret(c, session.value.secret, isSecure)
  return goTo(visit, '/admin/profile', 'password-changed')
}

export async function endAllSessions(visit: Visit): Promise<Response> {
  if (!(await signOutEverywhere(visit.app, visit.user.id))) {
    return await profileWith(visit, {
      error: 'an import holds the store just now; try again when it is done',
      status: 503,
    })
  }
  dropSessionSecret(visit.c, visit.isSecure)
  return goTo(visit, '/admin/sign-in', 'signed-out-everywhere')
}
