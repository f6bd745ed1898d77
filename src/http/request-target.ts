// The address of a request exactly as it was sent. Routing never looks at a normalized URL: `/api/v1/./me`, a doubled
// slash or a percent-encoded letter is another address than `/api/v1/me` (docs/decisions.md#order-of-checks).
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BodyRoom } from './body-room.ts'

/** The members of a request that API v1 reads: a `Request`, or a view of Node's `IncomingMessage`. */
export interface RequestView extends Pick<Request, 'method' | 'url' | 'body'> {
  readonly headers: Pick<Headers, 'get'>
}

/** Passed by the listener with a request; empty when a test calls the server without a socket. */
export interface RequestEnv {
  readonly incoming?: IncomingMessage
  readonly outgoing?: ServerResponse
  /** The client's address, behind proxies too. */
  readonly clientAddress?: string
  /** The memory limit that all bodies share. */
  readonly bodies?: BodyRoom
}

/** `RequestEnv` under the name that Hono looks for. */
export interface HttpEnv {
  Bindings: RequestEnv
}

/** The request target as sent: `/path?query`, or `http://host/path?query` in absolute form. */
const rawTarget = (request: RequestView, env: RequestEnv | undefined): string => env?.incoming?.url ?? request.url

const pathStart = (target: string): number => {
  if (target.charCodeAt(0) === slash) return 0
  const authority = target.indexOf('://')
  const start = authority < 0 ? -1 : target.indexOf('/', authority + 3)
  return start < 0 ? target.length : start
}

const slash = 0x2f

/** The path as sent, without decoding or normalizing. */
export function rawPath(request: RequestView, env: RequestEnv | undefined): string {
  const target = rawTarget(request, env)
  const start = pathStart(target)
  const query = target.indexOf('?', start)
  return query < 0 ? target.slice(start) : target.slice(start, query)
}

/** What follows the first question mark, as sent; empty when there is none. */
export function rawQuery(request: RequestView, env: RequestEnv | undefined): string {
  const target = rawTarget(request, env)
  const query = target.indexOf('?')
  return query < 0 ? '' : target.slice(query + 1)
}

/** Also behind trusted proxies; empty without a connection (tests). */
export const clientAddress = (env: RequestEnv | undefined): string =>
  env?.clientAddress ?? env?.incoming?.socket.remoteAddress ?? ''
