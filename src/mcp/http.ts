// MCP over HTTP at /mcp. Every request is independent, so any process of the server may answer it. Keys, limiter,
// switch, log line and headers are those of API v1; the key may also be in Authorization, the only header that many
// clients can set.
import { setTimeout as sleep } from 'node:timers/promises'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { localAgent } from '../agent/local.ts'
import type { Patience } from '../agent/send-texts.ts'
import { type Answer, turnedAway } from '../api-v1/answer.ts'
import { fetchOf } from '../api-v1/express.ts'
import { noRoom } from '../api-v1/sent-body.ts'
import { type AskingRoute, type Call, createFace, lacking } from '../api-v1/visit.ts'
import type { Actor } from '../app/actor.ts'
import type { App } from '../app/app.ts'
import { beginRequest } from '../app/people/admit-request.ts'
import { readmit } from '../app/people/readmit.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import { bodyBytesMax, bodyDepthMax, bodyPartsMax, mcpWaitSecondsMax } from '../domain/limits.ts'
import { type JsonObject, type JsonRefusal, parseJsonObject } from '../http/json-body.ts'
import { crossSite, foreignHost, hostOf, isCrossSite, type OwnNames, wrongHost } from '../http/own-names.ts'
import { type BodyRefusal, readBody } from '../http/read-body.ts'
import type { RequestEnv, RequestView } from '../http/request-target.ts'
import { keyIn } from '../http/sent-key.ts'
import { MCP_PATH } from './base-path.ts'
import type { Desk } from './desk.ts'
import { storedClaims } from './held-claims.ts'
import { mcpServer } from './mcp-server.ts'
import { reviewOf } from './reviewer.ts'

interface SentMessage {
  readonly json: JsonObject
  readonly actor: Actor
}

/**
 * The body of an MCP request, read and parsed like those of API v1: in its sender's turns, within the shared room and
 * time, and with bounded brackets, strings and commas, so that no message costs more than a batch. The library gets the
 * parsed message, so it cannot read another one in the same bytes. A body may take minutes, so its sender is looked up
 * again.
 */
async function readMessage({ app, request, env, actor, turn }: Call): Promise<Result<SentMessage, Answer>> {
  const read = await readBody(request, env, bodyBytesMax, actor.user.id)
  if (!read.ok) return refuse(REFUSALS[read.refusal]())
  await turn.begin()
  const parsed = await parseJsonObject(read.value, { depthMax: bodyDepthMax, partsMax: bodyPartsMax }, turn)
  if (!parsed.ok) {
    const { code, message } = FAULTS[parsed.refusal.fault]
    return refuse(notTaken(400, code, message))
  }
  beginRequest(app)
  const now = readmit(app.store.main, app.clock.nowMs(), actor)
  if (!now.ok) return refuse(turnedAway(now.refusal))
  const turned = lacking('rows:read', now.value)
  return turned === null ? ok({ json: parsed.value, actor: now.value }) : refuse(turned)
}

const bounds = `${bodyPartsMax} strings, commas and brackets, nested ${bodyDepthMax} deep`

/** The JSON-RPC errors for a body that is not one message. Each request carries one, because the limiter counts requests. */
const FAULTS: Readonly<Record<JsonRefusal['fault'], { readonly code: number; readonly message: string }>> = {
  damaged: { code: -32_700, message: 'The message is damaged JSON: send one complete JSON object, in UTF-8.' },
  beyond_limits: { code: -32_600, message: `The message is too complex: at most ${bounds}.` },
  a_list: {
    code: -32_600,
    message: 'The message is an array: send each of its messages in a request of its own.',
  },
  no_object: { code: -32_600, message: 'The message must be a JSON object.' },
}

const REFUSALS: Readonly<Record<BodyRefusal, () => Answer>> = {
  too_large: () =>
    notTaken(413, -32_000, `The message is larger than ${bodyBytesMax / 2 ** 20} MiB: send less in one.`),
  broken_off: () => notTaken(400, -32_700, 'The message broke off before its end: send it again.'),
  too_slow: () => notTaken(400, -32_700, 'The message did not arrive in time: send it again, in one go.'),
  no_room: noRoom,
}

/** A JSON-RPC error without an id, because no message could be read from the body. */
const notTaken = (status: number, code: number, message: string): Answer => ({
  status,
  body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }),
})

const patience: Patience = { pause: (seconds) => sleep(seconds * 1000), secondsMax: mcpWaitSecondsMax }

/** A request whose key is where API v1 looks for it. */
interface SentRequest extends RequestView {
  readonly sent: Request
}

type Handler = (request: Request, env?: RequestEnv) => Promise<Response>

export function mcpOverHttp(app: App, version: string, names: OwnNames): Handler {
  const onFault = (error: unknown): void => app.log.error('an MCP request failed', { err: error })
  const deskOf = (actor: Actor, call: Call): Desk => ({
    agent: localAgent(app, actor, patience, call),
    held: storedClaims(app, actor),
    review: reviewOf(app, actor),
    forwarded: null,
    onFault,
  })
  const factory = ({ authInfo: { extra = {} } = {} }: { authInfo?: { extra?: Record<string, unknown> } }) =>
    mcpServer(deskOf(extra['actor'] as Actor, extra['call'] as Call), version)
  // No client is ever notified of a change here, and a stream would delay the end of the server.
  const { fetch } = createMcpHandler(factory, {
    maxSubscriptions: 0,
    maxRequestBodySize: bodyBytesMax,
  })
  const answer = async (call: Call): Promise<Answer> => {
    const { sent } = call.request as SentRequest
    const message = sent.method === 'POST' ? await readMessage(call) : null
    if (message?.ok === false) return message.refusal
    const actor = message?.value.actor ?? call.actor
    const authInfo = { token: '', clientId: String(actor.user.id), scopes: [], extra: { actor, call } }
    const { url, method, headers } = sent
    if (message === null) return await answerOf(await fetch(sent, { authInfo }))
    return await answerOf(
      await fetch(new Request(url, { method, headers }), { authInfo, parsedBody: message.value.json }),
    )
  }
  const routes = (['POST', 'GET', 'DELETE'] as const).map((method): AskingRoute => {
    return { name: method.toLowerCase(), method, path: '', needs: 'rows:read', answer }
  })
  const fetchFace = fetchOf(createFace(app, MCP_PATH, routes))
  return async (request, env) => {
    const foreign = foreignHost(names, request)
    if (foreign !== null) return wrongHost(foreign)
    if (isCrossSite(request.headers, hostOf(names, request))) return crossSite()
    return await whenAdmitted(() => fetchFace(withKey(request), env))
  }
}

async function whenAdmitted(ask: () => Promise<Response>): Promise<Response> {
  for (let left = mcpWaitSecondsMax; ; ) {
    const answer = await ask()
    const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN)
    if (answer.status !== tooManyRequests || !(seconds <= left)) return answer
    left -= seconds
    await patience.pause(seconds)
  }
}

const tooManyRequests = 429

function withKey(sent: Request): SentRequest {
  const { method, url, headers } = sent
  const get = (name: string): string | null => (name === 'x-api-key' ? (keyIn(headers) ?? null) : headers.get(name))
  // Reading `body` turns it into a stream, so it is read only where there is no socket.
  return {
    method,
    url,
    get body() {
      return sent.body
    },
    headers: { get },
    sent,
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const type = response.headers.get('content-type')
  const allow = response.headers.get('allow')
  const headers = { ...(type !== null && { 'Content-Type': type }), ...(allow !== null && { Allow: allow }) }
  return { status: response.status, body: await response.text(), headers }
}
