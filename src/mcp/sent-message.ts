// The body of an MCP request, read like those of API v1: in its sender's turns, within the shared room and time, and with bounded
// brackets, strings and commas, so that no message costs more than a batch. A body may take minutes, so its sender is looked up
// again.
import { type Call, lacking } from '../api-v1/visit.ts'
import { type Answer, failure, retryAfter, turnedAway } from '../api-v1/answer.ts'
import type { KeyActor } from '../app/actor.ts'
import { beginRequest } from '../app/people/admit-request.ts'
import { readmit } from '../app/people/readmit.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import { bodyBytesMax, bodyDepthMax, bodyPartsMax } from '../domain/limits.ts'
import { lookAtJson } from '../http/json-parts.ts'
import { type BodyRefusal, readBody } from '../http/read-body.ts'

interface SentMessage {
  readonly text: string
  readonly actor: KeyActor
}

export async function readMessage({ app, request, env, actor, turn }: Call): Promise<Result<SentMessage, Answer>> {
  const read = await readBody(request, env, bodyBytesMax, actor.user.id)
  if (!read.ok) return refuse(REFUSALS[read.refusal]())
  await turn.begin()
  const text = read.value.toString()
  const { excess } = lookAtJson(text, { depthMax: bodyDepthMax, partsMax: bodyPartsMax })
  if (excess !== null) {
    const bounds = `${bodyPartsMax} strings, commas and brackets, nested ${bodyDepthMax} deep`
    return refuse(notTaken(400, -32_600, `The message has more than is read: at most ${bounds}.`))
  }
  // The limiter counts requests, so each carries one message.
  if (/^[ \t\n\r]*\[/.test(text)) {
    return refuse(notTaken(400, -32_600, 'The message is an array: send each of its messages in a request of its own.'))
  }
  beginRequest(app)
  const now = readmit(app.store.main, app.clock.nowMs(), actor)
  if (!now.ok) return refuse(turnedAway(now.refusal === 'signed_out' ? 'invalid_key' : now.refusal))
  const turned = lacking('rows:read', now.value)
  return turned === null ? ok({ text, actor: now.value }) : refuse(turned)
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
