// The addresses of API v1, their abilities and handlers (docs/api-v1.md#endpoints).
import type { App } from '../app/app.ts'
import { listCards, listCores, type PageEnd } from '../app/rows/list-rows.ts'
import { readCard } from '../app/rows/read-row.ts'
import { cursorAfter } from '../domain/cursor.ts'
import { FIELD_GROUPS, type FieldGroup } from '../domain/vocabulary.ts'
import { rawQuery } from '../http/request-target.ts'
import { type Answer, failure, finished, NO_RATE, responseOf, success } from './answer.ts'
import { cardAnswer, cardsPage, corePage } from './bytes/card-bytes.ts'
import { type Fault, invalidRequest } from './bad-request.ts'
import { expressLane, fetchOf } from './express.ts'
import { type ListQuery, parametersOf, parseListQuery, parseRowQuery } from './query.ts'
import { taxonomyJson } from './taxonomy.ts'
import { type Call, createFace, type Route } from './visit.ts'
import type { KeyActor } from '../app/actor.ts'
import { ceilingOf, lastUsedAt } from '../app/people/admit-request.ts'
import { type Load, loader } from '../base/turn.ts'
import { effectiveAbilities } from '../domain/access.ts'
import { isoTime } from '../base/time.ts'

export const BASE_PATH = '/api/v1'

/** The modules that every batch and form needs. Schemas, gate and decisions are a third of the program, so they are loaded late. */
export const PARTS_OF_BATCHES: readonly Load[] = [
  () => import('zod'),
  () => import('../domain/checks/gate.ts'),
  () => import('../app/writes/write-batch.ts'),
]

/** Loads the code of batches when the first batch comes. */
const batches = loader(PARTS_OF_BATCHES, () => import('./batches.ts'))

/** All routes of API v1. Before a handler runs, the checks of `ORDER` (visit.ts) were passed. */
export const ROUTES = [
  { name: 'me', method: 'GET', path: '/me', needs: null, answer: me },
  { name: 'rows', method: 'GET', path: '/rows', needs: 'rows:read', answer: rows },
  { name: 'row', method: 'GET', path: '/rows/{row_id}', needs: 'rows:read', answer: row },
  { name: 'taxonomy', method: 'GET', path: '/taxonomy', needs: 'rows:read', answer: taxonomy },
  {
    name: 'validate',
    method: 'POST',
    path: '/translations/validate',
    needs: 'translations:validate',
    takes: async () => (await batches()).validate,
  },
  {
    name: 'write',
    method: 'POST',
    path: '/translations',
    needs: 'some write',
    takes: async () => (await batches()).write,
  },
] as const satisfies readonly Route[]

/**
 * API v1 as a server uses it: `answerAtOnce` answers a plain request, and gives false if it is left to `fetch`. An unknown address below
 * the base path gets 404 `not_found`.
 */
export function v1Routes(app: App) {
  const face = createFace(app, BASE_PATH, ROUTES)
  return { fetch: fetchOf(face), answerAtOnce: expressLane(face) }
}

/** The answer for addresses that look like the API's but are not: a doubled slash in front, or another version. */
export const v1NotFound = (): Response => responseOf(finished(failure('not_found'), NO_RATE))

function me(call: Call): Answer {
  return withoutParameters(call) ?? success(meJson(call.app, call.actor as KeyActor))
}

function taxonomy(call: Call): Answer {
  return withoutParameters(call) ?? success(taxonomyJson())
}

function withoutParameters({ request, env }: Call): Answer | null {
  const faults: Fault[] = []
  parametersOf(rawQuery(request, env), [], faults)
  return faults.length === 0 ? null : invalidRequest(faults)
}

function rows({ app, request, env }: Call): Answer {
  const query = parseListQuery(rawQuery(request, env))
  if (!query.ok) return invalidRequest(query.refusal)
  const { groups } = query.value
  if (groups.size === 1) return corePage((add) => pageMeta(query.value, listCores(app, query.value, add)))
  const page = listCards(app, query.value, groups)
  return cardsPage(page.cards, pageMeta(query.value, page))
}

/** The meta of a page as JSON, written by hand because it is hot; no value in it needs escaping. */
function pageMeta(query: ListQuery, { count, next, totalMatching }: PageEnd): string {
  const cursor = next === null ? '' : `,"next_cursor":"${cursorAfter(next, query)}"`
  const total = totalMatching === null ? '' : `,"total_matching":${totalMatching}`
  return `{"count":${count},"has_more":${next !== null}${cursor}${total},${fieldsJson(query.groups)}}`
}

/** The names of the groups as JSON, in the API's order. */
const fieldsJson = (groups: ReadonlySet<FieldGroup>): string =>
  `"fields":["${FIELD_GROUPS.filter((group) => groups.has(group)).join('","')}"]`

function row({ app, request, env, id }: Call): Answer {
  const groups = parseRowQuery(rawQuery(request, env))
  if (!groups.ok) return invalidRequest(groups.refusal)
  const card = readCard(app, id.toLowerCase(), groups.value)
  if (card === null) return failure('entry_not_found')
  return cardAnswer(card, `{${fieldsJson(groups.value)}}`)
}

/** GET /me: the key, its person, abilities and limit (docs/api-v1.md#get-me). E-mail addresses are not stored. */
function meJson(app: App, actor: KeyActor): object {
  const { user, key } = actor
  const abilities = effectiveAbilities(user.role, user.state, key)
  const lastUsedMs = lastUsedAt(app, key.id, key.lastUsedAtMs)
  return {
    user: { id: user.id, name: user.name, role: user.role },
    key: {
      prefix: key.prefix,
      name: key.name,
      abilities,
      ability_grants: key.grants,
      ability_denies: key.denies,
      last_used_at: lastUsedMs === null ? null : isoTime(lastUsedMs),
    },
    effective_abilities: abilities,
    limits: { requests_per_minute: ceilingOf(actor) },
  }
}
