// One request of a face (API v1, API v2 or MCP), from arrival to answer, for both entrances
// (express.ts). Every answer has the API's envelope and headers, and one line in the log. A call inside the process brings its
// person along in place of a key.
import type { Actor } from '../app/actor.ts'
import type { App } from '../app/app.ts'
import {
  admitV1Request,
  authenticate,
  beginRequest,
  ceilingOf,
  isApiV1Enabled,
  rememberUse,
  writesSeen,
} from '../app/people/admit-request.ts'
import { readmit } from '../app/people/readmit.ts'
import { cameIn, NobodyWaits, NoTurn, Turn, turnRetryAfterSeconds } from '../base/turn.ts'
import { type Ability, KEY_KINDS } from '../domain/vocabulary.ts'
import { createRequestIds, logRequest } from '../http/request-log.ts'
import type { RequestEnv, RequestView } from '../http/request-target.ts'
import { type Answer, failure, finished, type Finished, NO_RATE, type Rate, retryAfter, turnedAway } from './answer.ts'
import { abilityRefusal, effectiveAbilities, hasPermission, NO_KEY, rolesWith } from '../domain/access.ts'
import { abilityDetails } from './bytes/wire.ts'

interface Address {
  readonly name: string
  /** The address below the base path; it may contain one of the placeholders in `IDS`. */
  readonly path: string
  readonly needs: Need
}

/** A route whose requests have no JSON body. */
export interface AskingRoute extends Address {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly answer: (call: Call) => Answer | Promise<Answer>
}

/** A route whose requests have a JSON body; `taking` (sent-body.ts) makes its handler. */
interface TakingRoute extends Address {
  readonly method: 'POST' | 'PUT'
  readonly takes: () => Work | Promise<Work>
}

export type Route = AskingRoute | TakingRoute

/** Does the work of a route, after the checks in `ORDER`. `id` is the one in the address, or '' if it has none. */
export type Work = (visit: Visit, id: string) => Answer | Promise<Answer>

/** A number as it is written here: `01` is no second name of 1. */
const NUMBER = '[1-9][0-9]{0,8}'

/** Placeholders in a path, each with the form of its ids. An address with an id of another form is unknown. */
export const IDS: Readonly<Record<string, string>> = {
  '{row_id}': '[0-9a-fA-F]{16}',
  '{claim_id}': '[0-9a-f]{20}',
  '{proposal_id}': NUMBER,
  '{patch_id}': NUMBER,
}

export interface Face {
  readonly app: App
  /** The name of the face, which is the last part of its base path, such as `v1`. */
  readonly name: string
  readonly basePath: string
  readonly routes: readonly Route[]
  readonly newId: () => string
}

/** Makes a face of its routes. Every other address below `basePath` gets 404 `not_found`. */
export const createFace = (app: App, basePath: string, routes: readonly Route[]): Face => ({
  app,
  name: basePath.slice(basePath.lastIndexOf('/') + 1),
  basePath,
  routes,
  newId: createRequestIds(app.random),
})

/** What a call inside the process needs. Such a call is neither switched off, counted nor logged, and it throws its faults. */
interface Inside {
  readonly actor: Actor
  /** Is raised when the caller no longer waits. */
  readonly signal?: AbortSignal | undefined
}

interface CallEnv extends RequestEnv {
  readonly inside?: Inside
}

interface Visit {
  readonly face: Face
  /** The route of the address. Null: the address is unknown. */
  readonly route: Route | null
  readonly request: RequestView
  readonly env: CallEnv | undefined
  readonly id: string
  readonly startedMs: number
  actor: Actor | null
  /** The store's count of writes (`writesSeen`) at the moment when the sender was looked up last. */
  writes: number
  rate: Rate
}

export interface Call {
  readonly app: App
  readonly request: RequestView
  readonly env: CallEnv | undefined
  readonly actor: Actor
  readonly turn: Turn
  /** The id in the address as sent, or '' if the route has none. */
  readonly id: string
}

