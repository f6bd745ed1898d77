// What managers of people do with others' keys: limits of a bot key, and revoking.
import { limitKey, revokeKey } from '../../app/manage-keys.ts'
import type { ManageRefusal } from '../../app/manage-users.ts'
import { readKeys } from '../../app/read-people.ts'
import type { Result } from '../../base/result.ts'
import type { ApiKey } from '../../domain/people.ts'
import { LEGACY_TYPES, type LegacyType } from '../../domain/vocabulary.ts'
import { field, goTo, type Visit, wholeNumber } from '../visit.ts'
import { personOf, personWith } from './people.ts'
import { notFoundPage } from './refusals.ts'
import { statusOf } from './refusal-status.ts'

const limitMax = 1_000_000_000

/** The key of the address, if it is one of the person of the address. */
function keyOf(visit: Visit): ApiKey | null {
  const person = personOf(visit)
  const id = wholeNumber(visit.c.req.param('key') ?? '')
  return person === null ? null : (readKeys(visit.app, person.id).find(({ key }) => key.id === id)?.key ?? null)
}

const noKey = (visit: Visit): Promise<Response> => notFoundPage(visit, 'this person has no such key')

async function answer(visit: Visit, done: Result<ApiKey, ManageRefusal>, note: string): Promise<Response> {
  if (done.ok) return goTo(visit, `/admin/people/${visit.c.req.param('id') ?? ''}`, note)
  return await personWith(visit, { error: done.refusal.message, status: statusOf(done.refusal) })
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
  return await answer(visit, await limitKey(visit.app, visit.user, String(key.id), limits), 'person-changed')
}

export async function revokeKeyPost(visit: Visit): Promise<Response> {
  const key = keyOf(visit)
  if (key === null) return await noKey(visit)
  return await answer(visit, await revokeKey(visit.app, visit.user, String(key.id)), 'key-revoked')
}
