// Listens on Node and Deno: HTTP or HTTPS, with limits on connections and slow clients. With `trusted_proxy` only
// listed proxies and this machine may connect, and only requests forwarded from HTTPS are answered
// (docs/decisions.md#10-transport).
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Config } from '../config/schema.ts'
import { keepCertificate, readPair } from './certificate.ts'
import { ListenFailed } from './listen-failed.ts'
import { PerAddress } from './per-address.ts'
import { createProxyRules, type ProxyRules } from './proxy-rules.ts'
import { Untaken } from './untaken.ts'

export interface RequestSurroundings {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** The client's address, also behind trusted proxies. */
  readonly clientAddress?: string
}

export type Fetch = (request: Request, env: RequestSurroundings) => Response | Promise<Response>

/** Answers without fetch's objects, which are loaded late; false: the request is left to `Fetch`. */
type AnswerAtOnce = (env: RequestSurroundings) => boolean

export interface Listener {
  readonly url: string
  readonly port: number
  /** Finishes running requests, cuts the others after 4 s, frees the port. */
  readonly close: () => Promise<void>
}

const headerBytesMax = 16 * 1024
const handshakeMsMax = 10_000
const slowClientsEveryMs = 1_000
const untakenEveryMs = 500
const closeMsMax = 4_000
const idleCheckEveryMs = 25

export async function listen(
  fetch: Fetch,
  config: Config,
  answerAtOnce: AnswerAtOnce = () => false,
  note: (text: string) => void = () => {},
): Promise<Listener> {
  const rules = config.trustedProxy.length === 0 ? null : createProxyRules(config.trustedProxy)
  const server = createServerFor(config, requestListener(fetch, answerAtOnce, rules), note)
  server.maxConnections = config.connectionsMax
  watchConnections(server, config, rules)
  await opened(server, config)
  const { port } = server.address() as AddressInfo
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const scheme = config.tls.cert === null ? 'http://' : 'https://'
  return { url: `${scheme}${host}:${port}`, port, close: () => closed(server) }
}

/** Limits connections, and cuts clients that do not read their answers. */
function watchConnections(server: Server, config: Config, rules: ProxyRules | null): void {
  const perAddress = new PerAddress(config.connectionsPerAddress, (address) => rules?.isProxy(address) ?? false)
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const leave = rules?.mayConnect(address) === false ? null : perAddress.admit(address)
    if (leave === null) socket.destroy()
    else socket.once('close', leave)
  })
  const untaken = new Untaken({ waitMsMax: config.answerTimeout * 1000, bytesMax: config.answersMibMax * 2 ** 20 })
  server.on(config.tls.cert === null ? 'connection' : 'secureConnection', (socket: Socket) => untaken.add(socket))
  const looking = setInterval(() => untaken.look(performance.now()), untakenEveryMs)
  looking.unref()
  server.once('close', () => clearInterval(looking))
}

type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

function createServerFor(config: Config, onRequest: NodeListener, note: (text: string) => void): Server {
  const requestTimeout = config.requestTimeout * 1000
  const options = {
    maxHeaderSize: headerBytesMax,
    requestTimeout,
    headersTimeout: Math.min(config.headersTimeout * 1000, requestTimeout),
    keepAliveTimeout: config.keepAliveTimeout * 1000,
    connectionsCheckingInterval: slowClientsEveryMs,
  }
  const { cert, key } = config.tls
  // `import` would read every member of node:http, and some load fetch, which most starts do not need.
  if (cert === null || key === null) return process.getBuiltinModule('node:http').createServer(options, onRequest)
  const pair = readPair({ cert, key })
  try {
    const server = process
      .getBuiltinModule('node:https')
      .createServer({ ...options, ...pair, handshakeTimeout: handshakeMsMax }, onRequest)
    keepCertificate(server, { cert, key }, note)
    return server
  } catch (error) {
    const why = (error as Error).message
    throw new ListenFailed(
      `tls.cert and tls.key can't be used (${why}); they must be PEM files that belong together`,
      'TLS',
    )
  }
}

