// Managing other people's keys.
import * as z from 'zod'
import { say } from '../../language/say.ts'
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
import { form, takes } from '../../form.ts'
import { goTo, type Visit, wholeNumber } from '../../visit.ts'
import { KEY_FORM } from '../../parts/key-forms.ts'
import { personOf, personWith } from './people.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { answerTo } from '../../parts/refusal-status.ts'

const limitMax = 1_000_000_000

/** Null also if the key is not of the person in the address. */
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

export const createKeyPost = form(
  z.object({ kind: takes.choiceOr(['agent', 'bot']), name: takes.text, once: takes.text }),
  async (visit: Visit, { kind, name, once }) => {
    const person = personOf(visit)
    if (person === null) return await noKey(visit)
    const blank = { grants: [], denies: [], requestsPerMinute: null, secret: null }
    const request = { userName: person.name, kind, name, ...blank } as const
    const made = await visit.site.spentForms.once(once, () => createKey(visit.app, visit.actor, request))
    if (!made.ok) return await personWith(visit, answerTo(made.refusal))
    return await personWith(visit, { made: made.value })
  },
)

const BAD_LIMIT = { error: () => say`a limit is a whole number from 0 to ${limitMax}, or empty` } as const
const limit = takes.line
  .refine((typed) => typed === '' || (wholeNumber(typed) ?? Number.POSITIVE_INFINITY) <= limitMax, BAD_LIMIT)
  .transform(wholeNumber)
const LIMITS = z.object(
  Object.fromEntries(LEGACY_TYPES.map((type) => [type, limit])) as Record<LegacyType, typeof limit>,
)

const refused = (visit: Visit, error: string): Promise<Response> =>
  keyOf(visit) === null ? noKey(visit) : personWith(visit, { error, status: 422 })

export const limitKeyPost = form(
  LIMITS,
  async (visit: Visit, limits) => {
    const key = keyOf(visit)
    if (key === null) return await noKey(visit)
    return await answer(visit, await limitKey(visit.app, visit.actor, String(key.id), limits), 'person-changed')
  },
  refused,
)

export const adjustKeyPost = form(
  KEY_FORM,
  async (visit: Visit, { change }) => {
    const key = keyOf(visit)
    if (key === null) return await noKey(visit)
    return await answer(visit, await adjustKey(visit.app, visit.actor, String(key.id), () => change), 'key-changed')
  },
  refused,
)

export const switchKeyPost = form(z.object({ to: takes.exact }), async (visit: Visit, { to }) => {
  const key = keyOf(visit)
  if (key === null) return await noKey(visit)
  const isOn = to === 'active'
  const switched = await (isOn ? activateKey : deactivateKey)(visit.app, visit.actor, String(key.id))
  return await answer(visit, switched, isOn ? 'key-activated' : 'key-deactivated')
})

export async function revokeKeyPost(visit: Visit): Promise<Response> {
  const key = keyOf(visit)
  if (key === null) return await noKey(visit)
  return await answer(visit, await revokeKey(visit.app, visit.actor, String(key.id)), 'key-revoked')
}
