// Puts the server together: a table of windrow's addresses, each with the loader of its handler. Routing compares the
// path as it was sent, never a normalized one.
import type { Hono } from 'hono'
import type { SignIns, SiteConfig } from './admin/visit.ts'
import type { Patience } from './agent/send-texts.ts'
import type { App } from './app/app.ts'
import { BASE_PATH, PARTS_OF_BATCHES, v1NotFound, v1Routes } from './api-v1/routes.ts'
import { V2_BASE_PATH } from './api-v2/base-path.ts'
import type { DraftModel, Drafts } from './app/bench/ask-draft.ts'
import { present } from './base/assert.ts'
import { type Load, loader } from './base/turn.ts'
import { exposureOf, ownHostTest, publicUrlOf } from './config/exposure.ts'
import type { Config } from './config/schema.ts'
import { BodyRoom } from './http/body-room.ts'
import { MCP_PATH } from './mcp/base-path.ts'
import { foreignHost } from './http/own-names.ts'
import { keyIn } from './http/sent-key.ts'
import { requestLog } from './http/request-log.ts'
import { type HttpEnv, rawPath, type RequestEnv } from './http/request-target.ts'
import { PARTS_OF_DOCUMENT, PARTS_OF_MCP, PARTS_OF_SITE, PARTS_OF_V2 } from './parts.ts'
import { versionInfo } from './runtime/version.ts'
import { freshen } from './store/view.ts'

type Fetch = (request: Request, env?: RequestEnv) => Response | Promise<Response>

interface WindrowServer {
  readonly fetch: Fetch
  /** Answers a plain request of API v1 without the objects of fetch; false for all others. */
  readonly answerAtOnce: V1['answerAtOnce']
}

type V1 = ReturnType<typeof v1Routes>

interface Place {
  /** Paths; one that ends in `/*` is also every path below it. A pattern also has paths that its place refuses. */
  readonly at: readonly (string | RegExp)[]
  /** Modules that are loaded first, each by itself. */
  readonly parts?: readonly Load[]
  readonly load: Load<Fetch>
}

