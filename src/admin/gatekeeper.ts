// Prepares the visitor and headers of a request before any page runs.
import { isIP } from 'node:net'
import type { Context } from 'hono'
import { keepSession, readSessionActor } from '../app/people/sessions.ts'
import { hostOf } from '../http/own-names.ts'
import { clientAddress, type HttpEnv } from '../http/request-target.ts'
import * as cookies from './cookies.ts'
import type { OpenVisit, Site, SiteConfig } from './visit.ts'

// Whether a request came over TLS. A proxy's headers count only if trusted proxies are configured, because then only
// they can connect.

type C = Context<HttpEnv>

export function isSecure(config: SiteConfig, c: C): boolean {
  if (config.tls.cert !== null || new URL(c.req.url).protocol === 'https:') return true
  if (config.trustedProxy.length === 0) return false
  const proto = c.req.header('x-forwarded-proto') ?? /\bproto="?(https?)/i.exec(c.req.header('forwarded') ?? '')?.[1]
  return proto?.split(',').at(-1)?.trim().toLowerCase() === 'https'
}

const yearSeconds = 365 * 24 * 60 * 60

/**
 * No HSTS for IP addresses, where browsers ignore it, and for localhost, where it would shut out other local programs.
 */
function transportHeaders(config: SiteConfig, c: C): Readonly<Record<string, string>> {
  const name = hostOf(config, c.req.raw).replace(/:\d+$/, '')
  if (!isSecure(config, c) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || /^localhost$/i.test(name)) return {}
  return { 'Strict-Transport-Security': `max-age=${yearSeconds}` }
}

const visitorSecretBytes = 32

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
    "base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'X-Robots-Tag': 'noindex, nofollow',
}

export function addHeaders(config: SiteConfig, c: C, response: Response): Response {
  for (const [name, value] of Object.entries({ ...HEADERS, ...transportHeaders(config, c) }))
    if (!response.headers.has(name)) response.headers.set(name, value)
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store, private')
  return response
}

/** Makes a visit of a request, signed in or not. The cookie is random; the tokens of forms without a session are made of it. */
export function openVisit(site: Site, c: C): OpenVisit {
  const { app } = site
  const at = { c, isSecure: isSecure(site.config, c) }
  const sessionSecret = cookies.session.read(at)
  const actor = sessionSecret === null ? null : readSessionActor(app, sessionSecret)
  if (actor?.session != null) keepSession(app, actor.session)
  const known = actor === null ? cookies.visitor.read(at) : sessionSecret
  const secret = known ?? app.random.bytes(visitorSecretBytes).toString('base64url')
  if (known === null) cookies.visitor.put(at, secret)
  return {
    site,
    app,
    ...at,
    url: new URL(c.req.url),
    actor,
    user: actor?.user ?? null,
    token: cookies.tokenOf(secret, app.random),
    isOwnToken: (given) => cookies.isTokenOf(secret, given),
    form: new URLSearchParams(),
    file: null,
    address: clientAddress(c.env),
  }
}

/** The path, or the start page if the path is no page of this site. */
export function safePath(path: string): string {
  return /^\/admin\/[\w\-./?=&%+]*$/.test(path) && !path.includes('//') && !path.includes('..') ? path : '/admin/'
}

/** The page of the site that a form was sent from; the overview, if it is not known. */
export function pageBefore({ c, url }: OpenVisit): string {
  const before = c.req.header('referer') ?? ''
  if (!URL.canParse(before) || new URL(before).host !== url.host) return '/admin/'
  return safePath(`${new URL(before).pathname}${new URL(before).search}`)
}

/** Where to go after a form about a row: `asked` if it is on the workbench, else the row's card; without a row the overview. */
export function backToRow(asked: string, rowId: string | null): string {
  const bench = safePath(asked)
  return bench.startsWith('/admin/bench?') ? bench : rowId === null ? '/admin/' : `/admin/rows/${rowId}`
}
