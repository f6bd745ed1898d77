// Serves a face (API v1, API v2 or MCP): finds the route of a request by the face's table, and answers it. Plain requests of API v1
// are answered from Node's parser, because the objects of fetch cost time on every request
// (docs/makers/speed.md#the-express-lane). Routes, checks and bytes are the same. Every unusual request (a GET with a body, a
// long body, an odd address or Host, another method, an unknown address) is left to `fetch`.
import type { IncomingMessage } from 'node:http'
import { rawPath, type RequestEnv, type RequestView } from '../http/request-target.ts'
import { type Finished, responseOf } from './answer.ts'
import { packed } from './pack-answer.ts'
import { answerVisit, arrive, type Face, finish, IDS, noSuchAddress, type Route, workOf } from './visit.ts'

type PlainEnv = RequestEnv & Required<Pick<RequestEnv, 'incoming' | 'outgoing'>>

/** The lanes by which a request of this face is answered. Calls inside the process use them too. */
export const lanesOf = (face: Face) =>
  face.routes.map((route) => ({ face, route, address: addressOf(face, route), work: workOf(route) }))

export type FaceFetch = (request: RequestView, env?: RequestEnv) => Promise<Response>

/** Answers any request below the face's address: 404 where no route has it. */
export function fetchOf(face: Face): FaceFetch {
  const find = finderOf(face)
  return async (request, env) => {
    const found = find(request.method, rawPath(request, env))
    if (found === null) return responseOf(finish(arrive(face, null, request, env), noSuchAddress(face)))
    const answer = await answerVisit(arrive(face, found.route, request, env), found.work, found.id)
    return responseOf((await packed(answer, request.headers.get('accept-encoding'))?.catch(() => answer)) ?? answer)
  }
}

function finderOf(face: Face) {
  const lanes = lanesOf(face)
  return (method: string, path: string) => {
    for (const { route, address, work } of lanes) {
      const found = route.method === method ? address.exec(path) : null
      if (found !== null) return { route, work, id: found[1] ?? '' }
    }
    return null
  }
}

/** Answers a plain request. The returned function gives false when it leaves the request to `fetchOf`. */
export function expressLane(face: Face): (env: PlainEnv) => boolean {
  const find = finderOf(face)
  return (env) => {
    const { url = '', method = '' } = env.incoming
    if (!url.startsWith(face.basePath) || !isPlain(env.incoming)) return false
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const found = find(method, path)
    if (found === null) return false
    const answer = answerVisit(arrive(face, found.route, viewOf(env.incoming), env), found.work, found.id)
    if (answer instanceof Promise) void answer.then((late) => send(env, late))
    else send(env, answer)
    return true
  }
}

const addressOf = ({ basePath }: Face, { path }: Route): RegExp =>
  new RegExp(`^${basePath}${path.replace(/\{\w+\}/, (name) => `(${IDS[name]})`)}$`)

const dropMsMax = 500

/** Lets the rest of an unread body arrive, for as long as the other listener would; then ends the connection. */
function dropBody(incoming: IncomingMessage): void {
  incoming.resume()
  setTimeout(() => incoming.readableEnded || incoming.socket.destroy(), dropMsMax).unref()
}

// Matches some of the addresses that @hono/node-server takes without building a URL.
const plainTarget = /^\/[\w~:/=&,;+%-]*(?:\?[\w.~:=&,;+%-]*)?$/
const plainHost = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/

/** The longest body that is answered here: beside a longer one the cost of fetch does not matter. */
const plainBodyBytesMax = 64 * 1024

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

const viewOf = (incoming: IncomingMessage): RequestView => ({
  method: incoming.method ?? '',
  url: incoming.url ?? '',
  body: null,
  headers: { get: (name) => incoming.headers[name.toLowerCase()]?.toString() ?? null },
})

function send(env: PlainEnv, answer: Finished): void {
  const packing = packed(answer, env.incoming.headers['accept-encoding']?.toString())
  if (packing === null) return write(env, answer)
  packing.then(
    (small) => write(env, small),
    () => write(env, answer),
  )
}

/** The body is written as it is, without measuring or encoding it. */
function write({ incoming, outgoing }: PlainEnv, { status, headers, body, isInBytes }: Finished): void {
  const length = isInBytes ? body.length : Buffer.byteLength(body)
  outgoing.writeHead(status, { ...headers, 'Content-Length': length }).end(body, isInBytes ? 'latin1' : 'utf8')
  if (incoming.method === 'POST' && !incoming.readableEnded) dropBody(incoming)
}
