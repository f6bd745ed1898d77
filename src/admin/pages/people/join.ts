// The page of an invite (docs/people.md#invites).
import { html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { acceptInvite, findInvite } from '../../../app/people/invites.ts'
import { signOut } from '../../../app/people/sessions.ts'
import { throttleInvite } from '../../../app/people/sign-in.ts'
import { readSessionSecret } from '../../cookies.ts'
import { saidOf } from '../../parts/refusal-status.ts'
import { field, query } from '../../visit.ts'
import { providerButtons } from '../../parts/with-provider.ts'
import { ROLE_WORDS } from '../../words.ts'
import { nameField, oneTimeLink } from './one-time-link.ts'

const invite = oneTimeLink({
  path: '/admin/join',
  title: () => say`Join`,
  find: findInvite,
  throttle: throttleInvite,
  dead: () => ({
    error: saidOf({ code: 'dead_invite' }),
    body: html`<p><a href="/admin/sign-in">Sign in</a></p>`,
  }),
  form: (visit, { role, name }) => ({
    heading: html`<h1>Join the team</h1>
<p>You are invited as <strong>${ROLE_WORDS[role]}</strong>.
${name === null ? say`Choose a name and a password.` : say`Choose a password.`} This link works once.</p>`,
    name: nameField(name ?? field(visit, 'name'), name !== null),
    more: html``,
    below: providerButtons(visit, { invite: query(visit, 'code') || field(visit, 'code') }),
    button: say`Join`,
  }),
  needsBoth: true,
  take: async (visit, { code, name, password }) => {
    const { app, c, isSecure } = visit
    const joined = await acceptInvite(app, { secret: code, name, password })
    const before = readSessionSecret(c, isSecure)
    if (joined.ok && before !== null && visit.user !== null) await signOut(app, before)
    return joined
  },
  next: () => ['/admin/first', 'joined'],
  nextUnsigned: ['/admin/sign-in', 'joined'],
})

export const joinPage = invite.show
export const joinPost = invite.accept