export const arrive = (face: Face, route: Route | null, request: RequestView, env: CallEnv | undefined): Visit => ({
  face,
  route,
  request,
  env,
  id: face.newId(),
  startedMs: face.app.clock.monotonicMs(),
  actor: null,
  writes: -1,
  rate: NO_RATE,
})

/** One check of a request. It returns the refusal, or null to let the request pass. */
type Step = (visit: Visit) => Answer | null

/** The checks before a route's work (docs/api-v1.md#order-of-checks). */
const ORDER: readonly Step[] = [known, switchedOn, counted, able]

/** The checks that are made once more after the body was read, because that may take minutes. */
const AGAIN: readonly Step[] = [known, switchedOn, able]

function met(visit: Visit, steps: readonly Step[]): Answer | null {
  for (const step of steps) {
    const answer = step(visit)
    if (answer !== null) return answer
  }
  return null
}

/** Makes the checks once more if anything was written since. Null: they are passed. */
export function metAgain(visit: Visit): Answer | null {
  const { app } = visit.face
  beginRequest(app)
  return writesSeen(app) === visit.writes ? null : met(visit, AGAIN)
}

/** Looks the sender up in the store as it is now. Null: the sender is known; else the refusal. */
function known(visit: Visit): Answer | null {
  const { app } = visit.face
  beginRequest(app)
  const { request, env } = visit
  const actor =
    env?.inside === undefined
      ? authenticate(app, request.headers.get('x-api-key') ?? undefined, KEY_KINDS)
      : readmit(app.store.main, app.clock.nowMs(), env.inside.actor)
  if (!actor.ok) return turnedAway(actor.refusal)
  visit.actor = actor.value
  visit.writes = writesSeen(app)
  return null
}

function switchedOn({ face, env }: Visit): Answer | null {
  return env?.inside !== undefined || isApiV1Enabled(face.app) ? null : turnedAway('api_disabled')
}

function counted(visit: Visit): Answer | null {
  const { app } = visit.face
  const { user, key } = senderOf(visit)
  if (key === null || visit.env?.inside !== undefined) return null
  cameIn(user.id)
  const limit = ceilingOf({ user, key })
  const admission = admitV1Request(app, { user, key })
  visit.rate = { limit, remaining: admission?.remaining ?? 0 }
  if (admission === null) return failure('limiter_unavailable', { headers: retryAfter(1) })
  if (admission.isAdmitted) return null
  const waitMs = admission.windowEndsAtMs - app.clock.nowMs()
  return failure('rate_limited', { headers: retryAfter(Math.max(1, Math.ceil(waitMs / 1000))) })
}

function able(visit: Visit): Answer | null {
  return lacking(visit.route?.needs ?? null, senderOf(visit))
}

function senderOf({ actor }: Visit): Actor {
  if (actor === null) throw new Error('broken assumption: the sender is not known yet')
  return actor
}

export function callOf(visit: Visit, id: string): Call {
  const { face, request, env } = visit
  const actor = senderOf(visit)
  const turn = new Turn(actor.user.id, () => env?.outgoing?.closed === true)
  return { app: face.app, request, env, actor, turn, id }
}

/** The function that does a route's work. A handler that had to be loaded is kept. */
export function workOf(route: Route): Work {
  if ('answer' in route) return (visit, id) => route.answer(callOf(visit, id))
  let work: Work | null = null
  return async (visit, id) => await (work ??= await route.takes())(visit, id)
}

/** Answers a request. Returns a promise only if the handler returns one. */
export function answerVisit(visit: Visit, work: Work, id: string): Finished | Promise<Finished> {
  try {
    const answer = met(visit, ORDER) ?? work(visit, id)
    if (!(answer instanceof Promise)) return finish(visit, answer)
    return answer.then((late) => finish(visit, late)).catch((error: unknown) => fault(visit, error))
  } catch (error) {
    return fault(visit, error)
  }
}

