// The way of every request under /api/v1 (decisions §6, order of checks): address, key and account, switch, rate limit,
// ability; then the route's own work. Whatever happens, the answer has the envelope and the headers of the contract, and
// one line is logged. Hot: one pass, without middleware.
import type { KeyActor } from '../app/actor.ts'
import { admitV1Request, beginRequest, ceilingOf, isApiV1Enabled } from '../app/admit-request.ts'
import type { App } from '../app/app.ts'
import { authenticate, rememberUse } from '../app/authenticate.ts'
import { KEY_KINDS } from '../domain/vocabulary.ts'
import { createRequestIds, logRequest } from '../http/request-log.ts'
import { rawPath, type RequestEnv, type RequestView } from '../http/request-target.ts'
import { type Answer, failure, type Finished, finished, NO_RATE, type Rate, retryAfter } from './answer.ts'
import { lacking, type Need } from './ability-answers.ts'

/** A request that was let in. */
export interface Call {
  readonly app: App
  readonly request: RequestView
  readonly env: RequestEnv | undefined
  readonly actor: KeyActor
  /** From the address, as sent; empty where the route has none. */
  readonly rowId: string
}

export interface Route {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** Below the base path; `{row_id}` stands for 16 hex characters. */
  readonly path: string
  readonly needs: Need
  readonly answer: (call: Call) => Answer | Promise<Answer>
}

/** What is known of a request so far: for its headers and its log line. */
interface Visit {
  readonly id: string
  readonly startedMs: number
  route: Route | null
  actor: KeyActor | null
  rate: Rate
}

/** A GET is answered at once, what has a body later. */
export type Dispatch = (request: RequestView, env: RequestEnv | undefined) => Finished | Promise<Finished>

/** Makes the one handler of all addresses that begin with `basePath`. */
export function createDispatch(app: App, basePath: string, routes: readonly Route[]): Dispatch {
  const find = routeFinder(basePath, routes)
  const newId = createRequestIds(app.random)
  const finish = (visit: Visit, answer: Answer): Finished => {
    if (visit.actor !== null && visit.rate !== NO_RATE) rememberUse(app, visit.actor.key.id)
    const { id, startedMs, route, actor } = visit
    const who = { userId: actor?.user.id, keyPrefix: actor?.key.prefix }
    const record = { id, route: `v1.${route?.name ?? 'none'}`, status: answer.status, startedMs, ...who }
    logRequest(app.log, record, app.clock.monotonicMs())
    return finished(answer, visit.rate)
  }
  const fault = (visit: Visit, error: unknown): Finished => {
    app.log.error('a request failed', { id: visit.id, route: visit.route?.name, err: error })
    return finish(visit, failure('internal_error', { details: { request_id: visit.id } }))
  }
  return (request, env) => {
    const visit: Visit = { id: newId(), startedMs: app.clock.monotonicMs(), route: null, actor: null, rate: NO_RATE }
    try {
      const answer = answerOf(app, visit, find, request, env)
      if (!(answer instanceof Promise)) return finish(visit, answer)
      return answer.then((late) => finish(visit, late)).catch((error: unknown) => fault(visit, error))
    } catch (error) {
      return fault(visit, error)
    }
  }
}

type Find = (method: string, path: string) => { readonly route: Route; readonly rowId: string } | null

function routeFinder(basePath: string, routes: readonly Route[]): Find {
  const exact = new Map(routes.map((route) => [`${route.method} ${basePath}${route.path}`, { route, rowId: '' }]))
  const byRow = routes
    .filter(({ path }) => path.endsWith('/{row_id}'))
    .map((route) => ({ route, start: basePath + route.path.slice(0, -'{row_id}'.length) }))
  return (method, path) => {
    const known = exact.get(`${method} ${path}`)
    if (known !== undefined) return known
    const row = byRow.find(({ route, start }) => route.method === method && path.startsWith(start))
    const rowId = row === undefined ? '' : path.slice(row.start.length)
    return row !== undefined && /^[0-9a-fA-F]{16}$/.test(rowId) ? { route: row.route, rowId } : null
  }
}

function answerOf(
  app: App,
  visit: Visit,
  find: Find,
  request: RequestView,
  env: RequestEnv | undefined,
): Answer | Promise<Answer> {
  const found = find(request.method, rawPath(request, env))
  if (found === null) return failure('not_found')
  visit.route = found.route
  beginRequest(app)
  const authenticated = authenticate(app, request.headers.get('x-api-key') ?? undefined, KEY_KINDS)
  if (!authenticated.ok) return failure(authenticated.refusal)
  const actor = authenticated.value
  visit.actor = actor
  if (!isApiV1Enabled(app)) return failure('api_disabled')
  return (
    limited(app, visit, actor) ??
    lacking(found.route.needs, actor) ??
    found.route.answer({ app, request, env, actor, rowId: found.rowId })
  )
}

/** Counts the request; an answer when it may not go on. */
function limited(app: App, visit: Visit, actor: KeyActor): Answer | null {
  const limit = ceilingOf(actor)
  const admission = admitV1Request(app, actor)
  visit.rate = { limit, remaining: admission?.remaining ?? 0 }
  if (admission === null) return failure('limiter_unavailable', { headers: retryAfter(1) })
  if (admission.isAdmitted) return null
  const waitMs = admission.windowEndsAtMs - app.clock.nowMs()
  return failure('rate_limited', { headers: retryAfter(Math.max(1, Math.ceil(waitMs / 1000))) })
}
