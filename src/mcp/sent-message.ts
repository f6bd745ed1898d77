// The body of an MCP request, read and parsed like those of API v1: in its sender's turns, within the shared room and time, and
// with bounded brackets, strings and commas, so that no message costs more than a batch. The library gets the parsed message, so
// it cannot read another one in the same bytes. A body may take minutes, so its sender is looked up again.
import { type Call, lacking } from '../api-v1/visit.ts'
import { type Answer, failure, retryAfter, turnedAway } from '../api-v1/answer.ts'
import type { Actor } from '../app/actor.ts'
import { beginRequest } from '../app/people/admit-request.ts'
import { readmit } from '../app/people/readmit.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import { bodyBytesMax, bodyDepthMax, bodyPartsMax } from '../domain/limits.ts'
import { type JsonObject, type JsonRefusal, parseJsonObject } from '../http/json-body.ts'
import { type BodyRefusal, readBody } from '../http/read-body.ts'

interface SentMessage {
  readonly json: JsonObject
  readonly actor: Actor
}

export async function readMessage({ app, request, env, actor, turn }: Call): Promise<Result<SentMessage, Answer>> {
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
  if (!now.ok) return refuse(turnedAway(now.refusal === 'signed_out' ? 'invalid_key' : now.refusal))
  const turned = lacking('rows:read', now.value)
  return turned === null ? ok({ json: parsed.value, actor: now.value }) : refuse(turned)
}

const bounds = `${bodyPartsMax} strings, commas and brackets, nested ${bodyDepthMax} deep`

/** The limiter counts requests, so each carries one message. */
const FAULTS: Readonly<Record<JsonRefusal['fault'], { readonly code: number; readonly message: string }>> = {
  damaged: { code: -32_700, message: 'The message is damaged JSON: send one complete JSON object, in UTF-8.' },
  beyond_limits: { code: -32_600, message: `The message has more than is read: at most ${bounds}.` },
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
  no_room: () =>
    failure('limiter_unavailable', {
      message: 'The server holds as many bodies of requests as it may just now.',
      headers: retryAfter(1),
    }),
}

/** A JSON-RPC error that belongs to no message. */
const notTaken = (status: number, code: number, message: string): Answer => ({
  status,
  body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }),
})
