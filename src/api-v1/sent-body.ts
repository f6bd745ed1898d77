// Reads and checks the body of a request, then checks its sender again. One answer lists all faults of query, header and
// body (docs/api-v1.md#failures).
import type * as z from 'zod'
import { batchItemsMax, bodyBytesMax, bodyDepthMax, bodyPartsMax, idempotencyKeyLengthMax } from '../domain/limits.ts'
import { refuse, type Result } from '../base/result.ts'
import { isJsonContentType, type JsonObject, type JsonRefusal, parseJsonObject } from '../http/json-body.ts'
import { readBody } from '../http/read-body.ts'
import { rawQuery } from '../http/request-target.ts'
import { type Answer, failure, retryAfter } from './answer.ts'
import { type Fault, invalidRequest } from './bad-request.ts'
import { type BodyShape, faultsOf, unknownMembers } from './body-faults.ts'
import { parametersOf } from './query.ts'
import { type Call, callOf, metAgain, type Work } from './visit.ts'

export interface BodyKind<D, T> {
  readonly schema: z.ZodType<D>
  readonly shape: BodyShape
  /** The body is a batch: it has `items`, at most `batchItemsMax` of them. */
  readonly isBatch: boolean
  /** Whether the header `Idempotency-Key` is needed. */
  readonly header: 'required' | 'optional' | 'ignored'
  /** Finds the faults that the schema can't express. */
  readonly moreFaults: (body: JsonObject) => readonly Fault[]
  readonly read: (data: D) => T
}

export interface Sent<T> {
  readonly value: T
  readonly body: JsonObject
  /** The value of `Idempotency-Key`; empty if none was sent. */
  readonly idempotencyKey: string
}

type Unread = Pick<JsonRefusal, 'message' | 'beginning'>

/** Makes a handler that reads and checks the body, and calls `work` only with a valid one. */
export const taking =
  <D, T>(kind: BodyKind<D, T>, work: (call: Call, sent: Sent<T>) => Answer | Promise<Answer>): Work =>
  async (visit, id) => {
    const atDoor = callOf(visit, id)
    const read = await readJson(atDoor)
    const turnedAway = metAgain(visit)
    if (turnedAway !== null) return turnedAway
    const call = { ...atDoor, actor: visit.actor ?? atDoor.actor }
    const sent = checked(call, kind, read)
    return 'status' in sent ? sent : await work(call, sent)
  }

function checked<D, T>(
  { request, env }: Call,
  { schema, shape, isBatch, header, moreFaults, read: valueOf }: BodyKind<D, T>,
  read: Result<JsonObject, Unread | 'no_room'>,
): Sent<T> | Answer {
  if (!read.ok && read.refusal === 'no_room') return noRoom()
  const body = read as Result<JsonObject, Unread>
  const seen = body.ok ? body.value : body.refusal.beginning
  if (isBatch && seen !== undefined && hasTooManyItems(seen)) {
    const message = `The batch has more than ${batchItemsMax} items.`
    return failure('batch_too_large', { message, details: { max: batchItemsMax } })
  }
  const faults: Fault[] = []
  parametersOf(rawQuery(request, env), [], faults)
  const idempotencyKey = request.headers.get(headerName)
  const isAsked = header === 'required' && env?.inside === undefined
  const isLookedAt = isAsked || (header !== 'ignored' && idempotencyKey !== null)
  const headerFault = isLookedAt ? faultOfHeader(idempotencyKey ?? '') : null
  if (headerFault !== null) faults.push(headerFault)
  const details = headerFault === null ? {} : { header: headerName }
  if (!body.ok) {
    // If the body has too many parts, unknown members of the first ones are listed too.
    const unknown = isBatch && seen !== undefined ? unknownMembers(seen, shape) : []
    const all = faults.concat(unknown, { field: 'body', message: body.refusal.message })
    return invalidRequest(all, details, unknown.length === 0)
  }
  const parsed = schema.safeParse(body.value)
  const all = faults.concat(parsed.success ? [] : faultsOf(parsed.error, body.value, shape), moreFaults(body.value))
  if (all.length > 0 || !parsed.success) return invalidRequest(all, details)
  return { value: valueOf(parsed.data), body: body.value, idempotencyKey: idempotencyKey ?? '' }
}

const hasTooManyItems = (body: JsonObject): boolean =>
  Array.isArray(body['items']) && body['items'].length > batchItemsMax

const headerName = 'Idempotency-Key'

export const noRoom = (): Answer =>
  failure('limiter_unavailable', {
    message: 'The server is already holding as many request bodies as it can; try again in a second.',
    headers: retryAfter(1),
  })

async function readJson({ request, env, actor, turn }: Call): Promise<Result<JsonObject, Unread | 'no_room'>> {
  if (!isJsonContentType(request.headers.get('content-type'))) {
    return refuse({ message: 'The body must be JSON: send it with Content-Type: application/json, in UTF-8.' })
  }
  const bytes = await readBody(request, env, bodyBytesMax, actor.user.id)
  await turn.begin()
  if (bytes.ok) return await parseJsonObject(bytes.value, { depthMax: bodyDepthMax, partsMax: bodyPartsMax }, turn)
  if (bytes.refusal === 'no_room') return refuse(bytes.refusal)
  return refuse({ message: BODY_REFUSALS[bytes.refusal] })
}

const BODY_REFUSALS = {
  too_large: `The body is larger than ${bodyBytesMax / 2 ** 20} MiB: send less in one request.`,
  broken_off: 'The body broke off before its end: send it again.',
  too_slow: 'The body did not arrive in time: send it again, in one go.',
} as const

function faultOfHeader(value: string): Fault | null {
  if (/^[\x20-\x7e]+$/.test(value) && value.length <= idempotencyKeyLengthMax) return null
  const expects = `1 to ${idempotencyKeyLengthMax} printable ASCII characters`
  return {
    field: 'header',
    message: value === '' ? `${headerName} is required: ${expects}` : `${headerName} must be ${expects}`,
    allowed: { min: 1, max: idempotencyKeyLengthMax },
  }
}
