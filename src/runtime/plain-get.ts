// The quick way of most requests: a plain GET is answered from what Node's parser gives, without the objects of fetch. They
// would cost every request time, and a start more than all else it loads.
// Invariant: it makes no difference to a client. What is unusual in any way (a body, an odd address or Host, another method)
// takes the way through fetch, which knows what to refuse.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** An answer whose body is whole. */
export interface WholeAnswer {
  readonly status: number
  /** Without Content-Length. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** The body holds nothing but ASCII. */
  readonly isAscii: boolean
}

// A part of what @hono/node-server takes as it is, without building a URL from it.
const plainTarget = /^\/[\w~:/=&,;+%-]*(?:\?[\w.~:=&,;+%-]*)?$/
const plainHost = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/

/** Whether `incoming` is a GET without a body whose address and Host are beyond doubt. */
export function isPlainGet({ method, url = '', headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    plainHost.test(headers.host ?? '') &&
    plainTarget.test(url)
  )
}

/** Sends `answer` whole. What is known to be ASCII is neither measured nor encoded. */
export function sendWhole(outgoing: ServerResponse, { status, headers, body, isAscii }: WholeAnswer): void {
  const length = isAscii ? body.length : Buffer.byteLength(body)
  outgoing.writeHead(status, { ...headers, 'Content-Length': length }).end(body, isAscii ? 'latin1' : 'utf8')
}
