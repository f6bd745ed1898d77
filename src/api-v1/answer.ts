// The JSON and headers of every answer of the API (docs/api-v1.md#envelope).
import { agentDetails, type ErrorCode, ERRORS } from './errors.ts'
import type { NotWritten } from '../app/change.ts'
import { lockRetryAfterSeconds } from '../domain/limits.ts'

/** The body is JSON, as text or bytes. */
export interface Answer {
  readonly status: number
  /** The error's code, in a refusal only. */
  readonly code?: ErrorCode
  readonly body: string | Uint8Array<ArrayBuffer>
  /** True: the body is bytes. In a body that is a string nevertheless, each character stands for one byte. */
  readonly isInBytes?: boolean
  /** Sent in place of the body, through `fetchOf` only: the express lane has no streams. */
  readonly stream?: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly headers?: Readonly<Record<string, string>>
}

/** The key's limit, and the requests left after this one. */
export interface Rate {
  readonly limit: number
  readonly remaining: number
}

/** For answers given before the rate limiter. */
export const NO_RATE: Rate = { limit: 0, remaining: 0 }

export function success(data: object, meta?: object): Answer & { readonly body: string } {
  return {
    status: 200,
    body: JSON.stringify(meta === undefined ? { success: true, data } : { success: true, data, meta }),
  }
}

interface FailureParts {
  /** Facts about the refusal; its members have the names of the API. */
  readonly details?: Readonly<Record<string, unknown>>
  /** Replaces the message of errors.ts. */
  readonly message?: string
  /** Replaces the hint of errors.ts. */
  readonly hint?: string
  readonly headers?: Readonly<Record<string, string>>
}

export function failure(code: ErrorCode, { details, message, hint, headers }: FailureParts = {}): Answer {
  const rule = ERRORS[code]
  const body = JSON.stringify({
    success: false,
    error: code,
    message: message ?? rule.message,
    hint: hint ?? rule.hint,
    details: { ...details, ...agentDetails(code) },
  })
  return { status: rule.status, code, body, ...(headers !== undefined && { headers }) }
}

/** The answer if key or account are not valid, before requests are counted. Only a session of the site can be signed out, a key can't. */
export const turnedAway = (code: ErrorCode | 'signed_out'): Answer =>
  failure(code === 'signed_out' ? 'invalid_key' : code, { headers: rateHeaders(NO_RATE) })

const rateHeaders = ({ limit, remaining }: Rate): Readonly<Record<string, string>> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
})

export const retryAfter = (seconds: number): Readonly<Record<string, string>> => ({ 'Retry-After': String(seconds) })

const NOT_DONE: Readonly<Record<NotWritten['code'], () => Answer>> = {
  busy: () => failure('layer_busy', { headers: retryAfter(lockRetryAfterSeconds) }),
  save_failed: () => failure('save_failed'),
  invalid_key: () => turnedAway('invalid_key'),
  key_inactive: () => turnedAway('key_inactive'),
  account_inactive: () => turnedAway('account_inactive'),
  signed_out: () => turnedAway('signed_out'),
}

/** The answer when the store could not take the change, or the key may not act any more. */
export const notDone = ({ code }: NotWritten): Answer => NOT_DONE[code]()
export const isNotDone = (refusal: { readonly code: string }): refusal is NotWritten =>
  Object.hasOwn(NOT_DONE, refusal.code)

export type Finished = Required<Omit<Answer, 'stream' | 'code'>> & Pick<Answer, 'stream'>

export const noContent = 204

export const finished = ({ status, body, isInBytes = false, stream, headers }: Answer, rate: Rate): Finished => ({
  status,
  body,
  isInBytes,
  ...(stream !== undefined && { stream }),
  headers: {
    ...(status !== noContent && { 'Content-Type': 'application/json' }),
    ...rateHeaders(rate),
    'Cache-Control': 'no-store, private',
    'X-Robots-Tag': 'noindex, nofollow',
    'X-Content-Type-Options': 'nosniff',
    Link: '</openapi.json>; rel="service-desc"',
    ...headers,
  },
})

/** Hot: building a Headers object takes time. */
export function responseOf({ status, body, isInBytes, stream, headers }: Finished): Response {
  const given = isInBytes && typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  return new Response(status === noContent ? null : (stream ?? given), { status, headers })
}
