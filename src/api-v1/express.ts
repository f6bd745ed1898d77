// The express lane: plain GETs of API v1 answered from what Node's parser gives, without Hono and the objects of fetch,
// which would cost every request time (docs/speed.md#the-express-lane) and a start more than all else it loads. All of it
// stands here; it reads the same table of routes, meets the same steps and calls the same work as Hono does.
// Invariant: it makes no difference to a client. What is unusual in any way (a body, an odd address or Host, another
// method, an unknown address) is left to Hono, which knows what to refuse.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestEnv, RequestView } from '../http/request-target.ts'
import { isHandedOver } from '../http/handed-over.ts'
import type { Finished } from './answer.ts'
import { arrive, type AskingRoute, callOf, type Face, fault, finish, IDS, met, ORDER, type Visit } from './visit.ts'

interface PlainEnv extends RequestEnv {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** Answers what came in if it is a plain GET of one of the face's routes; false: it is nothing for this lane. */
export function expressLane(face: Face): (env: PlainEnv) => boolean {
  const routes = face.routes.flatMap((route) =>
    route.method === 'GET' ? [{ route, address: addressOf(face, route) }] : [],
  )
  return (env) => {
    const { url = '' } = env.incoming
    if (!url.startsWith(face.basePath) || !isPlainGet(env.incoming)) return false
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    for (const { route, address } of routes) {
      const found = address.exec(path)
      if (found === null) continue
      ride(arrive(face, route, viewOf(env.incoming), env), route, found[1] ?? '', env.outgoing)
      return true
    }
    return false
  }
}

const addressOf = ({ basePath }: Face, { path }: AskingRoute): RegExp =>
  new RegExp(`^${basePath}${path.replace(/\{\w+\}$/, (name) => `(${IDS[name]})`)}$`)

/** What face.ts does with a visit, but at once: it waits only where the route's own work gives a promise. */
function ride(visit: Visit, { answer }: AskingRoute, id: string, outgoing: ServerResponse): void {
  try {
    const said = met(visit, ORDER) ?? answer(callOf(visit, id))
    if (!(said instanceof Promise)) return send(outgoing, finish(visit, said))
    said.then(
      (late) => send(outgoing, finish(visit, late)),
      (error: unknown) => send(outgoing, fault(visit, error)),
    )
  } catch (error) {
    send(outgoing, fault(visit, error))
  }
}

// A part of what @hono/node-server takes as it is, without building a URL from it.
const plainTarget = /^\/[\w~:/=&,;+%-]*(?:\?[\w.~:=&,;+%-]*)?$/
const plainHost = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/

/** Whether `incoming` is a GET without a body whose address and Host are beyond doubt. */
function isPlainGet({ method, url = '', headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    plainHost.test(headers.host ?? '') &&
    plainTarget.test(url)
  )
}

/** What came in, as a route looks at it. */
const viewOf = (incoming: IncomingMessage): RequestView => ({
  method: incoming.method ?? '',
  url: incoming.url ?? '',
  body: null,
  headers: { get: (name) => incoming.headers[name.toLowerCase()]?.toString() ?? null },
})

/** Sends an answer whole. What is in bytes is neither measured nor encoded, and is given back if the system took all of it. */
function send(outgoing: ServerResponse, { status, headers, body, isInBytes, giveBack }: Finished): void {
  const length = isInBytes ? body.length : Buffer.byteLength(body)
  outgoing.writeHead(status, { ...headers, 'Content-Length': length }).end(body, isInBytes ? 'latin1' : 'utf8')
  if (giveBack !== undefined && isHandedOver(outgoing)) giveBack()
}
