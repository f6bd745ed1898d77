// The express lane: plain requests of API v1 answered from what Node's parser gives, without Hono and the objects of fetch,
// which would cost every request time (docs/speed.md#the-express-lane) and a start more than all else it loads. All of it
// stands here; it reads the same table of routes, meets the same steps and calls the same work as Hono does.
// Invariant: it makes no difference to a client. What is unusual in any way (a GET with a body, a long one, an odd address or
// Host, another method, an unknown address) is left to Hono, which knows what to refuse.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestEnv, RequestView } from '../http/request-target.ts'
import { isHandedOver } from '../http/handed-over.ts'
import type { Answer, Finished } from './answer.ts'
import {
  arrive,
  callOf,
  type Face,
  fault,
  finish,
  IDS,
  met,
  ORDER,
  type Route,
  type Taking,
  type Visit,
} from './visit.ts'

interface PlainEnv extends RequestEnv {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** Answers what came in if it is plain and for one of the face's routes; false: it is nothing for this lane. */
export function expressLane(face: Face): (env: PlainEnv) => boolean {
  const routes = face.routes.map((route) => ({ route, address: addressOf(face, route), work: workOf(route) }))
  return (env) => {
    const { url = '', method } = env.incoming
    if (!url.startsWith(face.basePath) || !isPlain(env.incoming)) return false
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    for (const { route, address, work } of routes) {
      const found = route.method === method ? address.exec(path) : null
      if (found === null) continue
      ride(arrive(face, route, viewOf(env.incoming), env), work, found[1] ?? '', env)
      return true
    }
    return false
  }
}

const addressOf = ({ basePath }: Face, { path }: Route): RegExp =>
  new RegExp(`^${basePath}${path.replace(/\{\w+\}$/, (name) => `(${IDS[name]})`)}$`)

/** A route's own work; `id`: of the address. */
type Work = (visit: Visit, id: string) => Answer | Promise<Answer>

function workOf(route: Route): Work {
  if ('answer' in route) return (visit, id) => route.answer(callOf(visit, id))
  let taking: Taking | null = null
  const loaded = async (): Promise<Taking> => (taking ??= await route.takes())
  return async (visit, id) => await (taking ?? (await loaded())).answer(visit, id)
}

/** What face.ts does with a visit, but at once: it waits only where the route's own work gives a promise. */
function ride(visit: Visit, work: Work, id: string, env: PlainEnv): void {
  try {
    const said = met(visit, ORDER) ?? work(visit, id)
    if (!(said instanceof Promise)) return send(env, finish(visit, said))
    said.then(
      (late) => send(env, finish(visit, late)),
      (error: unknown) => send(env, fault(visit, error)),
    )
  } catch (error) {
    send(env, fault(visit, error))
  }
}

const dropMsMax = 500

/** A body that nobody reads any more may end, for as long as Hono's listener would wait for that. */
function dropBody(incoming: IncomingMessage): void {
  incoming.resume()
  setTimeout(() => incoming.readableEnded || incoming.socket.destroy(), dropMsMax).unref()
}

// A part of what @hono/node-server takes as it is, without building a URL from it.
const plainTarget = /^\/[\w~:/=&,;+%-]*(?:\?[\w.~:=&,;+%-]*)?$/
const plainHost = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/

/** Longer bodies take long enough for Hono to make no difference. */
const plainBodyBytesMax = 64 * 1024

/** Whether `incoming` is a GET without a body, or a POST with a short one, whose address and Host are beyond doubt. */
function isPlain({ method, url = '', headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  const isLengthPlain =
    method === 'POST' ? Number(length) <= plainBodyBytesMax : method === 'GET' && length === undefined
  return (
    isLengthPlain &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
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
function send({ incoming, outgoing }: PlainEnv, { status, headers, body, isInBytes, giveBack }: Finished): void {
  const length = isInBytes ? body.length : Buffer.byteLength(body)
  outgoing.writeHead(status, { ...headers, 'Content-Length': length }).end(body, isInBytes ? 'latin1' : 'utf8')
  if (giveBack !== undefined && isHandedOver(outgoing)) giveBack()
  if (incoming.method === 'POST' && !incoming.readableEnded) dropBody(incoming)
}
