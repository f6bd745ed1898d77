// Who comes in: foreign host names on loopback, requests that another site started, forms without their token and people
// without the permission are turned away here, before any page runs. And what every answer of the site carries.
import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { readSessionUser } from '../app/sign-in.ts'
import { clientAddress } from '../http/client-address.ts'
import { readBody } from '../http/read-body.ts'
import type { HttpEnv } from '../http/request-target.ts'
import { putVisitorSecret, readSessionSecret, readVisitorSecret, tokenOf } from './cookies.ts'
import type { OpenVisit, Site, SiteConfig } from './visit.ts'

type C = Context<HttpEnv>

const formBytesMax = 2 * 1024 * 1024
const visitorSecretBytes = 32

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'X-Robots-Tag': 'noindex, nofollow',
}

/** Puts the headers on that the answer doesn't say otherwise. */
export function addHeaders(response: Response): void {
  for (const [name, value] of Object.entries(HEADERS))
    if (!response.headers.has(name)) response.headers.set(name, value)
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store, private')
}

const isLoopbackName = (host: string): boolean =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|::1)$/i.test(host.replace(/:\d+$/, ''))

/** On loopback only this machine's own names are good: a foreign one is another site's attempt to be us (DNS rebinding). */
export function isForeignHost(config: SiteConfig, hostHeader: string): boolean {
  if (config.trustedProxy.length > 0 || !isLoopbackName(config.host)) return false
  return !isLoopbackName(hostHeader)
}

/** Whether the browser says that another site started the request. Clients that say nothing have the token to show. */
export function isCrossSite(headers: Headers, host: string, takesNullOrigin = false): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return true
  const origin = headers.get('origin')
  if (origin === null) return false
  if (origin === 'null') return site === null && !takesNullOrigin
  return !URL.canParse(origin) || new URL(origin).host !== host.replace(/:(80|443)$/, '')
}

/** The token is compared in constant time. */
export function isRightToken(expected: string, given: string | null): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given ?? '')]
  return a.length === b.length && timingSafeEqual(a, b)
}

export function hostOf(site: Site, c: C): string {
  const forwarded =
    site.config.trustedProxy.length > 0 ? c.req.header('x-forwarded-host')?.split(',')[0]?.trim() : undefined
  return forwarded ?? c.req.header('host') ?? new URL(c.req.url).host
}

function isSecure(site: Site, c: C): boolean {
  if (site.config.tls.cert !== null || new URL(c.req.url).protocol === 'https:') return true
  return site.config.trustedProxy.length > 0 && c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim() === 'https'
}

/** Finds out who visits. A visitor without a session gets a random cookie, from which the token of their forms is made. */
export function openVisit(site: Site, c: C): OpenVisit {
  const { app } = site
  const secure = isSecure(site, c)
  const sessionSecret = readSessionSecret(c)
  const user = sessionSecret === null ? null : readSessionUser(app, sessionSecret)
  let secret = user === null ? readVisitorSecret(c) : sessionSecret
  if (secret === null) {
    secret = app.random.bytes(visitorSecretBytes).toString('base64url')
    putVisitorSecret(c, secret, secure)
  }
  return {
    site,
    app,
    c,
    url: new URL(c.req.url),
    user,
    token: tokenOf(secret),
    form: new URLSearchParams(),
    address: clientAddress(c.env),
    isSecure: secure,
  }
}

/** The fields of a form; null when it is no form, too large or broken off. */
export async function readForm(c: C): Promise<URLSearchParams | null> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) return null
  const body = await readBody(c.req.raw, c.env, formBytesMax)
  return body.ok ? new URLSearchParams(body.value.toString('utf8')) : null
}

/** Where to go after signing in: a page of this site, whatever the address said. */
export function safePath(path: string): string {
  return /^\/admin\/[\w\-./?=&%+]*$/.test(path) && !path.includes('//') && !path.includes('..') ? path : '/admin/'
}
