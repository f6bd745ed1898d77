// Listens on Node and Deno: HTTP or HTTPS, with limits on connections and slow clients. With `trusted_proxy` only listed
// proxies and this machine may connect, and what a proxy did not get over HTTPS is refused (docs/operations.md#transport).
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { addressTest, isLoopback } from '../config/network.ts'
import type { Config } from '../config/schema.ts'
import { keepCertificate, ListenFailed, readPair } from './certificate.ts'

/**
 * Limits open connections by address. This machine and trusted proxies are exempt, because they connect for many
 * clients. An IPv6 /64, which one customer has, counts as one address.
 */
export class PerAddress {
  readonly #most: number
  readonly #isExempt: (address: string) => boolean
  readonly #open = new Map<string, number>()

  constructor(most: number, isProxy: (address: string) => boolean) {
    this.#most = most
    this.#isExempt = (address) => isLoopback(address) || isProxy(address)
  }

  /** Counts a connection, and returns the function to call when it is closed. Null: the address has too many. */
  admit(remoteAddress: string): (() => void) | null {
    const address = plain(remoteAddress)
    if (this.#isExempt(address)) return () => {}
    const group = groupOf(address)
    const open = this.#open.get(group) ?? 0
    if (open >= this.#most) return null
    this.#open.set(group, open + 1)
    return () => this.#leave(group)
  }

  #leave(group: string): void {
    const open = (this.#open.get(group) ?? 1) - 1
    if (open === 0) this.#open.delete(group)
    else this.#open.set(group, open)
  }
}

/** What counts as one address: an IPv4 address, or the first four groups of an IPv6 address, in full. */
function groupOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const missing = tail === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0)
  return [...(first ?? []), ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...(last ?? [])]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')
}

interface ProxyRules {
  mayConnect(address: string): boolean
  isProxy(address: string): boolean
  /** The client's address: from a listed proxy's header, else the connection's. */
  clientOf(incoming: IncomingMessage): string
  /** True: a listed proxy's header names a hop that was not HTTPS. */
  wasInsecure(incoming: IncomingMessage): boolean
}

/**
 * The rules of `trusted_proxy` (docs/operations.md#transport): who may connect, and whose forwarding headers count.
 */
export function createProxyRules(trustedProxy: readonly string[]): ProxyRules {
  const isListed = addressTest(trustedProxy)
  const peerOf = (incoming: IncomingMessage): string => plain(incoming.socket.remoteAddress ?? '')
  return {
    mayConnect: (address) => isLoopback(plain(address)) || isListed(address),
    isProxy: isListed,
    clientOf(incoming) {
      const peer = peerOf(incoming)
      if (!isListed(peer)) return peer
      // Each proxy appends its client, so the last unlisted address is the client's.
      return forwardedFor(incoming).findLast((address) => !isListed(address)) ?? peer
    },
    wasInsecure(incoming) {
      const peer = peerOf(incoming)
      if (!isListed(peer)) return false
      const isForwarded = forwardingHeaders.some((name) => incoming.headers[name] !== undefined)
      if (isForwarded) return !isHttps(forwardedProtos(incoming))
      return !isLoopback(peer) && !('encrypted' in incoming.socket)
    },
  }
}

const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'] as const

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** True: there is a hop, and all hops are HTTPS. */
const isHttps = (protos: readonly string[]): boolean =>
  protos.length > 0 && protos.every((proto) => proto.toLowerCase() === 'https')

const headerText = (incoming: IncomingMessage, name: string): string => {
  const value = incoming.headers[name] ?? ''
  return typeof value === 'string' ? value : value.join(',')
}

