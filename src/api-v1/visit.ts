// One request of a face (API v1, API v2, MCP) from its coming in to its answer: the table of routes that all faces are made
// of, what a request meets before its route's own work, and how it ends: whatever happens, the answer has the envelope and
// the headers of the contract, and one line is logged. Read by Hono (face.ts) and by the express lane (express.ts).
import type { MiddlewareHandler } from 'hono'
import type { KeyActor } from '../app/actor.ts'
import type { App } from '../app/app.ts'
import { admitV1Request, beginRequest, ceilingOf, isApiV1Enabled, writesSeen } from '../app/people/admit-request.ts'
import { authenticate, rememberUse } from '../app/people/authenticate.ts'
import { cameIn, NobodyWaits, NoTurn, Turn, turnRetryAfterSeconds } from '../base/turn.ts'
import { KEY_KINDS } from '../domain/vocabulary.ts'
import type { JsonObject } from '../http/json-body.ts'
import { createRequestIds, logRequest } from '../http/request-log.ts'
import type { RequestEnv, RequestView } from '../http/request-target.ts'
import { lacking, type Need } from './ability-answers.ts'
import { type Answer, failure, type Finished, finished, NO_RATE, type Rate, retryAfter, turnedAway } from './answer.ts'
import type { Fault } from './bad-request.ts'

interface Address {
  readonly name: string
  /** Below the base path; it may end in one of `IDS`. */
  readonly path: string
  /** Who may call it. */
  readonly needs: Need
}

/** A route whose request has no body that this face reads. */
export interface AskingRoute extends Address {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly answer: (call: Call) => Answer | Promise<Answer>
}

/** A route that takes a JSON body; what it does with it (`taking`) may be loaded with the first one. */
interface TakingRoute extends Address {
  readonly method: 'POST' | 'PUT'
  readonly takes: () => Taking | Promise<Taking>
}

export type Route = AskingRoute | TakingRoute

/** Reading a body, checking it, and the route's own work. */
export interface Taking {
  /** For Hono, one after the other. */
  readonly steps: readonly MiddlewareHandler<FaceEnv>[]
  /** All of them at once, for the express lane. */
  readonly answer: (visit: Visit, id: string) => Promise<Answer>
}

/** What Hono keeps with a request. */
export interface FaceEnv {
  Bindings: RequestEnv
  Variables: { visit: Visit; read: ReadRequest }
}

/** A request whose body has come, before that is checked. */
export interface ReadRequest {
  readonly call: Call
  readonly body: JsonObject
  readonly idempotencyKey: string
  /** Of query and header. */
  readonly faults: readonly Fault[]
  /** What an answer to them says beside them. */
  readonly details: Readonly<Record<string, unknown>>
}

/** What stands for an id at the end of a path, and its form; any other form is no address. */
export const IDS: Readonly<Record<string, string>> = {
  '{row_id}': '[0-9a-fA-F]{16}',
  '{claim_id}': '[0-9a-f]{20}',
}

export interface Face {
  readonly app: App
  /** `v1`: the last part of its base path. */
  readonly name: string
  readonly basePath: string
  readonly routes: readonly Route[]
  readonly newId: () => string
}

/** All routes at and below `basePath`; whatever else lies there is 404 `not_found`. */
export const createFace = (app: App, basePath: string, routes: readonly Route[]): Face => ({
  app,
  name: basePath.slice(basePath.lastIndexOf('/') + 1),
  basePath,
  routes,
  newId: createRequestIds(app.random),
})

/** What is known of a request so far. */
export interface Visit {
  readonly face: Face
  /** Null: there is no such address. */
  readonly route: Route | null
  readonly request: RequestView
  readonly env: RequestEnv | undefined
  /** In the log. */
  readonly id: string
  readonly startedMs: number
  actor: KeyActor | null
  /** How much had been written to the store when its sender was looked at. */
  writes: number
  rate: Rate
}

/** A request that was let in. */
export interface Call {
  readonly app: App
  readonly request: RequestView
  readonly env: RequestEnv | undefined
  readonly actor: KeyActor
  /** Of what takes long: it ends when the client has gone. */
  readonly turn: Turn
  /** The id in the address, as sent; empty where the route has none. */
  readonly id: string
}

