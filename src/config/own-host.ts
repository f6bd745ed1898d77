// Under which names the site is itself. A foreign page can point a name of its own at our address (DNS rebinding) and then
// speaks to us with our own origin; the Host header still gives it away. Addresses can't be rebound, names can.
import { isIP } from 'node:net'
import { isLoopback } from './network.ts'
import type { Config } from './schema.ts'

type Named = Pick<Config, 'host' | 'publicNames' | 'trustedProxy'> & { readonly tls: { readonly cert: string | null } }

/**
 * A test of what a Host header says (`name`, `name:port`, `[address]:port`). This machine's own names and `public_names`
 * are always good. Beyond loopback so are addresses and the name in `host`; and with TLS of our own, as long as no public
 * names are given, any name: a browser has held it against the certificate.
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

/** The name or address of a Host header, lower case, without brackets and port. */
const nameIn = (hostHeader: string): string =>
  /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(hostHeader.trim().toLowerCase())?.slice(1).find(Boolean) ?? hostHeader