const partsOf = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The values of one parameter of the header Forwarded (RFC 7239), in order. */
const forwardedValues = (incoming: IncomingMessage, parameter: 'for' | 'proto'): string[] =>
  [...headerText(incoming, 'forwarded').matchAll(/(?:^|[;,])\s*(for|proto)=("[^"]*"|[^;,\s]*)/gi)]
    .filter(([, name]) => name?.toLowerCase() === parameter)
    .map(([, , value = '']) => value.replaceAll('"', ''))

const forwardedProtos = (incoming: IncomingMessage): string[] => [
  ...partsOf(headerText(incoming, 'x-forwarded-proto')),
  ...forwardedValues(incoming, 'proto'),
]

function forwardedFor(incoming: IncomingMessage): string[] {
  const listed = partsOf(headerText(incoming, 'x-forwarded-for'))
  const addresses = listed.length > 0 ? listed : forwardedValues(incoming, 'for')
  return addresses.map((address) => plain(withoutPort(address)))
}

const withoutPort = (address: string): string =>
  address.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

interface UntakenLimits {
  readonly waitMsMax: number
  /** The most bytes that may wait in the whole process. */
  readonly bytesMax: number
}

/** A client that takes fewer bytes in the time counts as taking nothing. */
const leastTaken = 16 * 1024

/** When a client last took something. */
interface Seen {
  readonly taken: number
  readonly sinceMs: number
}

/**
 * Bounds the answers that clients do not read. A timer looks at all connections, so requests pay nothing. It cuts a
 * connection whose client took nothing for too long, and, when too much waits in all, those with most of it. Progress
 * is measured by the bytes that still wait, in the stream and, on Node, in the system's queue. Deno hides that queue,
 * so there one piece of an answer must be taken completely in the time.
 */
class Untaken {
  readonly #limits: UntakenLimits
  readonly #sockets = new Set<Socket>()
  readonly #seen = new WeakMap<Socket, Seen>()

  constructor(limits: UntakenLimits) {
    this.#limits = limits
  }

  add(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }

  /** Looks at all connections, and cuts those whose client reads nothing or for which too much waits. `nowMs` is monotonic. */
  look(nowMs: number): void {
    const waiting: Socket[] = []
    let total = 0
    for (const socket of this.#sockets) {
      const bytes = socket.writableLength
      if (bytes === 0) this.#seen.delete(socket)
      else if (this.#isStuck(socket, nowMs)) socket.destroy()
      else {
        waiting.push(socket)
        total += bytes
      }
    }
    if (total > this.#limits.bytesMax) cutLargest(waiting, total - this.#limits.bytesMax)
  }

  #isStuck(socket: Socket, nowMs: number): boolean {
    const taken = takenOf(socket)
    const seen = this.#seen.get(socket)
    if (seen !== undefined && taken - seen.taken < leastTaken) return nowMs - seen.sinceMs >= this.#limits.waitMsMax
    this.#seen.set(socket, { taken, sinceMs: nowMs })
    return false
  }
}

/** How many bytes have left this process on a connection; the number only grows. */
function takenOf(socket: Socket): number {
  const { bytesWritten, writeQueueSize } = (socket as unknown as { _handle?: Partial<Handle> })._handle ?? {}
  if (bytesWritten !== undefined && writeQueueSize !== undefined) return bytesWritten - writeQueueSize
  return socket.bytesWritten - socket.writableLength
}

/** Node's handle of a connection: bytes given to the system, and bytes waiting there. */
interface Handle {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}

function cutLargest(waiting: Socket[], excess: number): void {
  let left = excess
  for (const socket of waiting.sort((a, b) => b.writableLength - a.writableLength)) {
    if (left <= 0) return
    left -= socket.writableLength
    socket.destroy()
  }
}

export interface RequestSurroundings {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** The client's address, also behind trusted proxies. */
  readonly clientAddress?: string
}

export type Fetch = (request: Request, env: RequestSurroundings) => Response | Promise<Response>

/** Answers a request without fetch's objects, which are loaded late; false: it is left to `Fetch`. */
type AnswerAtOnce = (env: RequestSurroundings) => boolean

/** What is wrong with a request that windrow never sees. */
interface Damaged {
  readonly status: number
  readonly field: 'header' | 'body'
  readonly message: string
}

/** The JSON that refuses such a request. It comes from a program, whatever its address. */
type Refuse = (damaged: Damaged) => string

export interface Listener {
  readonly url: string
  readonly port: number
  /** Finishes running requests, cuts the others after 4 s, and frees the port. */
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
  refusalOf: Refuse = ({ message }) => JSON.stringify({ success: false, error: message }),
): Promise<Listener> {
  const rules = config.trustedProxy.length === 0 ? null : createProxyRules(config.trustedProxy)
  const onRequest = requestListener({ fetch, answerAtOnce, rules, refusalOf })
  const server = createServerFor(config, onRequest, note)
  // Without this Node answers an unknown Expect with an empty 417 that lacks the headers of API v1.
  server.on('checkExpectation', onRequest)
  // Without this Node answers what it can't read with a status alone.
  server.on('clientError', (error, socket) => refuseUnread(refusalOf, error, socket))
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
    requireHostHeader: false,
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

interface Answering {
  readonly fetch: Fetch
  readonly answerAtOnce: AnswerAtOnce
  readonly rules: ProxyRules | null
  readonly refusalOf: Refuse
}

function requestListener(answering: Answering): NodeListener {
  const { answerAtOnce, rules, refusalOf } = answering
  let listener: NodeListener | null = null
  const viaFetch: NodeListener = (incoming, outgoing) => {
    if (listener !== null) return listener(incoming, outgoing)
    loadFetch().then(
      ({ getRequestListener }) => (listener ??= fetchListener(getRequestListener, answering))(incoming, outgoing),
      () => refuse(outgoing, 500, ownFault),
    )
  }
  return (incoming, outgoing) => {
    if (rules !== null && rules.wasInsecure(incoming)) {
      const said =
        'windrow answers HTTPS only: the proxy must forward HTTPS requests and set X-Forwarded-Proto: https\n'
      return refuse(outgoing, 403, said)
    }
    // Left to Node, this would be a 400 without a word.
    if (incoming.headers.host === undefined && incoming.httpVersion !== '1.0')
      return refuse(outgoing, 400, refusalOf(DAMAGED), programHeaders)
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
  { fetch, rules, refusalOf }: Answering,
): NodeListener {
  const answering = getRequestListener(
    (request, env) => {
      const { incoming, outgoing } = env as unknown as RequestSurroundings
      return fetch(request, surroundingsOf(incoming, outgoing, rules))
    },
    {
      hostname: 'localhost',
      errorHandler: () => new Response(refusalOf(DAMAGED), { status: DAMAGED.status, headers: programHeaders }),
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

function refuse(outgoing: ServerResponse, status: number, said: string, headers: object = refusalHeaders): void {
  if (outgoing.headersSent) return void outgoing.destroy()
  outgoing.writeHead(status, { ...headers, 'Content-Length': said.length, Connection: 'close' }).end(said)
}

const programHeaders = { ...refusalHeaders, 'Content-Type': 'application/json' } as const

const damaged = (message: string, status = 400, field: Damaged['field'] = 'header'): Damaged => ({
  status,
  field,
  message,
})
const DAMAGED = damaged('The request is damaged: check its address, its Host and its other headers.')
const DAMAGED_BODY = damaged('The body is damaged: send its length, or chunks.', 400, 'body')

/** What Node gives up on before it is a request, by the code of its error; other faults that its parser finds are `DAMAGED`. */
const UNREAD: Readonly<Record<string, Damaged>> = {
  HPE_HEADER_OVERFLOW: damaged(
    `Address and headers together are larger than ${headerBytesMax / 1024} KiB: send fewer.`,
    431,
  ),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: DAMAGED_BODY,
  HPE_INVALID_CHUNK_SIZE: DAMAGED_BODY,
  ERR_HTTP_REQUEST_TIMEOUT: damaged('The request did not arrive in time: send it again.', 408, 'body'),
}

function refuseUnread(refusalOf: Refuse, { code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  const unread = UNREAD[code] ?? (code.startsWith('HPE_') ? DAMAGED : null)
  // Node's own refusal asks for this, too: an answer that has begun is cut, and not followed by another.
  const { _httpMessage: answer } = socket as Duplex & { readonly _httpMessage?: ServerResponse | null }
  if (unread === null || !socket.writable || answer?.headersSent === true) return void socket.destroy()
  const said = refusalOf(unread)
  const headers = Object.entries({ ...programHeaders, 'Content-Length': said.length, Connection: 'close' })
  const reason = process.getBuiltinModule('node:http').STATUS_CODES[unread.status]
  const head = [`HTTP/1.1 ${unread.status} ${reason}`, ...headers.map((header) => header.join(': '))].join('\r\n')
  socket.end(`${head}\r\n\r\n${said}`, () => socket.destroy())
}

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

/** Closes the server. It cuts connections that are not idle within `closeMsMax`. */
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
