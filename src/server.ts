// The composition root: every address of windrow on one screen. API v1, the legacy endpoint and the site know nothing of
// one another; here each gets its place. Routing looks at the path as it was sent, never at a normalized one.
import { Hono } from 'hono'
import type { App } from './app/app.ts'
import { adminRoutes } from './admin/routes.ts'
import { legacyRoutes } from './api-legacy/routes.ts'
import { BASE_PATH, v1NotFound, v1Routes } from './api-v1/routes.ts'
import type { Config } from './config/schema.ts'
import { requestLog } from './http/request-log.ts'
import { type HttpEnv, rawPath } from './http/request-target.ts'
import { freshen } from './store/store.ts'

/** Puts the server together; its `fetch` answers every request. */
export function buildServer(app: App, config: Config): Hono<HttpEnv> {
  const server = new Hono<HttpEnv>({ getPath: (request, options) => rawPath(request, options?.env) })
  // API v1 sees to its own view of the store, log line and faults, in one pass.
  server.route(BASE_PATH, v1Routes(app))

  server.use(requestLog(app), async (_c, next) => {
    freshen(app.store)
    await next()
  })
  server.route('/', legacyRoutes(app))
  server.route('/', adminRoutes(app, config))
  server.get('/', (c) => c.text('windrow is running; API v1 is at /api/v1/\n'))
  server.notFound((c) => (/^\/+api\b/.test(c.req.path) ? v1NotFound() : c.text('not found\n', 404)))
  server.onError((error, c) => {
    app.log.error('a request failed', { err: error })
    return c.text('windrow has a fault that is not yours; try again later\n', 500)
  })
  return server
}
