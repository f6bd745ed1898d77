// Whether windrow may listen on its address: keys travel over HTTPS only (docs/decisions.md#10-transport).
import { ok, refuse } from '../base/result.ts'
import type { Result } from '../base/result.ts'
import { isLoopback } from './network.ts'
import type { Config } from './schema.ts'

/** The protection of keys on their way; `insecure`: none, as configured. */
type Exposure = 'loopback' | 'tls' | 'trusted_proxy' | 'insecure'

/** Refuses with the reason why windrow can't start. */
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
