// The composition root: every address of windrow on one screen. API v1, the legacy endpoint and the site know nothing of
// one another; here each gets its place. Routing looks at the path as it was sent, never at a normalized one.
import { Hono } from 'hono'
import type { App } from './app/app.ts'
import { BASE_PATH, v1NotFound, v1Routes } from './api-v1/routes.ts'
import type { Config } from './config/schema.ts'
import { requestLog } from './http/request-log.ts'
import { type HttpEnv, rawPath, type RequestEnv } from './http/request-target.ts'
import { freshen } from './store/store.ts'

/** Puts the server together; its `fetch` answers every request. */
export function buildServer(app: App, config: Config): Hono<HttpEnv> {
  const server = new Hono<HttpEnv>({ getPath: rawPathOf })
  // API v1 sees to its own view of the store, log line and faults, in one pass: no middleware stands before it.
  server.route(BASE_PATH, v1Routes(app))
  let others: Promise<Hono<HttpEnv>> | null = null
  server.notFound(async (c) => (await (others ??= otherRoutes(app, config))).fetch(c.req.raw, c.env))
  return server
}

/** The site and the legacy endpoint, loaded when they are first asked for: half of the program's files, and a start shall be quick. */
async function otherRoutes(app: App, config: Config): Promise<Hono<HttpEnv>> {
  const [{ adminRoutes }, { legacyRoutes }] = await Promise.all([
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
  others.onError((error, c) => {
    app.log.error('a request failed', { err: error })
    return c.text('windrow has a fault that is not yours; try again later\n', 500)
  })
  return others
}

const rawPathOf = (request: Request, options?: { env?: RequestEnv | undefined }): string =>
  rawPath(request, options?.env)
