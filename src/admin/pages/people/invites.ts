// Invites: a form for a new link, the link (shown once), and the open invites.
import * as z from 'zod'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { createInvite, listInvites, revokeInvite } from '../../../app/people/invites.ts'
import { createNames } from '../../../app/people/read-people.ts'
import { refuse } from '../../../base/result.ts'
import { ROLES } from '../../../domain/vocabulary.ts'
import { hostOf } from '../../../http/own-names.ts'
import { titledPage, tokenField } from '../../layout.ts'
import { button, secretLine, select } from '../../parts/fields.ts'
import { form, takes } from '../../form.ts'
import { goAfter, type Visit } from '../../visit.ts'
import { ROLE_WORDS, time } from '../../words.ts'

export function invitesSection(visit: Visit): Html {
  const open = listInvites(visit.app)
  const nameOf = createNames(visit.app)
  return html`<section id="invites"><h2>Invite a person</h2>
<p class="hint">Makes a link for one person to join within 7 days and choose their own password.</p>
<form method="post" action="/admin/people/invites" class="filters">${tokenField(visit)}
${select('role', say`Role`, ROLE_WORDS, 'translator')}
<label>Name (optional; otherwise they choose it) <input name="name" maxlength="64" autocomplete="off"></label>
<button class="primary">Make a link</button></form>
${
  open.length > 0 &&
  html`<h3>Open invites</h3><ul class="plain">${open.map(
    ({ digest, role, name, createdById, expiresAtMs }) =>
      html`<li>${ROLE_WORDS[role]}${
        name === null ? '' : html` <bdi>${name}</bdi>`
      }, made by <bdi>${nameOf(createdById) ?? say`the command line`}</bdi>, good until ${time(expiresAtMs)}
${button(visit, '/admin/people/invites/revoke', say`Take back`, { invite: digest }, 'quiet')}</li>`,
  )}</ul>`
}</section>`
}

/** The link is secret: not cached, and not sent as a referrer. */
const invitePage = (visit: Visit, link: Html): Promise<Response> =>
  titledPage(visit, {
    title: say`Invite`,
    body: html`${link}${invitesSection(visit)}`,
    headers: { 'Referrer-Policy': 'no-referrer' },
  })

const again = (visit: Visit): Promise<Response> => invitePage(visit, html``)

const INVITE = z.object({ role: takes.choice(ROLES, { error: 'there is no such role' }), name: takes.line })

async function create(visit: Visit, { role, name }: z.output<typeof INVITE>) {
  const made = await createInvite(visit.app, visit.actor, { role, name: name === '' ? null : name })
  if (!made.ok) return made
  const { secret, invite } = made.value
  const base = `${visit.isSecure ? 'https' : 'http'}://${hostOf(visit.site.config, visit.c.req.raw)}`
  const body = html`<section class="secret" aria-labelledby="invite-title">
<h2 id="invite-title">The invite of ${invite.name === null ? ROLE_WORDS[role] : html`<bdi>${invite.name}</bdi>`}</h2>
<p>Copy the link now and send it to one person: it is shown only once, works once, and is valid until ${time(invite.expiresAtMs)}.</p>
${secretLine(`${base}/admin/join?code=${secret}`)}
</section>`
  return await invitePage(visit, body)
}

export const createInvitePost = form(INVITE, create, again)

export const revokeInvitePost = form(
  z.object({ invite: takes.text }),
  async (visit: Visit, { invite: digest }) => {
    if (!/^[0-9a-f]{64}$/.test(digest)) return refuse({ code: 'no_invite' } as const)
    return goAfter(visit, await revokeInvite(visit.app, visit.actor, digest), '/admin/people#invites', 'invite-revoked')
  },
  again,
)
