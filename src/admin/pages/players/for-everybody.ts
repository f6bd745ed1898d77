// Public addresses, once something is published: the feed, the page for players, its picture, and packages. Before that
// they are unknown. They know no visitor (docs/releases.md).
import type { Context, Hono } from 'hono'
import type { App } from '../../../app/app.ts'
import { createFeeds, type Document, type Feed, type FeedAddresses } from '../../../app/releases/feed.ts'
import { packageNamed } from '../../../app/releases/read-releases.ts'
import { packagePath } from '../../../app/releases/release-files.ts'
import { presentRelease } from '../../../domain/release.ts'
import { foreignHost, hostOf, wrongHost } from '../../../http/own-names.ts'
import { noteRequest } from '../../../http/request-log.ts'
import type { HttpEnv } from '../../../http/request-target.ts'
import { assetUrl } from '../../assets.ts'
import { isSecure } from '../../connection.ts'
import { progressPicture } from '../../parts/work/progress-picture.ts'
import type { SiteConfig } from '../../visit.ts'
import { isNotModified, sendPackage } from './packages.ts'
import { playersPage } from './players-page.ts'

type C = Context<HttpEnv>

const FEED_PATH = '/api/public/v1/releases'
const PLAYERS_PATH = '/releases'

const keptSeconds = 300
const KEPT = { 'Cache-Control': `public, max-age=${keptSeconds}` }
const FOR_OTHER_SITES = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }

const addressesOf = (base: string): FeedAddresses => ({
  page: `${base}${PLAYERS_PATH}`,
  packageOf: (name) => `${base}${PLAYERS_PATH}/packages/${encodeURIComponent(name)}`,
})

function sent(c: C, { status, body, etag }: Document): Response {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', ETag: etag, ...KEPT, ...FOR_OTHER_SITES }
  if (status === 200 && isNotModified(c.req.header('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  return new Response(Uint8Array.from(body), { status, headers })
}

type Show = (c: C, feed: Feed, addresses: FeedAddresses) => Response | Promise<Response | null>

/** `speak` answers in the visitor's language, under this server's names only. */
export function mountForEverybody(
  hono: Hono<HttpEnv>,
  app: App,
  config: SiteConfig,
  speak: (c: C, act: () => Promise<Response>) => Promise<Response>,
): void {
  const feedOf = createFeeds(app, addressesOf)
  const mount = (path: string, show: Show): void => {
    hono.get(path, async (c, next) => {
      noteRequest(c, { route: `GET ${path}` })
      // Before a feed is made for the name.
      const foreign = foreignHost(config, c.req.raw)
      if (foreign !== null) return await speak(c, async () => wrongHost(foreign))
      const base = `${isSecure(config, c) ? 'https' : 'http'}://${hostOf(config, c.req.raw)}`
      const feed = feedOf(base)
      if (feed === null) return await next()
      return await speak(c, async () => (await show(c, feed, addressesOf(base))) ?? c.text('not found\n', 404))
    })
  }
  mount(FEED_PATH, (c, { everything }) => sent(c, everything))
  mount(`${FEED_PATH}/latest`, (c, { latest }) => sent(c, latest))
  mount(`${FEED_PATH}/latest/:slug`, (c, { latestOf }) => sent(c, latestOf(c.req.param('slug') ?? '')))
  mount(PLAYERS_PATH, async (c, { releases }, addresses) => {
    const parts = { releases, addresses, style: assetUrl('site.css'), picture: `${PLAYERS_PATH}/progress.svg` }
    return c.html(await playersPage(parts), 200, { ...KEPT, Vary: 'Accept-Language' })
  })
  mount(`${PLAYERS_PATH}/progress.svg`, async (c, { releases }) => {
    const rows = (presentRelease(releases) ?? releases[0])?.rows ?? { all: 0, manual: 0, machine: 0 }
    const svg = progressPicture({ ...rows, translated: rows.manual + rows.machine })
    const headers = { 'Content-Type': 'image/svg+xml', ...KEPT, ...FOR_OTHER_SITES, Vary: 'Accept-Language' }
    return c.body(svg, 200, headers)
  })
  mount(`${PLAYERS_PATH}/packages/:name`, async (c, { releases }) => {
    const found = packageNamed(releases, c.req.param('name') ?? '')
    if (found === null) return null
    if (found.isWithdrawn) return c.text('this release was withdrawn\n', 410)
    return await sendPackage(packagePath(app, found.file.name), found.file, c.req.method, (name) => c.req.header(name))
  })
}
