// What the forms of keys do, on the profile and on the page of a person: each act is the same for one's own key and another person's.
import * as z from 'zod'
import { say } from '../../language/say.ts'
import {
  activateKey,
  adjustKey,
  createKey,
  deactivateKey,
  limitKey,
  type KeyRefusal,
  type NewKey,
  regenerateKey,
  revokeKey,
} from '../../../app/people/manage-keys.ts'
import type { KeyView } from '../../../app/people/read-people.ts'
import type { Result } from '../../../base/result.ts'
import type { ApiKey, User } from '../../../domain/people.ts'
import { type KeyKind, LEGACY_TYPES, type LegacyType } from '../../../domain/vocabulary.ts'
import { form, NO_FIELDS, takes } from '../../form.ts'
import { goAfter, type Visit, wholeNumber } from '../../visit.ts'
import { KEY_FORM, keyNamed } from '../../parts/key-forms.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import type { FormRefusal } from '../../parts/refusal-status.ts'
import { personOf, personPage, personWith } from './people.ts'
import { keyPage, noOwnKey, profilePage, profileWith } from './profile.ts'

/** Whose keys a form is about, with the page that it stands on. */
interface Whose {
  readonly personOf: (visit: Visit) => User | null
  /** The key's number in the address. */
  readonly id: string
  readonly why: string
  readonly page: (visit: Visit) => Promise<Response>
  readonly showing: (visit: Visit, made: NewKey) => Promise<Response>
}

const OWN: Whose = { personOf: ({ user }) => user, id: 'id', why: noOwnKey, page: profilePage, showing: profileWith }
const OTHERS: Whose = {
  personOf,
  id: 'key',
  why: 'this person has no such key',
  page: personPage,
  showing: personWith,
}

const keyOf = (visit: Visit, whose: Whose): KeyView | null => keyNamed(visit, whose.personOf(visit), whose.id)

const noKey = (visit: Visit, { why }: Whose): Promise<Response> => notFoundPage(visit, why)

type Act<S> = (visit: Visit, id: string, sent: S) => Promise<Result<ApiKey, KeyRefusal>>

const acting =
  <S extends z.ZodType>(schema: S, act: Act<z.output<S>>, noteOf: (sent: z.output<S>, kind: KeyKind) => string) =>
  (whose: Whose, path: string, again = whose.page) =>
    form(
      schema,
      async (visit: Visit, sent) => {
        const view = keyOf(visit, whose)
        if (view === null) return await noKey(visit, whose)
        const done = await act(visit, String(view.key.id), sent)
        return goAfter(visit, done, path.replace(':id', visit.c.req.param('id') ?? ''), noteOf(sent, view.key.kind))
      },
      (visit) => (keyOf(visit, whose) === null ? noKey(visit, whose) : again(visit)),
    )

const adjusting = acting(
  KEY_FORM,
  ({ app, actor }, id, { change }) => adjustKey(app, actor, id, () => change),
  () => 'key-changed',
)
const switching = acting(
  z.object({ to: takes.exact }),
  ({ app, actor }, id, { to }) => (to === 'active' ? activateKey : deactivateKey)(app, actor, id),
  ({ to }) => (to === 'active' ? 'key-activated' : 'key-deactivated'),
)
const revoking = (noteOf: (kind: KeyKind) => string) =>
  acting(
    NO_FIELDS,
    ({ app, actor }, id) => revokeKey(app, actor, id),
    (_, kind) => noteOf(kind),
  )

const BAD_LIMIT = { error: () => say`a limit is a whole number from 0 to ${limitMax}, or empty` } as const
const limitMax = 1_000_000_000
const limit = takes.line
  .refine((typed) => typed === '' || (wholeNumber(typed) ?? Number.POSITIVE_INFINITY) <= limitMax, BAD_LIMIT)
  .transform(wholeNumber)
const LIMITS = z.object(
  Object.fromEntries(LEGACY_TYPES.map((type) => [type, limit])) as Record<LegacyType, typeof limit>,
)
const limiting = acting(
  LIMITS,
  ({ app, actor }, id, limits) => limitKey(app, actor, id, limits),
  () => 'person-changed',
)

export const changeKeyPost = adjusting(OWN, '/admin/profile/keys/:id', keyPage)
export const switchKey = switching(OWN, '/admin/profile')
export const removeKey = revoking((kind) => (kind === 'bot' ? 'key-deleted' : 'key-revoked'))(OWN, '/admin/profile')
export const adjustKeyPost = adjusting(OTHERS, '/admin/people/:id')
export const switchKeyPost = switching(OTHERS, '/admin/people/:id')
export const limitKeyPost = limiting(OTHERS, '/admin/people/:id')
export const revokeKeyPost = revoking(() => 'key-revoked')(OTHERS, '/admin/people/:id')

type Made = Result<NewKey, KeyRefusal | FormRefusal>

/** Makes a secret, which is shown once. */
const making = <S extends z.ZodType<{ readonly once: string }>>(
  whose: Whose,
  schema: S,
  make: (visit: Visit, person: User, sent: z.output<S>) => Promise<Made> | null,
) =>
  form(
    schema,
    async (visit: Visit, sent) => {
      const person = whose.personOf(visit)
      const made = person === null ? null : await make(visit, person, sent)
      if (made === null) return await noKey(visit, whose)
      return made.ok ? await whose.showing(visit, made.value) : made
    },
    whose.page,
  )

const BLANK = { grants: [], denies: [], requestsPerMinute: null } as const

const creating = (kind: KeyKind) =>
  making(OWN, KEY_FORM, ({ app, actor, site }, { name: userName }, { once, change }) => {
    const request = { ...(kind === 'agent' ? change : BLANK), name: change.name, userName, kind, secret: null }
    return site.spentForms.once(once, () => createKey(app, actor, request))
  })
export const createBotKey = creating('bot')
export const createAgentKey = creating('agent')

const NEW_KEY = z.object({ kind: takes.choiceOr(['agent', 'bot']), name: takes.text, once: takes.text })

export const createKeyPost = making(OTHERS, NEW_KEY, ({ app, actor, site }, { name: userName }, { once, kind, name }) =>
  site.spentForms.once(once, () => createKey(app, actor, { ...BLANK, userName, kind, name, secret: null })),
)

export const renewKey = making(OWN, z.object({ once: takes.text }), (visit, _, { once }) => {
  const { app, actor, site } = visit
  const view = keyOf(visit, OWN)
  return view === null ? null : site.spentForms.once(once, () => regenerateKey(app, actor, String(view.key.id)))
})
