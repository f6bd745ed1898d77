// The profile: account, password, API key (docs/legacy-api.md#keys), agent keys. A secret is shown once, on the answer to its form.
import * as z from 'zod'
import { html } from '../../html.ts'
import { say } from '../../language/say.ts'
import {
  activateKey,
  adjustKey,
  createKey,
  deactivateKey,
  type NewKey,
  regenerateKey,
  revokeKey,
  type KeyRefusal,
} from '../../../app/people/manage-keys.ts'
import { readKeys, readPerson } from '../../../app/people/read-people.ts'
import type { Result } from '../../../base/result.ts'
import type { KeyKind } from '../../../domain/vocabulary.ts'
import { KEY_FORM } from '../../parts/key-change.ts'
import {
  accountSection,
  agentKeysSection,
  botKeySection,
  keyEditor,
  type KeysSaid,
  newKeyBlock,
} from '../../parts/key-forms.ts'
import { page, type PageParts } from '../../layout.ts'
import { form, takes } from '../../form.ts'
import { goTo, type Visit, wholeNumber } from '../../visit.ts'
import { languageSection } from './choose-language.ts'
import { browserSection } from './this-browser.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { answerTo, type FormRefusal, saidOf, statusOf } from '../../parts/refusal-status.ts'

export async function profileWith(
  visit: Visit,
  { error, status = 200, headers = {}, made }: KeysSaid = {},
): Promise<Response> {
  const { app, user } = visit
  const person = readPerson(app, user)
  const keys = readKeys(app, user.id)
  const body = html`<h1>Profile</h1>
${made === undefined ? '' : newKeyBlock(visit, made)}
${botKeySection(visit, keys.find(({ key }) => key.kind === 'bot') ?? null, person)}
${agentKeysSection(
  visit,
  keys.filter(({ key }) => key.kind === 'agent'),
)}
${languageSection(visit)}${browserSection(visit)}${accountSection(visit, person)}`
  return await page(visit, { title: say`Profile`, body, status, error: error ?? null, headers })
}

export const profilePage = (visit: Visit): Promise<Response> => profileWith(visit)

const refused = (visit: Visit, refusal: KeyRefusal | FormRefusal): Promise<Response> =>
  profileWith(visit, answerTo(refusal))

const showNew = async (visit: Visit, made: Result<NewKey, KeyRefusal | FormRefusal>): Promise<Response> =>
  made.ok ? await profileWith(visit, { made: made.value }) : await refused(visit, made.refusal)

const creating = (kind: KeyKind) =>
  form(
    KEY_FORM,
    async (visit: Visit, { once, change }) => {
      const { app, actor, user, site } = visit
      const rights = kind === 'agent' ? change : { grants: [], denies: [], requestsPerMinute: null }
      const request = { name: change.name, ...rights, userName: user.name, kind, secret: null }
      return await showNew(visit, await site.spentForms.once(once, () => createKey(app, actor, request)))
    },
    (visit, error) => profileWith(visit, { error, status: 422 }),
  )

export const createBotKey = creating('bot')
export const createAgentKey = creating('agent')

/** Null: none, or another person's. */
function ownKey(visit: Visit) {
  const id = wholeNumber(visit.c.req.param('id') ?? '')
  return readKeys(visit.app, visit.user.id).find(({ key }) => key.id === id) ?? null
}

const noKey = (visit: Visit): Promise<Response> => notFoundPage(visit, 'you have no such key')

async function keyPageWith(
  visit: Visit,
  error: string | null,
  status: NonNullable<PageParts['status']>,
): Promise<Response> {
  const view = ownKey(visit)
  if (view === null) return await noKey(visit)
  return await page(visit, { title: say`Key ${view.key.prefix}…`, body: keyEditor(visit, view), error, status })
}

export const keyPage = (visit: Visit): Promise<Response> => keyPageWith(visit, null, 200)

export const changeKeyPost = form(
  KEY_FORM,
  async (visit: Visit, { change }) => {
    const view = ownKey(visit)
    if (view === null) return await noKey(visit)
    const changed = await adjustKey(visit.app, visit.actor, String(view.key.id), () => change)
    if (!changed.ok) return await keyPageWith(visit, saidOf(changed.refusal), statusOf(changed.refusal))
    return goTo(visit, `/admin/profile/keys/${view.key.id}`, 'key-changed')
  },
  (visit, error) => keyPageWith(visit, error, 422),
)

export const renewKey = form(z.object({ once: takes.text }), async (visit: Visit, { once }) => {
  const view = ownKey(visit)
  if (view === null) return await noKey(visit)
  const { app, actor, site } = visit
  const renew = () => regenerateKey(app, actor, String(view.key.id))
  return await showNew(visit, await site.spentForms.once(once, renew))
})

export const switchKey = form(z.object({ to: takes.exact }), async (visit: Visit, { to }) => {
  const view = ownKey(visit)
  if (view === null) return await noKey(visit)
  const isOn = to === 'active'
  const changed = await (isOn ? activateKey : deactivateKey)(visit.app, visit.actor, String(view.key.id))
  if (!changed.ok) return await refused(visit, changed.refusal)
  return goTo(visit, '/admin/profile', isOn ? 'key-activated' : 'key-deactivated')
})

export async function removeKey(visit: Visit): Promise<Response> {
  const view = ownKey(visit)
  if (view === null) return await noKey(visit)
  const removed = await revokeKey(visit.app, visit.actor, String(view.key.id))
  if (!removed.ok) return await refused(visit, removed.refusal)
  return goTo(visit, '/admin/profile', view.key.kind === 'bot' ? 'key-deleted' : 'key-revoked')
}
