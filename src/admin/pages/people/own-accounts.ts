// Linking and unlinking the visitor's accounts elsewhere. Both ask for the password, like all that changes how somebody signs in.
import * as z from 'zod'
import { unlinkAccount } from '../../../app/providers/linked-accounts.ts'
import { form, takes } from '../../form.ts'
import { html } from '../../html.ts'
import { currentPasswordFault } from '../../parts/new-password.ts'
import { answerTo } from '../../parts/refusal-status.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { leaveFor, providerOf } from '../../parts/with-provider.ts'
import { goTo, type Visit } from '../../visit.ts'
import { profileWith } from './profile.ts'

export const linkPost = form(z.object({ current: takes.exact }), async (visit: Visit, { current }) => {
  const provider = providerOf(visit)
  if (provider === null) return await notFoundPage(visit)
  const wrong = await currentPasswordFault(visit, current)
  if (wrong !== null) return await profileWith(visit, wrong)
  const back = html`<p><a href="/admin/profile">Profile</a></p>`
  return await leaveFor(visit, provider, { next: '/admin/profile', linksFor: visit.user.id }, back)
})

export const unlinkPost = form(
  z.object({ current: takes.exact, issuer: takes.exact }),
  async (visit: Visit, { current, issuer }) => {
    const wrong = await currentPasswordFault(visit, current)
    if (wrong !== null) return await profileWith(visit, wrong)
    const unlinked = await unlinkAccount(visit.app, visit.actor, issuer)
    return unlinked.ok
      ? goTo(visit, '/admin/profile', 'unlinked')
      : await profileWith(visit, answerTo(unlinked.refusal))
  },
)
