// Managing other people's keys: abilities, rates, limits of a bot key, switching off and on, revoking.
import {
  activateKey,
  adjustKey,
  createKey,
  deactivateKey,
  limitKey,
  revokeKey,
  type KeyRefusal,
} from '../../../app/people/manage-keys.ts'
import { readKeys } from '../../../app/people/read-people.ts'
import type { Result } from '../../../base/result.ts'
import type { ApiKey } from '../../../domain/people.ts'
import { LEGACY_TYPES, type LegacyType } from '../../../domain/vocabulary.ts'
import { field, goTo, type Visit, wholeNumber } from '../../visit.ts'
import { keyChangeOf } from '../../parts/key-change.ts'
import { personOf, personWith } from './people.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { answerTo } from '../../parts/refusal-status.ts'

const limitMax = 1_000_000_000

/** The key of the address, if it belongs to the person of the address. */
function keyOf(visit: Visit): ApiKey | null {
  const person = personOf(visit)
  const id = wholeNumber(visit.c.req.param('key') ?? '')
  return person === null ? null : (readKeys(visit.app, person.id).find(({ key }) => key.id === id)?.key ?? null)
}

const noKey = (visit: Visit): Promise<Response> => notFoundPage(visit, 'this person has no such key')

async function answer(visit: Visit, done: Result<ApiKey, KeyRefusal>, note: string): Promise<Response> {
  if (done.ok) return goTo(visit, `/admin/people/${visit.c.req.param('id') ?? ''}`, note)
  return await personWith(visit, answerTo(done.refusal))
}

/** Makes a key for this person and shows its secret once. */
export async function createKeyPost(visit: Visit): Promise<Response> {
  const person = personOf(visit)
  if (person === null) return await noKey(visit)
  const kind = field(visit, 'kind') === 'bot' ? 'bot' : 'agent'
  const blank = { grants: [], denies: [], requestsPerMinute: null, secret: null }
  const request = { userName: person.name, kind, name: field(visit, 'name'), ...blank } as const
  const make = () => createKey(visit.app, visit.actor, request)
  const made = await visit.site.spentForms.once(field(visit, 'once'), make)
  if (!made.ok) return await personWith(visit, answerTo(made.refusal))
  return await personWith(visit, { made: made.value })
}

export async function limitKeyPost(visit: Visit): Promise<Response> {
  const key = keyOf(visit)
  if (key === null) return await noKey(visit)
  const limits: Partial<Record<LegacyType, number | null>> = {}
  for (const type of LEGACY_TYPES) {
    const typed = field(visit, type).trim()
    const limit = wholeNumber(typed)
    if (typed !== '' && (limit === null || limit > limitMax)) {
      return await personWith(visit, {
        error: `a limit is a whole number from 0 to ${limitMax}, or left empty`,
        status: 422,
      })
    }
    limits[type] = limit
  }
  return await answer(visit, await limitKey(visit.app, visit.actor, String(key.id), limits), 'person-changed')
}

export async function adjustKeyPost(visit: Visit): Promise<Response> {
  const key = keyOf(visit)
  if (key === null) return await noKey(visit)
  const change = keyChangeOf(visit)
  if (!change.ok) return await personWith(visit, { error: change.refusal, status: 422 })
  return await answer(visit, await adjustKey(visit.app, visit.actor, String(key.id), () => change.value), 'key-changed')
}

export async function switchKeyPost(visit: Visit): Promise<Response> {
  const key = keyOf(visit)
  if (key === null) return await noKey(visit)
  const isOn = field(visit, 'to') === 'active'
  const switched = await (isOn ? activateKey : deactivateKey)(visit.app, visit.actor, String(key.id))
  return await answer(visit, switched, isOn ? 'key-activated' : 'key-deactivated')
}

export async function revokeKeyPost(visit: Visit): Promise<Response> {
  const key = keyOf(visit)
  if (key === null) return await noKey(visit)
  return await answer(visit, await revokeKey(visit.app, visit.actor, String(key.id)), 'key-revoked')
}
