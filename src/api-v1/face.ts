// Serves a face (API v1, API v2 or MCP) with Hono. Loaded with the first request that the express lane leaves to it.
import { type Context, Hono } from 'hono'
import { type HttpEnv, rawPath, type RequestEnv, type RequestView } from '../http/request-target.ts'
import { responseOf } from './answer.ts'
import { packed } from './pack-answer.ts'
import { answerVisit, arrive, type Face, fault, finish, IDS, noSuchAddress, type Route, workOf } from './visit.ts'

export type FaceFetch = (request: RequestView, env?: RequestEnv) => Promise<Response>

export function honoFace(face: Face): FaceFetch {
  const hono = new Hono<HttpEnv>({ getPath: (request, options) => rawPath(request, options?.env) })
  const visitOf = (c: Context<HttpEnv>, route: Route | null) => arrive(face, route, c.req.raw, c.env)
  const nowhere = (c: Context<HttpEnv>): Response => responseOf(finish(visitOf(c, null), noSuchAddress(face)))
  for (const route of face.routes) {
    const work = workOf(route)
    hono.on(route.method, honoPath(face, route), async (c) => {
      // Hono answers HEAD like GET, but the API has no HEAD.
      if (c.req.raw.method !== route.method) return nowhere(c)
      const answer = await answerVisit(visitOf(c, route), work, c.req.param('id') ?? '')
      return responseOf((await packed(answer, c.req.header('accept-encoding'))) ?? answer)
    })
  }
  hono.notFound(nowhere)
  hono.onError((error, c) => responseOf(fault(visitOf(c, null), error)))
  // A RequestView has all members of a Request that are used here.
  return async (request, env) => await hono.fetch(request as Request, env)
}

/** The path in Hono's spelling: `/rows/{row_id}` becomes `/rows/:row_id`. */
function honoPath({ basePath }: Face, { path }: Route): string {
  return basePath + path.replace(/\{\w+\}/, (name) => `:id{${IDS[name]}}`)
}
