// Every address that a server answers, read from the tables of all faces, so that whoever walks them meets a new one by itself.
import type { Hono } from 'hono'
import { adminRoutes } from '../../src/admin/routes.ts'
import { TYPE_OF_ACTION } from '../../src/api-legacy/requests.ts'
import { legacyRoutes } from '../../src/api-legacy/routes.ts'
import { BASE_PATH, ROUTES } from '../../src/api-v1/routes.ts'
import { V2_BASE_PATH } from '../../src/api-v2/base-path.ts'
import { V2_ROUTES } from '../../src/api-v2/routes.ts'
import { healthOf } from '../../src/app/upkeep/health.ts'
import type { App } from '../../src/app/app.ts'
import { ownHostTest } from '../../src/config/exposure.ts'
import { healthRoutes } from '../../src/http/health.ts'
import type { HttpEnv } from '../../src/http/request-target.ts'
import { documentRoutes } from '../../src/openapi/served.ts'
import { plainConfig } from './plain-config.ts'

const routesOf = (hono: Hono<HttpEnv>): string[] => hono.routes.map(({ method, path }) => `${method} ${path}`)

/** What MCP lists, by the method that lists it. */
const LISTS = { tools: 'tools/list', resources: 'resources/list', prompts: 'prompts/list' } as const

/** `GET /api/v1/rows`, `legacy propose`, `tools look`: each once. `askMcp`: the result of a method. */
export async function everyRoute(
  app: App,
  askMcp: (method: string) => Promise<Readonly<Record<string, readonly { readonly name: string }[]>>>,
): Promise<readonly string[]> {
  const config = plainConfig()
  const offered: string[] = []
  for (const [kind, method] of Object.entries(LISTS)) {
    const { [kind]: list = [] } = await askMcp(method)
    offered.push(method, ...list.map(({ name }) => `${kind} ${name}`))
  }
  return [
    ...new Set([
      ...ROUTES.map(({ method, path }) => `${method} ${BASE_PATH}${path}`),
      ...V2_ROUTES.map(({ method, path }) => `${method} ${V2_BASE_PATH}${path}`),
      ...routesOf(legacyRoutes(app)),
      ...Object.keys(TYPE_OF_ACTION).map((action) => `legacy ${action}`),
      ...offered,
      ...routesOf(healthRoutes('0', () => healthOf(app))),
      ...routesOf(documentRoutes('0')),
      ...routesOf(adminRoutes(app, { ...config, isOwnHost: ownHostTest(config), isPublic: false })),
    ]),
  ]
}
