// Sends one request of a webhook. It connects only to addresses that were checked, follows no redirect, takes no proxy,
// verifies certificates, and ends within 10 s. It cuts the connection after the head of the answer, so an endless body
// costs nothing.
import { lookup as resolve, type LookupAddress } from 'node:dns'
import { type ClientRequest, request as requestHttp, type RequestOptions } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createKeyedMutex } from '../../base/keyed-mutex.ts'
import type { Outcome } from '../../domain/webhook.ts'
import { hostIn, isNamedHost, isPublicAddress } from './guard.ts'

interface Post {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PostRules {
  /** They may be private, and reached over http. */
  readonly namedHosts: readonly string[]
  readonly signal: AbortSignal
  /** Set by tests with a certificate of their own. */
  readonly ca?: string
  readonly timeoutMs?: number
  /** Set by tests of names. */
  readonly addressesOf?: (host: string) => Promise<readonly LookupAddress[]>
}

const timeoutMsDefault = 10_000
const headBytesMax = 16_384
const retryAfterSecondsMax = 3_600

/** Names are resolved one at a time: resolving takes one of the process's four threads, which also flush the store. */
const resolving = createKeyedMutex()
const lookupWaitMsMax = 10_000

async function resolved(host: string): Promise<readonly LookupAddress[]> {
  const found = await resolving.run(
    '',
    lookupWaitMsMax,
    async () =>
      new Promise<readonly LookupAddress[]>((done) =>
        resolve(host, { all: true }, (error, addresses) => done(error === null ? addresses : [])),
      ),
  )
  return found.ok ? found.value : []
}

/** Resolves when the server answered or could not be reached; never throws, also where the runtime forbids a connection (Deno). */
export const post = (request: Post, rules: PostRules): Promise<Outcome> =>
  send(request, rules).catch(() => ({ code: 'not_reached' }))

async function send({ address, headers, body }: Post, rules: PostRules): Promise<Outcome> {
  const url = new URL(address)
  const host = hostIn(url)
  const isNamed = isNamedHost(url, rules.namedHosts)
  if (url.protocol !== 'https:' && !isNamed) return { code: 'needs_https' }
  const within = AbortSignal.any([rules.signal, AbortSignal.timeout(rules.timeoutMs ?? timeoutMsDefault)])
  const family = isIP(host)
  const found =
    family === 0
      ? await Promise.race([(rules.addressesOf ?? resolved)(host), aborted(within)])
      : [{ address: host, family }]
  if (found === null) return { code: 'timeout' }
  if (found.length === 0) return { code: 'no_such_host' }
  // One private address among several is enough: no honest name has both.
  if (!isNamed && !found.every((each) => isPublicAddress(each.address))) return { code: 'private_address' }
  const options: RequestOptions & { readonly ca?: string } = {
    method: 'POST',
    headers: { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' },
    lookup: answering(found),
    maxHeaderSize: headBytesMax,
    signal: within,
  }
  const sent =
    url.protocol === 'https:'
      ? requestHttps(url, { ...options, agent: new Agent(), ...(rules.ca !== undefined && { ca: rules.ca }) })
      : requestHttp(url, { ...options, agent: false })
  return await outcomeOf(sent, body, within)
}

/** Returns the checked addresses, even if the name resolves to others now. */
const answering =
  (found: readonly LookupAddress[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = found as readonly [LookupAddress]
    if (options.all === true) done(null, [...found])
    else done(null, first.address, first.family)
  }

const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise((done) => {
    if (signal.aborted) done(null)
    else signal.addEventListener('abort', () => done(null), { once: true })
  })

const outcomeOf = (sent: ClientRequest, body: string, within: AbortSignal): Promise<Outcome> =>
  new Promise((done) => {
    sent.on('response', (answer) => {
      answer.on('error', () => {})
      const status = answer.statusCode ?? 0
      const isDelivered = status >= 200 && status < 300
      done(isDelivered ? { code: 'delivered' } : { code: 'refused', status, retryAfterMs: waitIn(answer.headers) })
      answer.destroy()
      sent.destroy()
    })
    sent.on('error', (error: NodeJS.ErrnoException) =>
      done({ code: within.aborted ? 'timeout' : isOfCertificate(error) ? 'bad_certificate' : 'not_reached' }),
    )
    sent.on('close', () => done({ code: within.aborted ? 'timeout' : 'not_reached' }))
    sent.end(body)
  })

const waitIn = (headers: Readonly<Record<string, unknown>>): number => {
  const seconds = Number(headers['retry-after'])
  return seconds > 0 ? Math.min(seconds, retryAfterSecondsMax) * 1_000 : 0
}

/** Codes of OpenSSL's verification, and Node's own of names that do not match. */
const isOfCertificate = ({ code = '', message }: NodeJS.ErrnoException): boolean =>
  /CERT|SIGNATURE|ALTNAME|SELF_SIGNED|ISSUER/.test(code) || /certificate/i.test(message)