/** The first entry that has a request's path answers it. All but API v1 are loaded late, at the latest with their first request. */
const placesOf = (
  app: App,
  v1: V1,
  site: SiteConfig,
  drafts: Drafts | null,
  signIns: () => Promise<SignIns>,
): readonly Place[] => [
  { at: [`${BASE_PATH}/*`], load: async () => v1.fetch },
  {
    at: [`${V2_BASE_PATH}/*`],
    parts: PARTS_OF_V2,
    load: async () => (await import('./api-v2/routes.ts')).v2Routes(app),
  },
  {
    at: [`${MCP_PATH}/*`],
    parts: PARTS_OF_MCP,
    load: async () => (await import('./mcp/http.ts')).mcpOverHttp(app, versionInfo().version, site),
  },
  {
    at: ['/health'],
    load: async () => {
      const [{ healthRoutes }, { healthOf }] = await Promise.all([
        import('./http/health.ts'),
        import('./app/upkeep/health.ts'),
      ])
      return healthRoutes(versionInfo().version, () => healthOf(app)).fetch
    },
  },
  {
    at: ['/metrics'],
    load: async () => {
      const [{ metricsRoutes }, { mayReadMetrics, metricsOf }] = await Promise.all([
        import('./http/metrics.ts'),
        import('./app/upkeep/metrics.ts'),
      ])
      const mayRead = (request: Request): boolean =>
        site.isPublic ? mayReadMetrics(app, keyIn(request.headers)) : foreignHost(site, request) === null
      return metricsRoutes({ mayRead, metricsNow: (held) => metricsOf(app, versionInfo().version, held) }).fetch
    },
  },
  {
    at: ['/openapi.json', '/llms.txt'],
    parts: PARTS_OF_DOCUMENT,
    load: async () => logged(app, site, (await import('./openapi/served.ts')).documentRoutes(versionInfo().version)),
  },
  {
    at: [/^\/+api\/+translations-api\.php\/*$/],
    parts: PARTS_OF_BATCHES,
    load: async () => logged(app, site, (await import('./api-legacy/routes.ts')).legacyRoutes(app)),
  },
  {
    at: ['/', '/admin/*', '/progress', '/progress.svg', '/*'],
    parts: PARTS_OF_SITE,
    load: async () => {
      const { adminRoutes } = await import('./admin/routes.ts')
      return logged(app, site, adminRoutes(app, site, drafts, await signIns()))
    },
  },
]

/** Takes files of the game, as large and as slowly as they come. */
const uploadPath = '/admin/imports'

/** `env`: has the key of the model that writes drafts, and the secrets of providers. */
export function buildServer(app: App, config: Config, env: Environment = {}): WindrowServer {
  const exposure = exposureOf(config)
  const isPublic = !exposure.ok || exposure.value !== 'loopback'
  const v1 = v1Routes(app)
  const site = { ...config, isOwnHost: ownHostTest(config), isPublic }
  const places = placesOf(app, v1, site, draftsOf(app, config, env), () => signInsOf(app, config, env))
  const loaders = new Map(places.map((place) => [place, loader(place.parts ?? [], place.load)]))
  const bodies = new BodyRoom({ bytesMax: config.bodiesMibMax * 2 ** 20, arriveMsMax: config.bodyTimeout * 1000 })
  return {
    async fetch(request, surroundings) {
      const env = surroundings === undefined ? undefined : { ...surroundings, bodies }
      const path = rawPath(request, env)
      if (env?.incoming !== undefined && path !== uploadPath) bodies.watch(env.incoming)
      const place = present(
        places.find(({ at }) => at.some((address) => isAt(address, path))),
        'a place',
      )
      try {
        return await (await present(loaders.get(place), 'a loader')())(request, env)
      } catch (error) {
        return failed(app, error)
      }
    },
    answerAtOnce: (env) => v1.answerAtOnce({ ...env, bodies }),
  }
}

/** A draft only reads, which nothing refuses for a while. */
const NO_PATIENCE: Patience = { pause: async () => {}, secondsMax: 0 }

type Environment = Readonly<Record<string, string | undefined>>

/** Null: the configuration names no endpoint. */
function draftsOf(app: App, { draft, data }: Config, env: Environment): Drafts | null {
  const { endpoint, model, provider, perDay } = draft
  if (endpoint === null) return null
  if (model === null) return { model: null, perDay }
  const settings = { ...draft, endpoint, model, data }
  const load = async (): Promise<Pick<DraftModel, 'write' | 'tryIt'>> => {
    const [{ localAgent }, { openDrafts, tryDrafts }] = await Promise.all([
      import('./agent/local.ts'),
      import('../packages/translator/src/draft-one.ts'),
    ])
    const draftOne = await openDrafts(settings, env)
    return {
      write: (actor, rowId, signal) => draftOne(localAgent(app, actor, NO_PATIENCE), rowId, signal),
      tryIt: (actor, signal) => tryDrafts(localAgent(app, actor, NO_PATIENCE), settings, env, signal),
    }
  }
  let loaded: ReturnType<typeof load> | null = null
  const now = (): ReturnType<typeof load> => (loaded ??= load())
  const write: DraftModel['write'] = async (...asked) => await (await now()).write(...asked)
  const tryIt: DraftModel['tryIt'] = async (...asked) => await (await now()).tryIt(...asked)
  return { model: { provider, model, write, tryIt }, perDay }
}

async function signInsOf(app: App, config: Config, env: Environment): Promise<SignIns> {
  const { providersOf } = await import('./app/providers/provider.ts')
  const { joining } = config.signIn
  const addressOf = (origin: string): string => publicUrlOf(config, origin)
  return { providers: providersOf(app, config.signIn, env), joining, addressOf }
}

function isAt(address: string | RegExp, path: string): boolean {
  if (typeof address !== 'string') return address.test(path)
  if (!address.endsWith('/*')) return path === address
  const base = address.slice(0, -2)
  return path.startsWith(base) && (path.length === base.length || path[base.length] === '/')
}

/** Adds a log line for each request, a fresh view of the store, and a 404 for an unknown address. */
async function logged(app: App, site: SiteConfig, routes: Hono<HttpEnv>): Promise<Fetch> {
  const { Hono } = await import('hono')
  const getPath = (request: Request, options?: { env?: RequestEnv | undefined }) => rawPath(request, options?.env)
  const all = new Hono<HttpEnv>({ getPath })
  all.use(requestLog(app), async (_c, next) => {
    freshen(app.store)
    await next()
  })
  all.route('/', routes)
  all.notFound(async (c) => {
    if (/^\/+api\b/.test(c.req.path)) return v1NotFound()
    return (await import('./admin/gatekeeper.ts')).addHeaders(site, c, c.text('not found\n', 404))
  })
  all.onError((error) => failed(app, error))
  return all.fetch
}

function failed(app: App, error: unknown): Response {
  app.log.error('a request failed', { err: error })
  const headers = { 'Content-Type': 'text/plain; charset=UTF-8', 'X-Content-Type-Options': 'nosniff' }
  return new Response('windrow has a fault that is not yours; try again later\n', { status: 500, headers })
}
