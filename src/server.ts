// The composition root: every address of windrow on one screen. API v1, the legacy endpoint and the site know nothing of
// one another; here each gets its place. Routing looks at the path as it was sent, never at a normalized one.
import type { Hono } from 'hono'
import type { SiteConfig } from './admin/visit.ts'
import type { App } from './app/app.ts'
import { BASE_PATH, v1NotFound, v1Routes } from './api-v1/routes.ts'
import { V2_BASE_PATH } from './api-v2/base-path.ts'
import { exposureOf } from './config/exposure.ts'
import { ownHostTest } from './config/own-host.ts'
import type { Config } from './config/schema.ts'
import { BodyRoom } from './http/body-room.ts'
import { MCP_PATH } from './mcp/base-path.ts'
import { type HttpEnv, rawPath, type RequestEnv } from './http/request-target.ts'
import { versionInfo } from './runtime/version.ts'
import { freshen } from './store/store.ts'

interface WindrowServer {
  /** Answers every request. */
  readonly fetch: (request: Request, env?: RequestEnv) => Response | Promise<Response>
  /** Answers a plain GET of API v1 from what came in; false for all else. */
  readonly answerAtOnce: ReturnType<typeof v1Routes>['answerAtOnce']
}

/** Puts the server together. */
export function buildServer(app: App, config: Config): WindrowServer {
  // API v1 sees to its own view of the store, log line and faults: no middleware stands before it.
  const v1 = v1Routes(app)
  let v2: Promise<ReturnType<typeof import('./api-v2/routes.ts').v2Routes>> | null = null
  let mcp: Promise<ReturnType<typeof import('./mcp/http.ts').mcpOverHttp>> | null = null
  let others: Promise<Hono<HttpEnv>> | null = null
  const bodies = new BodyRoom({ bytesMax: config.bodiesMibMax * 2 ** 20, arriveMsMax: config.bodyTimeout * 1000 })
  const exposure = exposureOf(config)
  const isPublic = !exposure.ok || exposure.value !== 'loopback'
  const names = { ...config, isOwnHost: ownHostTest(config), isPublic }
  return {
    fetch(request, surroundings) {
      const env = surroundings === undefined ? undefined : { ...surroundings, bodies }
      if (env?.incoming !== undefined && rawPath(request, env) !== uploadPath) bodies.watch(env.incoming)
      if (isUnder(BASE_PATH, rawPath(request, env))) {
        return v1.fetch(request, env).catch((error: unknown) => failed(app, error))
      }
      if (isUnder(V2_BASE_PATH, rawPath(request, env))) {
        v2 ??= import('./api-v2/routes.ts').then(({ v2Routes }) => v2Routes(app))
        return v2.then((answer) => answer(request, env)).catch((error: unknown) => failed(app, error))
      }
      if (isUnder(MCP_PATH, rawPath(request, env))) {
        mcp ??= import('./mcp/http.ts').then(({ mcpOverHttp }) => mcpOverHttp(app, versionInfo().version, names))
        return mcp.then((answer) => answer(request, env)).catch((error: unknown) => failed(app, error))
      }
      others ??= otherRoutes(app, names)
      return others.then((routes) => routes.fetch(request, env)).catch((error: unknown) => failed(app, error))
    },
    answerAtOnce: (env) => v1.answerAtOnce({ ...env, bodies }),
  }
}

/** The one address that takes files of the game, as large and as slowly as they come. */
const uploadPath = '/admin/imports'

const isUnder = (base: string, path: string): boolean =>
  path.startsWith(base) && (path.length === base.length || path[base.length] === '/')

/** The site and the legacy endpoint, loaded when they are first asked for: half of the program's files, and a start shall be quick. */
async function otherRoutes(app: App, names: SiteConfig): Promise<Hono<HttpEnv>> {
  const [{ Hono }, { requestLog }, { adminRoutes, withHeaders }, { legacyRoutes }, { documentRoutes }] =
    await Promise.all([
      import('hono'),
      import('./http/request-log.ts'),
      import('./admin/routes.ts'),
      import('./api-legacy/routes.ts'),
      import('./openapi/served.ts'),
    ])
  const others = new Hono<HttpEnv>({ getPath: rawPathOf })
  others.use(requestLog(app), async (_c, next) => {
    freshen(app.store)
    await next()
  })
  others.route('/', documentRoutes(versionInfo().version))
  others.route('/', legacyRoutes(app))
  others.route('/', adminRoutes(app, names))
  others.get('/', (c) => withHeaders(names, c, c.redirect('/admin/')))
  others.notFound((c) =>
    /^\/+api\b/.test(c.req.path) ? v1NotFound() : withHeaders(names, c, c.text('not found\n', 404)),
  )
  others.onError((error) => failed(app, error))
  return others
}

function failed(app: App, error: unknown): Response {
  app.log.error('a request failed', { err: error })
  const headers = { 'Content-Type': 'text/plain; charset=UTF-8', 'X-Content-Type-Options': 'nosniff' }
  return new Response('windrow has a fault that is not yours; try again later\n', { status: 500, headers })
}

const rawPathOf = (request: Request, options?: { env?: RequestEnv | undefined }): string =>
  rawPath(request, options?.env)
