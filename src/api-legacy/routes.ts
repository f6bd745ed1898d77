// The legacy bot API: one address, three modes (docs/legacy-api.md#endpoint). The order
// of checks is fixed: method 405 → key 401 → rights 403 → parameters 400 → limit of the type 429 → row 404 → overwrite
// rule 409 or validation 422.
import { Hono, type Context } from 'hono'
import type { KeyActor } from '../app/actor.ts'
import { admitLegacy } from '../app/people/admit-legacy-request.ts'
import { authenticate, beginRequest, rememberUse } from '../app/people/admit-request.ts'
import type { App } from '../app/app.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import { cameIn, NoTurn, Turn } from '../base/turn.ts'
import { mayOwnBotKey } from '../domain/access.ts'
import { bodyBytesMax, bodyPartsMax } from '../domain/limits.ts'
import { parseJsonObject } from '../http/json-body.ts'
import { type BodyRefusal, readBody } from '../http/read-body.ts'
import { noteRequest } from '../http/request-log.ts'
import type { HttpEnv } from '../http/request-target.ts'
import { failureBody, failureHeaders, type LegacyFailure, statusOf } from './errors.ts'
import { runMode } from './modes.ts'
import { type LegacyRequest, parseLegacyRequest, TYPE_OF_ACTION } from './requests.ts'

const LEGACY_PATH = '/api/translations-api.php'

/** How deep a body may nest, as in PHP: members that the API does not know may hold anything. */
export const legacyDepthMax = 512

export function legacyRoutes(app: App): Hono<HttpEnv> {
  const legacy = new Hono<HttpEnv>()
  legacy.all(LEGACY_PATH, async (c) => {
    noteRequest(c, { route: 'legacy' })
    const answered = await answer(app, c)
    return answered.ok ? respond(c, answered.value, 200) : fail(app, c, answered.refusal)
  })
  // The server brings here what only looks like the address.
  legacy.all('*', (c) => fail(app, c, { code: 'wrong_address' }))
  legacy.onError((error, c) => {
    if (error instanceof NoTurn) return fail(app, c, { code: 'no_turn' })
    app.log.error('a legacy request ended in a fault', { err: error })
    return fail(app, c, { code: 'internal_error' })
  })
  return legacy
}

type Body = Readonly<Record<string, unknown>>

async function answer(app: App, c: Context<HttpEnv>): Promise<Result<Body, LegacyFailure>> {
  if (c.req.method !== 'POST') return refuse({ code: 'wrong_method' })
  const known = identify(app, c)
  if (!known.ok) return known
  const { user, key } = known.value
  noteRequest(c, { userId: user.id, keyPrefix: key.prefix })
  rememberUse(app, key.id)
  cameIn(user.id)
  const request = await readRequest(c, user.id)
  // The body may have taken minutes: key, person and role are read again.
  const again = identify(app, c)
  if (!again.ok) return again
  if (!request.ok) return request
  return await runCounted(app, again.value, request.value)
}

function identify(app: App, c: Context<HttpEnv>): Result<KeyActor, LegacyFailure> {
  beginRequest(app)
  const known = authenticate(app, c.req.header('X-API-Key'), ['bot'])
  if (!known.ok) return refuse({ code: known.refusal })
  return mayOwnBotKey(known.value.user.role) ? known : refuse({ code: 'role_too_low' })
}

async function readRequest(c: Context<HttpEnv>, userId: number): Promise<Result<LegacyRequest, LegacyFailure>> {
  const body = await readBody(c.req.raw, c.env, bodyBytesMax, userId)
  if (!body.ok) return refuse({ code: BODY_REFUSALS[body.refusal] })
  const turn = new Turn(userId)
  await turn.begin()
  const limits = { depthMax: legacyDepthMax, partsMax: bodyPartsMax, takesHalves: true } as const
  const members = await parseJsonObject(body.value, limits, turn)
  if (!members.ok) return refuse({ code: 'bad_parameter', sentence: members.refusal.message })
  const request = parseLegacyRequest(members.value)
  return request.ok ? ok(request.value) : refuse({ code: 'bad_parameter', sentence: request.refusal })
}

const BODY_REFUSALS = {
  too_large: 'body_too_large',
  broken_off: 'body_broken_off',
  too_slow: 'body_too_slow',
  no_room: 'no_room',
} as const satisfies Record<BodyRefusal, LegacyFailure['code']>

/** Runs a request and counts it against the limit of its type, unless it ends in 500 or 503. */
async function runCounted(app: App, actor: KeyActor, request: LegacyRequest): Promise<Result<Body, LegacyFailure>> {
  const ticket = admitLegacy(app, actor, TYPE_OF_ACTION[request.action])
  if (!ticket.ok) return ticket
  try {
    const outcome = await runMode(app, actor, request)
    if (!outcome.ok && statusOf(outcome.refusal) >= 500) ticket.value.takeBack()
    return outcome
  } catch (error) {
    ticket.value.takeBack()
    throw error
  }
}

const fail = (app: App, c: Context<HttpEnv>, failure: LegacyFailure): Response =>
  respond(c, failureBody(failure), statusOf(failure), failureHeaders(failure, app.clock.nowMs()))

function respond(c: Context<HttpEnv>, body: Body, status: number, headers: Record<string, string> = {}): Response {
  const standing = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store, private',
    'X-Content-Type-Options': 'nosniff',
  }
  return c.newResponse(JSON.stringify(body), { status: status as 200, headers: { ...standing, ...headers } })
}
