// Decides whether windrow may listen on its address (keys travel over HTTPS only), and which names its site has, so that a
// foreign page is recognised.
import { isIP } from 'node:net'
import { ok, refuse, type Result } from '../base/result.ts'
import { isLoopback } from './network.ts'
import type { Config } from './schema.ts'

/** What protects keys on their way to this process; `insecure`: nothing does, because the configuration allows that. */
type Exposure = 'loopback' | 'tls' | 'trusted_proxy' | 'insecure'

/**
 * Whether windrow may listen on its address: keys travel over HTTPS only (docs/operations.md#transport). Refuses with
 * the reason why windrow can't start.
 */
export function exposureOf(
  config: Pick<Config, 'host' | 'tls' | 'trustedProxy' | 'allowInsecureHttp'>,
): Result<Exposure, string> {
  const { cert, key } = config.tls
  if ((cert === null) !== (key === null)) {
    const [given, lacking] = cert === null ? ['tls.key', 'tls.cert'] : ['tls.cert', 'tls.key']
    return refuse(`${given} is set but ${lacking} is not; TLS needs both, so set ${lacking} too`)
  }
  if (cert !== null) return ok('tls')
  if (config.trustedProxy.length > 0) return ok('trusted_proxy')
  if (isLoopback(config.host)) return ok('loopback')
  if (config.allowInsecureHttp) return ok('insecure')
  return refuse(
    `${config.host} is reachable from other machines, and keys must travel over HTTPS only; ` +
      'set tls.cert and tls.key, or trusted_proxy (the address of your HTTPS proxy), or listen on 127.0.0.1; ' +
      'allow_insecure_http: true starts without any protection',
  )
}

// The names of this site. A foreign page can point its own name at our address (DNS rebinding) and then sends requests
// with our origin, but its name is in the Host header. Addresses can't be rebound.

type Named = Pick<Config, 'host' | 'publicNames' | 'trustedProxy'> & { readonly tls: { readonly cert: string | null } }

/**
 * A test for Host headers: `name`, `name:port` or `[address]:port`. Names of this machine and `public_names` are always good. If other
 * machines can connect, so are addresses and the name in `host`; and with our own TLS and no public names, any name, because the browser
 * has compared it with the certificate.
 */
export function ownHostTest({ host, publicNames, trustedProxy, tls }: Named): (hostHeader: string) => boolean {
  const names = new Set(publicNames.map((name) => name.toLowerCase()))
  const isOnlyLocal = isLoopback(host) && trustedProxy.length === 0
  return (hostHeader) => {
    const name = nameIn(hostHeader)
    if (isLoopback(name) || names.has(name)) return true
    if (isOnlyLocal) return false
    if (isIP(name) !== 0 || name === host.toLowerCase()) return true
    return tls.cert !== null && names.size === 0
  }
}

/** The name in a Host header, in lower case, without brackets and port. */
const nameIn = (hostHeader: string): string =>
  /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(hostHeader.trim().toLowerCase())?.slice(1).find(Boolean) ?? hostHeader

/** The site's address for people. Behind a proxy that is its first public name, and with our own TLS that name with our port. */
export function publicUrlOf({ publicNames: [name], trustedProxy, tls }: Omit<Named, 'host'>, url: string): string {
  if (name === undefined) return url
  if (trustedProxy.length > 0) return `https://${name}`
  return tls.cert === null ? url : Object.assign(new URL(url), { hostname: name }).origin
}
