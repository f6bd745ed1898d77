// The profile: account and password, section "API key" as the legacy contract describes it, and agent keys. A secret is on
// the page that answers the form that made it, and never again.
import { html } from 'hono/html'
import {
  activateKey,
  adjustKey,
  createKey,
  deactivateKey,
  type NewKey,
  regenerateKey,
  revokeKey,
} from '../../app/manage-keys.ts'
import type { ManageRefusal } from '../../app/manage-users.ts'
import { readKeys, readPerson } from '../../app/read-people.ts'
import type { Result } from '../../base/result.ts'
import { requestsPerMinuteMax } from '../../domain/limits.ts'
import type { Ability, KeyKind } from '../../domain/vocabulary.ts'
import { ABILITIES } from '../../domain/vocabulary.ts'
import { accountSection, agentKeysSection, botKeySection, keyEditor, newKeyBlock } from '../key-forms.ts'
import { page, type PageParts } from '../layout.ts'
import { field, goTo, isChecked, type Visit, wholeNumber } from '../visit.ts'
import { notFoundPage } from './refusals.ts'
import { statusOf } from './refusal-status.ts'

interface Said {
  readonly error?: string
  readonly status?: NonNullable<PageParts['status']>
  readonly made?: NewKey
}

/** The profile, with a refusal or a new secret on it. */
export async function profileWith(visit: Visit, { error, status = 200, made }: Said = {}): Promise<Response> {
  const { app, user } = visit
  const person = readPerson(app, user)
  const keys = readKeys(app, user.id)
  const body = html`<h1>Profile</h1>
${made === undefined ? '' : newKeyBlock(made)}
${botKeySection(visit, keys.find(({ key }) => key.kind === 'bot') ?? null, person)}
${agentKeysSection(
  visit,
  keys.filter(({ key }) => key.kind === 'agent'),
)}
${accountSection(visit, person)}`
  return await page(visit, { title: 'Profile', body, status, error: error ?? null })
}

export const profilePage = (visit: Visit): Promise<Response> => profileWith(visit)

const refused = (visit: Visit, refusal: ManageRefusal): Promise<Response> =>
  profileWith(visit, { error: refusal.message, status: statusOf(refusal) })

const showNew = async (visit: Visit, made: Result<NewKey, ManageRefusal>): Promise<Response> =>
  made.ok ? await profileWith(visit, { made: made.value }) : await refused(visit, made.refusal)

/** Abilities that a form ticked under a name such as `grant`. */
const ticked = (visit: Visit, name: string): Ability[] =>
  ABILITIES.filter((ability) => isChecked(visit, `${name} ${ability}`))

/** Requests a minute from the form: null when left empty, undefined when it is no good number. */
function requestsPerMinute(visit: Visit): number | null | undefined {
  const text = field(visit, 'requests_per_minute').trim()
  if (text === '') return null
  const value = wholeNumber(text)
  return value !== null && value >= 1 && value <= requestsPerMinuteMax ? value : undefined
}

const badRate = `requests per minute are a whole number from 1 to ${requestsPerMinuteMax}, or left empty`

async function create(visit: Visit, kind: KeyKind): Promise<Response> {
  const { app, user } = visit
  const rate = kind === 'bot' ? null : requestsPerMinute(visit)
  if (rate === undefined) return await profileWith(visit, { error: badRate, status: 422 })
  const isAgent = kind === 'agent'
  const request = {
    userName: user.name,
    kind,
    name: field(visit, 'name'),
    grants: isAgent ? ticked(visit, 'grant') : [],
    denies: isAgent ? ticked(visit, 'deny') : [],
    requestsPerMinute: rate,
    secret: null,
  }
  return await showNew(visit, await createKey(app, user, request))
}

export const createBotKey = (visit: Visit): Promise<Response> => create(visit, 'bot')
export const createAgentKey = (visit: Visit): Promise<Response> => create(visit, 'agent')

/** The visitor's own key that the address names, or null. */
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
  return await page(visit, { title: `Key ${view.key.prefix}…`, body: keyEditor(visit, view), error, status })
}

export const keyPage = (visit: Visit): Promise<Response> => keyPageWith(visit, null, 200)

export async function changeKeyPost(visit: Visit): Promise<Response> {
  const { app, user } = visit
  const view = ownKey(visit)
  if (view === null) return await noKey(visit)
  const rate = requestsPerMinute(visit)
  if (rate === undefined) return await keyPageWith(visit, badRate, 422)
  const name = field(visit, 'name').trim()
  if (Array.from(name).length > 128) return await keyPageWith(visit, "a key's name has at most 128 characters", 422)
  const changed = await adjustKey(app, user, String(view.key.id), {
    name,
    grants: ticked(visit, 'grant'),
    denies: ticked(visit, 'deny'),
    requestsPerMinute: rate,
  })
  if (!changed.ok) return await keyPageWith(visit, changed.refusal.message, statusOf(changed.refusal))
  return goTo(visit, `/admin/profile/keys/${view.key.id}`, 'key-changed')
}

export async function renewKey(visit: Visit): Promise<Response> {
  const view = ownKey(visit)
  if (view === null) return await noKey(visit)
  return await showNew(visit, await regenerateKey(visit.app, visit.user, String(view.key.id)))
}

export async function switchKey(visit: Visit): Promise<Response> {
  const view = ownKey(visit)
  if (view === null) return await noKey(visit)
  const isOn = field(visit, 'to') === 'active'
  const changed = await (isOn ? activateKey : deactivateKey)(visit.app, visit.user, String(view.key.id))
  if (!changed.ok) return await refused(visit, changed.refusal)
  return goTo(visit, '/admin/profile', isOn ? 'key-activated' : 'key-deactivated')
}

export async function removeKey(visit: Visit): Promise<Response> {
  const view = ownKey(visit)
  if (view === null) return await noKey(visit)
  const removed = await revokeKey(visit.app, visit.user, String(view.key.id))
  if (!removed.ok) return await refused(visit, removed.refusal)
  return goTo(visit, '/admin/profile', view.key.kind === 'bot' ? 'key-deleted' : 'key-revoked')
}
