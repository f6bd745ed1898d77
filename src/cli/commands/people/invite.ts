// `windrow user invite`: prints a link for a new person of the team.
import { createInvite, revokeInvite } from '../../../app/people/invites.ts'
import { sha256Hex } from '../../../base/bytes.ts'
import { publicUrlOf } from '../../../config/exposure.ts'
import type { Role } from '../../../domain/vocabulary.ts'
import { otherServers } from '../../../app/servers.ts'
import type { Runnable } from '../../command.ts'
import { Usage } from '../../failure.ts'
import { isoTimeOrNull } from '../../streams/lines.ts'
import { answerOnce } from '../one-time.ts'
import { valueOrUsage } from '../value-of.ts'
import { withApp } from '../../with-app.ts'
import { ROLE, NAME, TEXT } from '../../options.ts'

function siteIn(text: string): string {
  if (!/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : ''))
    throw new Usage(`${text} is not the address of a site; give one such as https://words.example.org`)
  return new URL(text).origin
}

export const invite: Runnable = {
  name: 'user invite',
  summary: 'Make a link for one person to join and choose a password; valid for 7 days',
  options: [
    { name: 'role', summary: 'What the person may do', value: ROLE, defaultText: 'user' },
    { name: 'name', summary: 'Name of the person; without it they choose', value: NAME },
    {
      name: 'site',
      summary: 'Address of the site for that person',
      value: TEXT,
      defaultText: 'that of the server that runs on this data',
    },
  ],
  examples: [
    'windrow user invite --role translator',
    'windrow user invite --role moderator --name Olena --site https://words.example.org',
  ],
  async run(context, args) {
    const named = args.text('site')
    const site = named === undefined ? null : siteIn(named)
    await withApp(context, async (app) => {
      const [server] = otherServers(app)
      if (site === null && server === undefined)
        throw new Usage('no server runs on this data; start one, or name the address of the site with --site')
      const base = site ?? publicUrlOf(context.config, server?.url ?? '')
      const role = (args.text('role') ?? 'user') as Role
      const made = valueOrUsage(await createInvite(app, null, { role, name: args.text('name') ?? null }))
      const link = `${base}/admin/join?code=${made.secret}`
      const { name, expiresAtMs } = made.invite
      await answerOnce(context, { link, role, name, expires_at: isoTimeOrNull(expiresAtMs) }, link, {
        what: 'the invite',
        takeBack: () => revokeInvite(app, null, sha256Hex(made.secret)),
        remedy: 'the site lists the invite under People, where it can be revoked',
      })
    })
  },
}
