// What both POST routes do before their own work: read the body within its limits, and collect the faults of query, header
// and body, so that one answer names them all (decisions §6).
import { batchItemsMax, bodyBytesMax, bodyDepthMax, idempotencyKeyLengthMax } from '../domain/limits.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import { isJsonContentType, type JsonObject, parseJsonObject } from '../http/json-body.ts'
import { readBody } from '../http/read-body.ts'
import type { RequestEnv, RequestView } from '../http/request-target.ts'
import { rawQuery } from '../http/request-target.ts'
import { type Answer, failure } from './answer.ts'
import { type Fault, invalidRequest } from './faults.ts'
import { parametersOf } from './query.ts'
import { hasTooManyItems } from './requests.ts'

export interface Batch<T> {
  readonly items: readonly T[]
  readonly body: JsonObject
  /** Empty where the route takes none. */
  readonly idempotencyKey: string
}

const headerName = 'Idempotency-Key'

/** Reads a batch, or answers with everything that is wrong with the request. */
export async function readBatch<T>(
  request: RequestView,
  env: RequestEnv | undefined,
  parse: (body: JsonObject) => Result<readonly T[], readonly Fault[]>,
  needsIdempotencyKey: boolean,
): Promise<Result<Batch<T>, Answer>> {
  const body = await readJson(request, env)
  if (body.ok && hasTooManyItems(body.value)) {
    const message = `The batch has more than ${batchItemsMax} items.`
    return refuse(failure('batch_too_large', { message, details: { max: batchItemsMax } }))
  }
  const faults: Fault[] = []
  parametersOf(rawQuery(request, env), [], faults)
  const idempotencyKey = request.headers.get(headerName) ?? ''
  const headerFault = needsIdempotencyKey ? faultOfHeader(idempotencyKey) : null
  if (headerFault !== null) faults.push(headerFault)
  const items = body.ok ? parse(body.value) : refuse([{ field: 'body', message: body.refusal }])
  if (!items.ok) faults.push(...items.refusal)
  if (body.ok && items.ok && faults.length === 0) return ok({ items: items.value, body: body.value, idempotencyKey })
  return refuse(invalidRequest(faults, headerFault === null ? {} : { header: headerName }))
}

async function readJson(request: RequestView, env: RequestEnv | undefined): Promise<Result<JsonObject, string>> {
  if (!isJsonContentType(request.headers.get('content-type'))) {
    return refuse('The body must be JSON: send it with Content-Type: application/json, in UTF-8.')
  }
  const bytes = await readBody(request, env, bodyBytesMax)
  if (bytes.ok) return parseJsonObject(bytes.value, bodyDepthMax)
  return refuse(
    bytes.refusal === 'too_large'
      ? `The body is larger than ${bodyBytesMax / 2 ** 20} MiB: send less in one request.`
      : 'The body broke off before its end: send it again.',
  )
}

function faultOfHeader(value: string): Fault | null {
  if (/^[\x20-\x7e]+$/.test(value) && value.length <= idempotencyKeyLengthMax) return null
  const expects = `1 to ${idempotencyKeyLengthMax} printable ASCII characters`
  return {
    field: 'header',
    message: value === '' ? `${headerName} is required: ${expects}` : `${headerName} must be ${expects}`,
    allowed: { min: 1, max: idempotencyKeyLengthMax },
  }
}
