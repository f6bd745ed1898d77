// What every route with a body does before its own work: it reads the body within its limits, asks again whether its sender
// is welcome, has zod check it, and collects the faults of query, header and body, so that one answer names them all
// (docs/decisions.md#failures).
import { zValidator } from '@hono/zod-validator'
import type { Context, HonoRequest, MiddlewareHandler } from 'hono'
import type * as z from 'zod'
import { batchItemsMax, bodyBytesMax, bodyDepthMax, bodyPartsMax, idempotencyKeyLengthMax } from '../domain/limits.ts'
import { refuse, type Result } from '../base/result.ts'
import { isJsonContentType, type JsonObject, type JsonRefusal, parseJsonObject } from '../http/json-body.ts'
import { readBody } from '../http/read-body.ts'
import { rawQuery } from '../http/request-target.ts'
import { type Answer, failure, retryAfter } from './answer.ts'
import { type Fault, invalidRequest } from './bad-request.ts'
import { type BodyShape, faultsOf, unknownMembers } from './body-faults.ts'
import { end } from './face.ts'
import { parametersOf } from './query.ts'
import { type Call, callOf, type FaceEnv, metAgain, type ReadRequest, type Taking, type Visit } from './visit.ts'

/** What a route takes as its body. */
export interface BodyKind<D, T> {
  readonly schema: z.ZodType<D>
  /** For the words of its faults. */
  readonly shape: BodyShape
  /** A list of items, of which there may be too many. */
  readonly isBatch: boolean
  /** Whether the header `Idempotency-Key` is looked at. */
  readonly header: 'required' | 'optional' | 'ignored'
  /** What the schema can't say. */
  readonly moreFaults: (body: JsonObject) => readonly Fault[]
  /** A good body as its use case wants it. */
  readonly read: (data: D) => T
}

/** A good request. */
export interface Sent<T> {
  readonly value: T
  readonly body: JsonObject
  /** Empty where none was sent. */
  readonly idempotencyKey: string
}

/** A route's work with its body. */
export const taking = <D, T>(
  kind: BodyKind<D, T>,
  work: (call: Call, sent: Sent<T>) => Answer | Promise<Answer>,
): Taking => {
  const workWith = ({ call, body, idempotencyKey }: ReadRequest, data: D): Answer | Promise<Answer> =>
    work(call, { value: kind.read(data), body, idempotencyKey })
  return {
    steps: [
      reading(kind),
      zValidator('json', kind.schema, refusing(kind), { validationFunction: atOnce }) as MiddlewareHandler<FaceEnv>,
      async (c) => end(c, await workWith(c.get('read'), c.req.valid('json' as never))),
    ],
    async answer(visit, id) {
      const read = await readAtDoor(visit, id, kind)
      if ('status' in read) return read
      const checked = atOnce(kind.schema, read.body)
      const refused = refusalOf(kind, checked, read)
      return refused ?? (await workWith(read, checked.data as D))
    },
  }
}

/** The validator would wait a turn of the loop; nothing in a schema waits. */
const atOnce = <D>(schema: z.ZodType<D>, body: unknown): z.ZodSafeParseResult<D> => schema.safeParse(body)

type Checked = { readonly success: true } | { readonly success: false; readonly error: Pick<z.ZodError, 'issues'> }

const refusing =
  <D, T>(kind: BodyKind<D, T>) =>
  (checked: Checked, c: Context<FaceEnv>): Response | undefined => {
    const refused = refusalOf(kind, checked, c.get('read'))
    return refused === null ? undefined : end(c, refused)
  }

function refusalOf<D, T>({ shape, moreFaults }: BodyKind<D, T>, checked: Checked, read: ReadRequest): Answer | null {
  const { body, faults, details } = read
  const all = faults.concat(checked.success ? [] : faultsOf(checked.error, body, shape), moreFaults(body))
  return all.length === 0 ? null : invalidRequest(all, details)
}