export function finish(visit: Visit, answer: Answer): Finished {
  const { face, route, id, startedMs, actor, rate, env } = visit
  if (env?.inside !== undefined) return finished(answer, rate)
  const { app } = face
  const key = actor?.key ?? null
  if (key !== null && rate !== NO_RATE) rememberUse(app, key.id)
  const who = { userId: actor?.user.id, keyPrefix: key?.prefix }
  const record = { id, route: `${face.name}.${route?.name ?? 'none'}`, status: answer.status, startedMs, ...who }
  if (answer.code !== undefined) app.meter.refusals.add(`code="${answer.code}"`)
  logRequest(app, record, app.clock.monotonicMs())
  return finished(answer, rate)
}

export function fault(visit: Visit, error: unknown): Finished {
  if (visit.env?.inside !== undefined) throw error
  if (error instanceof NobodyWaits) return finish(visit, nobodyThere)
  if (error instanceof NoTurn) return finish(visit, noTurn())
  visit.face.app.log.error('a request failed', { id: visit.id, route: visit.route?.name, err: error })
  return finish(visit, failure('internal_error', { details: { request_id: visit.id } }))
}

/** The client has disconnected, so nothing is sent; web servers log 499. */
const nobodyThere: Answer = { status: 499, body: '' }

const noTurn = (): Answer =>
  failure('limiter_unavailable', {
    message: 'The server has more to do than it can do in time, so nothing was done.',
    hint: 'Wait as many seconds as the header Retry-After says, then send the request again.',
    headers: retryAfter(turnRetryAfterSeconds),
  })

/** The answer for an unknown address. It names this face, because the sentence in errors.ts is about API v1. */
export const noSuchAddress = ({ name }: Face): Answer =>
  failure('not_found', name === 'v1' ? {} : { message: `API ${name} has no such address or method.` })

/**
 * What a route asks of a key: an ability, or none. `some write`: any of the three write abilities; `a claim`: reading and some write;
 * `proposals`: reading, and a person whose role may propose; `a review`: reading and writing the manual layer.
 */
type Need = Ability | 'some write' | 'a claim' | 'proposals' | 'a review' | null

const WRITES: readonly Ability[] = ['translations:propose', 'translations:write-machine', 'translations:write-manual']

/** Null: the key has the ability; else the refusal (docs/api-v1.md#authentication; docs/api-v1.md#write-rules, 1). */
export function lacking(needs: Need, actor: Actor): Answer | null {
  if (needs === null) return null
  if (needs === 'a claim') return lacking('rows:read', actor) ?? lacking('some write', actor)
  if (needs === 'a review') return lacking('rows:read', actor) ?? lacking('translations:write-manual', actor)
  if (needs === 'proposals') return lacking('rows:read', actor) ?? mayPropose(actor)
  const { user } = actor
  const key = actor.key ?? NO_KEY
  if (needs !== 'some write') {
    const refusal = abilityRefusal(needs, user.role, key)
    return refusal === null ? null : failure(refusal.code, { details: abilityDetails(refusal) })
  }
  const abilities = effectiveAbilities(user.role, user.state, key)
  return WRITES.some((ability) => abilities.includes(ability)) ? null : noWriteAtAll(actor)
}

function mayPropose({ user }: Actor): Answer | null {
  const permission = 'propose_translation'
  if (hasPermission(user.role, permission)) return null
  return failure('forbidden_permission', { details: abilityDetails({ requiredPermission: permission }) })
}

/** The refusal for a sender who may write nothing at all. `sender`: if known; without a key, it is the role that lacks the ability. */
export const noWriteAtAll = (sender?: Actor): Answer => {
  const permission = 'propose_translation'
  const details = { required_permission: permission, required_roles: rolesWith(permission) }
  if (sender?.key !== null)
    return failure('forbidden_ability', {
      message: 'The key has no ability to write translations.',
      hint: 'Use another key, or ask an administrator to let this one propose or write.',
      details,
    })
  const { name, role } = sender.user
  return failure('forbidden_ability', {
    message: `${name} is ${role} and may neither write nor propose.`,
    hint: `Ask somebody who manages people to give ${name} a role: windrow user role ${name} translator.`,
    details,
  })
}
