// Public addresses, once something is published: the feed, the page for players, its picture, and packages. Before that
// they are unknown. They know no visitor (docs/releases.md).
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { Context, Hono } from 'hono'
import type { App } from '../../../app/app.ts'
import { createFeeds, type Document, type Feed, type FeedAddresses } from '../../../app/releases/feed.ts'
import { packageNamed } from '../../../app/releases/read-releases.ts'
import { packagePath } from '../../../app/releases/release-files.ts'
import { isOfAnotherGame } from '../../../app/rules.ts'
import type { HashedFile } from '../../../domain/release.ts'
import { foreignHost, hostOf, wrongHost } from '../../../http/own-names.ts'
import { noteRequest } from '../../../http/request-log.ts'
import type { HttpEnv } from '../../../http/request-target.ts'
import { assetUrl } from '../../assets.ts'
import { isSecure } from '../../gatekeeper.ts'
import type { SiteConfig } from '../../visit.ts'
import { picturedProgress, playersPage } from './players-page.ts'

type C = Context<HttpEnv>

// Sends a package from the disk in small pieces, as fast as the client takes them: whole, or one range of it. A package of that name
// never changes, so its digest is its strong ETag (RFC 9110, 13 and 14).

const pieceBytes = 64 * 1024

interface Range {
  readonly start: number
  /** The last byte, which belongs to the range. */
  readonly end: number
}

/** The one range asked for; null: none, or a form that a server may ignore; `unsatisfiable`: beyond the file. */
function rangeOf(header: string | undefined, sizeBytes: number): Range | null | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '')
    return Number(to) === 0 ? 'unsatisfiable' : { start: Math.max(0, sizeBytes - Number(to)), end: sizeBytes - 1 }
  const [start, end] = [Number(from), to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)]
  if (to !== '' && Number(to) < start) return null
  return start >= sizeBytes ? 'unsatisfiable' : { start, end }
}

const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag)

/** Sends a package. Null: the file is not there, or not as it was published. */
async function sendPackage(
  { req }: C,
  path: string,
  { name, sizeBytes, sha256 }: HashedFile,
): Promise<Response | null> {
  const etag = `"${sha256}"`
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    ETag: etag,
  }
  if (isNotModified(req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const isOfThis = (req.header('if-range') ?? etag) === etag
  const range = isOfThis && req.method === 'GET' ? rangeOf(req.header('range'), sizeBytes) : null
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${sizeBytes}` } })
  }
  if (!(await isThere(path, sizeBytes))) return null
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 }
  const sized = { ...headers, 'Content-Length': String(end - start + 1) }
  if (req.method === 'HEAD') return new Response(null, { headers: sized })
  const body = piecesOf(path, start, end)
  if (range === null) return new Response(body, { headers: sized })
  return new Response(body, {
    status: 206,
    headers: { ...sized, 'Content-Range': `bytes ${start}-${end}/${sizeBytes}` },
  })
}

async function isThere(path: string, sizeBytes: number): Promise<boolean> {
  try {
    return (await stat(path)).size === sizeBytes
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** One piece is in memory at a time: the next one is read when the client has room. */
function piecesOf(path: string, start: number, end: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = start
  let file: FileHandle | null = null
  return new ReadableStream(
    {
      async pull(controller) {
        file ??= await open(path, 'r')
        const piece = new Uint8Array(Math.min(pieceBytes, end + 1 - at))
        const { bytesRead } = await file.read(piece, 0, piece.length, at)
        at += bytesRead
        if (bytesRead > 0) controller.enqueue(piece.subarray(0, bytesRead))
        if (bytesRead > 0 && at <= end) return
        await file.close()
        if (at > end) controller.close()
        else controller.error(new Error('the package became shorter'))
      },
      cancel: () => file?.close(),
    },
    { highWaterMark: 0 },
  )
}

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
    const parts = {
      releases,
      addresses,
      style: assetUrl('site.css'),
      picture: `${PLAYERS_PATH}/progress.svg`,
      isOther: isOfAnotherGame(app),
    }
    return c.html(await playersPage(parts), 200, { ...KEPT, Vary: 'Accept-Language' })
  })
  mount(`${PLAYERS_PATH}/progress.svg`, async (c, { releases }) => {
    const headers = { 'Content-Type': 'image/svg+xml', ...KEPT, ...FOR_OTHER_SITES, Vary: 'Accept-Language' }
    return c.body(picturedProgress(releases), 200, headers)
  })
  mount(`${PLAYERS_PATH}/packages/:name`, async (c, { releases }) => {
    const found = packageNamed(releases, c.req.param('name') ?? '')
    if (found === null) return null
    if (found.isWithdrawn) return c.text('this release was withdrawn\n', 410)
    return await sendPackage(c, packagePath(app, found.file.name), found.file)
  })
}