function reading<D, T>(kind: BodyKind<D, T>): MiddlewareHandler<FaceEnv> {
  return async (c, next) => {
    const sent = await readAtDoor(c.get('visit'), c.req.param('id') ?? '', kind)
    if ('status' in sent) return end(c, sent)
    c.set('read', sent)
    // The validator asks the request for its JSON. Its own reading knows no limits, no strict UTF-8 and no turns.
    c.req.bodyCache.json = sent.body
    c.req.json = jsonReadBefore
    return await next()
  }
}

/** Reads a body, and asks again whether its sender is welcome. */
async function readAtDoor<D, T>(visit: Visit, id: string, kind: BodyKind<D, T>): Promise<ReadRequest | Answer> {
  const atDoor = callOf(visit, id)
  const read = await readJson(atDoor)
  return metAgain(visit) ?? readRequest({ ...atDoor, actor: visit.actor ?? atDoor.actor }, kind, read)
}

/**
 * One function for all requests. One made for each, and given to a property of it, would be kept by the engine together with
 * the body that it closes over: bodies would outlive their requests until the next collection of old objects.
 */
async function jsonReadBefore<J>(this: HonoRequest): Promise<J> {
  return this.bodyCache.json as J
}

/** All of a request but what is in its body, or an answer where that is nothing to check. */
function readRequest<D, T>(
  call: Call,
  { shape, isBatch, header }: BodyKind<D, T>,
  read: Result<JsonObject, JsonRefusal | 'no_room'>,
): ReadRequest | Answer {
  if (!read.ok && read.refusal === 'no_room') return noRoom()
  const body = read as Result<JsonObject, JsonRefusal>
  const seen = body.ok ? body.value : body.refusal.beginning
  if (isBatch && seen !== undefined && hasTooManyItems(seen)) {
    const message = `The batch has more than ${batchItemsMax} items.`
    return failure('batch_too_large', { message, details: { max: batchItemsMax } })
  }
  const faults: Fault[] = []
  parametersOf(rawQuery(call.request, call.env), [], faults)
  const idempotencyKey = call.request.headers.get(headerName)
  const isLookedAt = header === 'required' || (header === 'optional' && idempotencyKey !== null)
  const headerFault = isLookedAt ? faultOfHeader(idempotencyKey ?? '') : null
  if (headerFault !== null) faults.push(headerFault)
  const details = headerFault === null ? {} : { header: headerName }
  if (body.ok) return { call, body: body.value, idempotencyKey: idempotencyKey ?? '', faults, details }
  // Of a batch with too many parts: what its first ones have in them that nobody knows.
  const unknown = isBatch && seen !== undefined ? unknownMembers(seen, shape) : []
  const all = faults.concat(unknown, { field: 'body', message: body.refusal.message })
  return invalidRequest(all, details, unknown.length === 0)
}

/** True when there are more items than a batch may have; asked before any other fault is looked for. */
const hasTooManyItems = (body: JsonObject): boolean =>
  Array.isArray(body['items']) && body['items'].length > batchItemsMax

const headerName = 'Idempotency-Key'

/** The server holds as many bodies as it may. */
const noRoom = (): Answer =>
  failure('limiter_unavailable', {
    message: 'The server holds as many bodies of requests as it may just now.',
    headers: retryAfter(1),
  })

/** A JSON object from the body of a request, or what is wrong with it. */
async function readJson({ request, env, actor, turn }: Call): Promise<Result<JsonObject, JsonRefusal | 'no_room'>> {
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

/** What is wrong with the header's value. */
function faultOfHeader(value: string): Fault | null {
  if (/^[\x20-\x7e]+$/.test(value) && value.length <= idempotencyKeyLengthMax) return null
  const expects = `1 to ${idempotencyKeyLengthMax} printable ASCII characters`
  return {
    field: 'header',
    message: value === '' ? `${headerName} is required: ${expects}` : `${headerName} must be ${expects}`,
    allowed: { min: 1, max: idempotencyKeyLengthMax },
  }
}
