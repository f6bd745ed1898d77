// Whether a request came over TLS. A proxy's headers count only if trusted proxies are configured, because then only
// they can connect.
import type { Context } from 'hono'
import { isIP } from 'node:net'
import { hostOf } from '../http/own-names.ts'
import type { HttpEnv } from '../http/request-target.ts'
import type { SiteConfig } from './visit.ts'

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
export function transportHeaders(config: SiteConfig, c: C): Readonly<Record<string, string>> {
  const name = hostOf(config, c.req.raw).replace(/:\d+$/, '')
  if (!isSecure(config, c) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || /^localhost$/i.test(name)) return {}
  return { 'Strict-Transport-Security': `max-age=${yearSeconds}` }
}
