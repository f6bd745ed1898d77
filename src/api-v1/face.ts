// A face as a Hono app, made from its table of routes: each route meets the steps of `ORDER` one after the other and then
// its own work. Loaded with the first request that is no plain GET: those take the express lane.
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import { rawPath, type RequestEnv, type RequestView } from '../http/request-target.ts'
import { type Answer, responseOf } from './answer.ts'
import {
  arrive,
  callOf,
  type Face,
  type FaceEnv,
  fault,
  finish,
  IDS,
  met,
  noSuchAddress,
  ORDER,
  type Route,
} from './visit.ts'

export type FaceFetch = (request: RequestView, env?: RequestEnv) => Promise<Response>

/** Answers every request at and below the face's base path. */
export function honoFace(face: Face): FaceFetch {
  const hono = new Hono<FaceEnv>({ getPath: (request, options) => rawPath(request, options?.env) })
  for (const route of face.routes) {
    hono.on(route.method, honoPath(face, route), arriving(face, route), workOf(route))
  }
  hono.notFound((c) => nowhere(face, c))
  hono.onError((error, c) => responseOf(fault(c.get('visit') ?? arrive(face, null, c.req.raw, c.env), error)))
  // A RequestView has every member of a Request that Hono and windrow look at here.
  return async (request, env) => await hono.fetch(request as Request, env)
}

/** `/rows/{row_id}` as Hono spells it. */
function honoPath({ basePath }: Face, { path }: Route): string {
  return basePath + path.replace(/\{\w+\}$/, (name) => `:id{${IDS[name]}}`)
}

function arriving(face: Face, route: Route): MiddlewareHandler<FaceEnv> {
  return async (c, next) => {
    // Hono answers HEAD with what GET has; here it is no method.
    if (c.req.raw.method !== route.method) return nowhere(face, c)
    const visit = arrive(face, route, c.req.raw, c.env)
    c.set('visit', visit)
    const answer = met(visit, ORDER)
    return answer === null ? await next() : end(c, answer)
  }
}

function workOf(route: Route): MiddlewareHandler<FaceEnv> {
  if ('answer' in route) return async (c) => end(c, await route.answer(callOf(c.get('visit'), c.req.param('id') ?? '')))
  let taking: Promise<MiddlewareHandler<FaceEnv>> | null = null
  const loaded = async (): Promise<MiddlewareHandler<FaceEnv>> => every(...(await route.takes()).steps)
  return async (c, next) => await (await (taking ??= loaded()))(c, next)
}

const nowhere = (face: Face, c: Context<FaceEnv>): Response =>
  responseOf(finish(arrive(face, null, c.req.raw, c.env), noSuchAddress(face)))

/** Ends the visit of a request with an answer. */
export const end = (c: Context<FaceEnv>, answer: Answer): Response => responseOf(finish(c.get('visit'), answer))
