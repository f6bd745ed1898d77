// Reads the address of a request exactly as sent, never normalized: `/api/v1/./me`, a doubled slash or a percent-encoded letter
// is another address than `/api/v1/me` (docs/api-v1.md#order-of-checks).
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BodyRoom } from './body-room.ts'

/** The members that API v1 reads: a `Request`, a view of Node's `IncomingMessage`, or a call inside the process. */
export interface RequestView extends Pick<Request, 'method' | 'url'> {
  readonly body: Request['body'] | Iterable<Uint8Array>
  readonly headers: Pick<Headers, 'get'>
}

/** What the listener knows of a request besides; empty when a test calls without a socket. */
export interface RequestEnv {
  readonly incoming?: IncomingMessage
  readonly outgoing?: ServerResponse
  /** The client's address, also behind proxies. */
  readonly clientAddress?: string
  readonly bodies?: BodyRoom
}

/** `RequestEnv` under the name that Hono looks for. */
export interface HttpEnv {
  Bindings: RequestEnv
}

/** The address as it was sent: `/path?query`, or in absolute form `http://host/path?query`. */
const rawTarget = (request: RequestView, env: RequestEnv | undefined): string => env?.incoming?.url ?? request.url

const pathStart = (target: string): number => {
  if (target.charCodeAt(0) === slash) return 0
  const authority = target.indexOf('://')
  const start = authority < 0 ? -1 : target.indexOf('/', authority + 3)
  return start < 0 ? target.length : start
}

const slash = 0x2f

export function rawPath(request: RequestView, env: RequestEnv | undefined): string {
  const target = rawTarget(request, env)
  const start = pathStart(target)
  const query = target.indexOf('?', start)
  return query < 0 ? target.slice(start) : target.slice(start, query)
}

/** The address behind its first question mark; without one ''. */
export function rawQuery(request: RequestView, env: RequestEnv | undefined): string {
  const target = rawTarget(request, env)
  const query = target.indexOf('?')
  return query < 0 ? '' : target.slice(query + 1)
}

/** The client's address, also behind trusted proxies; empty without a connection (tests). */
export const clientAddress = (env: RequestEnv | undefined): string =>
  env?.clientAddress ?? env?.incoming?.socket.remoteAddress ?? ''