/** Begins a visit. */
export const arrive = (face: Face, route: Route | null, request: RequestView, env: RequestEnv | undefined): Visit => ({
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

/** Lets a request go on, or answers it. */
type Step = (visit: Visit) => Answer | null

/** What a request meets before its route's own work, in this order (docs/decisions.md#order-of-checks). */
export const ORDER: readonly Step[] = [known, switchedOn, counted, able]

/** What is asked again when a body has come, which may take minutes. */
const AGAIN: readonly Step[] = [known, switchedOn, able]

/** The first answer of some steps; null when all let the request go on. */
export function met(visit: Visit, steps: readonly Step[]): Answer | null {
  for (const step of steps) {
    const answer = step(visit)
    if (answer !== null) return answer
  }
  return null
}

/** Looks at key, account, switch and ability once more, unless nothing was written since. */
export function metAgain(visit: Visit): Answer | null {
  const { app } = visit.face
  beginRequest(app)
  return writesSeen(app) === visit.writes ? null : met(visit, AGAIN)
}

/** Who sends it, as the store knows them now. */
function known(visit: Visit): Answer | null {
  const { app } = visit.face
  beginRequest(app)
  const actor = authenticate(app, visit.request.headers.get('x-api-key') ?? undefined, KEY_KINDS)
  if (!actor.ok) return turnedAway(actor.refusal)
  visit.actor = actor.value
  visit.writes = writesSeen(app)
  return null
}

function switchedOn({ face }: Visit): Answer | null {
  return isApiV1Enabled(face.app) ? null : turnedAway('api_disabled')
}

/** Counts the request. */
function counted(visit: Visit): Answer | null {
  const { app } = visit.face
  const actor = senderOf(visit)
  cameIn(actor.user.id)
  const limit = ceilingOf(actor)
  const admission = admitV1Request(app, actor)
  visit.rate = { limit, remaining: admission?.remaining ?? 0 }
  if (admission === null) return failure('limiter_unavailable', { headers: retryAfter(1) })
  if (admission.isAdmitted) return null
  const waitMs = admission.windowEndsAtMs - app.clock.nowMs()
  return failure('rate_limited', { headers: retryAfter(Math.max(1, Math.ceil(waitMs / 1000))) })
}

function able(visit: Visit): Answer | null {
  return lacking(visit.route?.needs ?? null, senderOf(visit))
}

function senderOf({ actor }: Visit): KeyActor {
  if (actor === null) throw new Error('broken assumption: nobody is known yet')
  return actor
}

/** What a route's own work is given. `id`: of the address. */
export function callOf(visit: Visit, id: string): Call {
  const { face, request, env } = visit
  const actor = senderOf(visit)
  const turn = new Turn(actor.user.id, () => env?.outgoing?.closed === true)
  return { app: face.app, request, env, actor, turn, id }
}

/** The answer with its headers; the visit is over, and logged. */
export function finish(visit: Visit, answer: Answer): Finished {
  const { face, route, id, startedMs, actor, rate } = visit
  const { app } = face
  if (actor !== null && rate !== NO_RATE) rememberUse(app, actor.key.id)
  const who = { userId: actor?.user.id, keyPrefix: actor?.key.prefix }
  const record = { id, route: `${face.name}.${route?.name ?? 'none'}`, status: answer.status, startedMs, ...who }
  logRequest(app.log, record, app.clock.monotonicMs())
  return finished(answer, rate)
}

/** The end of a visit whose work failed. */
export function fault(visit: Visit, error: unknown): Finished {
  if (error instanceof NobodyWaits) return finish(visit, nobodyThere)
  if (error instanceof NoTurn) return finish(visit, noTurn())
  visit.face.app.log.error('a request failed', { id: visit.id, route: visit.route?.name, err: error })
  return finish(visit, failure('internal_error', { details: { request_id: visit.id } }))
}

/** The client has gone: nothing is sent, and the log gets the 499 that web servers write for it. */
const nobodyThere: Answer = { status: 499, body: '' }

/** There is more to do than can be done in time: the request is left as it came. */
const noTurn = (): Answer =>
  failure('limiter_unavailable', {
    message: 'The server has more to do than it can do in time, so nothing was done.',
    hint: 'Wait as many seconds as the header Retry-After says, then send the request again.',
    headers: retryAfter(turnRetryAfterSeconds),
  })

/** 404 for an address that the face does not have. The catalogue's sentence is about API v1, so others bring their own. */
export const noSuchAddress = ({ name }: Face): Answer =>
  failure('not_found', name === 'v1' ? {} : { message: `API ${name} has no such address or method.` })