function requestListener(fetch: Fetch, answerAtOnce: AnswerAtOnce, rules: ProxyRules | null): NodeListener {
  let answering: NodeListener | null = null
  const viaFetch: NodeListener = (incoming, outgoing) => {
    if (answering !== null) return answering(incoming, outgoing)
    loadFetch().then(
      ({ getRequestListener }) => (answering ??= fetchListener(getRequestListener, fetch, rules))(incoming, outgoing),
      () => refuse(outgoing, 500, ownFault),
    )
  }
  return (incoming, outgoing) => {
    if (rules !== null && rules.wasInsecure(incoming)) {
      const said =
        'windrow answers HTTPS only: the proxy must forward HTTPS requests and set X-Forwarded-Proto: https\n'
      return refuse(outgoing, 403, said)
    }
    // Making a URL object would turn a backslash into a slash.
    if (incoming.url?.includes('\\')) incoming.url = incoming.url.replaceAll('\\', '%5C')
    try {
      if (!answerAtOnce(surroundingsOf(incoming, outgoing, rules))) viaFetch(incoming, outgoing)
    } catch {
      // A fault of one request must not end the server.
      refuse(outgoing, 500, ownFault)
    }
  }
}

const ownFault = 'windrow has a fault that is not yours; try again later\n'

/** The library for fetch's objects, loaded with the first request that needs it or earlier. */
export const loadFetch = (): Promise<typeof import('@hono/node-server')> => import('@hono/node-server')

function fetchListener(
  getRequestListener: typeof import('@hono/node-server').getRequestListener,
  fetch: Fetch,
  rules: ProxyRules | null,
): NodeListener {
  const answering = getRequestListener(
    (request, env) => {
      const { incoming, outgoing } = env as unknown as RequestSurroundings
      return fetch(request, surroundingsOf(incoming, outgoing, rules))
    },
    {
      hostname: 'localhost',
      errorHandler: () => refusal(400, 'the request is damaged: check its address and Host header\n'),
    },
  )
  return (incoming, outgoing) => void answering(incoming, outgoing)
}

const surroundingsOf = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  rules: ProxyRules | null,
): RequestSurroundings =>
  rules === null ? { incoming, outgoing } : { incoming, outgoing, clientAddress: rules.clientOf(incoming) }

/** Headers that every answer under /api/v1 has. */
const refusalHeaders = {
  'Content-Type': 'text/plain; charset=utf-8',
  'X-RateLimit-Limit': '0',
  'X-RateLimit-Remaining': '0',
  'Cache-Control': 'no-store, private',
  'X-Robots-Tag': 'noindex, nofollow',
  'X-Content-Type-Options': 'nosniff',
} as const

function refuse(outgoing: ServerResponse, status: number, said: string): void {
  if (outgoing.headersSent) return void outgoing.destroy()
  outgoing.writeHead(status, { ...refusalHeaders, 'Content-Length': said.length, Connection: 'close' }).end(said)
}

const refusal = (status: number, said: string): Response => new Response(said, { status, headers: refusalHeaders })

function opened(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? 'UNKNOWN'
      reject(new ListenFailed(failureOf(code, host, port), code))
    })
    server.listen({ host, port }, resolve)
  })
}

function failureOf(code: string, host: string, port: number): string {
  const where = `port ${port} on ${host}`
  if (code === 'EADDRINUSE') return `${where} is in use by another program; stop it, or choose another with --port`
  if (code === 'EACCES') return `${where} may not be used by this account; choose a port above 1023 with --port`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `${host} is not an address of this machine; choose one of its addresses with --host`
  }
  return `windrow can't listen on ${where} (${code}); check --host and --port`
}

/** Cuts connections that are not idle within `closeMsMax`. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), idleCheckEveryMs)
    const rest = setTimeout(() => server.closeAllConnections(), closeMsMax)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(rest)
      resolve()
    })
    server.closeIdleConnections()
  })
}
