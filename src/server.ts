// The composition root: every address of windrow on one screen. API v1, the legacy endpoint and the site know nothing of
// one another; here each gets its place. Routing looks at the path as it was sent, never at a normalized one.
import type { IncomingMessage } from 'node:http'
import type { Hono } from 'hono'
import type { App } from './app/app.ts'
import { BASE_PATH, v1NotFound, v1Routes } from './api-v1/routes.ts'
import type { Config } from './config/schema.ts'
import { type HttpEnv, rawPath, type RequestEnv, viewOf } from './http/request-target.ts'
import type { WholeAnswer } from './runtime/plain-get.ts'
import { freshen } from './store/store.ts'

export interface WindrowServer {
  /** Answers every request. */
  readonly fetch: (request: Request, env?: RequestEnv) => Response | Promise<Response>
  /** Answers a plain GET of API v1 from what came in; null for all else. */
  readonly answerAtOnce: (env: RequestEnv & { readonly incoming: IncomingMessage }) => WholeAnswer | null
}

/** Puts the server together. */
export function buildServer(app: App, config: Config): WindrowServer {
  // API v1 sees to its own view of the store, log line and faults, in one pass: no router and no middleware stands before it.
  const v1 = v1Routes(app)
  let others: Promise<Hono<HttpEnv>> | null = null
  return {
    fetch(request, env) {
      if (isUnder(BASE_PATH, rawPath(request, env))) return v1.fetch(request, env)
      others ??= otherRoutes(app, config)
      return others.then((routes) => routes.fetch(request, env)).catch((error: unknown) => failed(app, error))
    },
    answerAtOnce(env) {
      const request = viewOf(env.incoming)
      return isUnder(BASE_PATH, rawPath(request, env)) ? v1.answerAtOnce(request, env) : null
    },
  }
}

const isUnder = (base: string, path: string): boolean =>
  path.startsWith(base) && (path.length === base.length || path[base.length] === '/')

/** The site and the legacy endpoint, loaded when they are first asked for: half of the program's files, and a start shall be quick. */
async function otherRoutes(app: App, config: Config): Promise<Hono<HttpEnv>> {
  const [{ Hono }, { requestLog }, { adminRoutes }, { legacyRoutes }] = await Promise.all([
    import('hono'),
    import('./http/request-log.ts'),
    import('./admin/routes.ts'),
    import('./api-legacy/routes.ts'),
  ])
  const others = new Hono<HttpEnv>({ getPath: rawPathOf })
  others.use(requestLog(app), async (_c, next) => {
    freshen(app.store)
    await next()
  })
  others.route('/', legacyRoutes(app))
  others.route('/', adminRoutes(app, config))
  others.get('/', (c) => c.redirect('/admin/'))
  others.notFound((c) => (/^\/+api\b/.test(c.req.path) ? v1NotFound() : c.text('not found\n', 404)))
  others.onError((error) => failed(app, error))
  return others
}

function failed(app: App, error: unknown): Response {
  app.log.error('a request failed', { err: error })
  const headers = { 'Content-Type': 'text/plain; charset=UTF-8' }
  return new Response('windrow has a fault that is not yours; try again later\n', { status: 500, headers })
}

const rawPathOf = (request: Request, options?: { env?: RequestEnv | undefined }): string =>
  rawPath(request, options?.env)
