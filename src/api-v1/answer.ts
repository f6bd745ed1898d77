// The envelope of every answer (docs/api-v1.md#envelope) and the headers that stand on all of them.
import { agentDetails, type ErrorCode, ERRORS } from './errors.ts'

/** An answer before it goes out: the body is JSON, as text or as its bytes. */
export interface Answer {
  readonly status: number
  readonly body: string | Uint8Array<ArrayBuffer>
  /** The body is bytes, even if it is a string: then each character is one of them. */
  readonly isInBytes?: boolean
  /** Lets the bytes of the body be written over: for whoever knows that nobody will look at them again. */
  readonly giveBack?: () => void
  readonly headers?: Readonly<Record<string, string>>
}

/** What the limiter said of a request: the ceiling of its key, and what is left of it after this request. */
export interface Rate {
  readonly limit: number
  readonly remaining: number
}

/** Of answers given before the limiter was asked. */
export const NO_RATE: Rate = { limit: 0, remaining: 0 }

/** A success; `meta` where the contract has one. */
export function success(data: object, meta?: object): Answer & { readonly body: string } {
  return {
    status: 200,
    body: JSON.stringify(meta === undefined ? { success: true, data } : { success: true, data, meta }),
  }
}

interface FailureParts {
  /** What the code states about this case, in wire names. */
  readonly details?: Readonly<Record<string, unknown>>
  /** In place of the catalogue's message. */
  readonly message?: string
  /** In place of the catalogue's hint. */
  readonly hint?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A failure by its code; message, hint, status and what scripts need come from the catalogue. */
export function failure(code: ErrorCode, { details, message, hint, headers }: FailureParts = {}): Answer {
  const rule = ERRORS[code]
  const body = JSON.stringify({
    success: false,
    error: code,
    message: message ?? rule.message,
    hint: hint ?? rule.hint,
    details: { ...details, ...agentDetails(code) },
  })
  return headers === undefined ? { status: rule.status, body } : { status: rule.status, body, headers }
}

/** Of a request that was let in and is turned away as if at the door: its key or account is no longer good. */
export const turnedAway = (code: ErrorCode): Answer => failure(code, { headers: rateHeaders(NO_RATE) })

const rateHeaders = ({ limit, remaining }: Rate): Readonly<Record<string, string>> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
})

export const retryAfter = (seconds: number): Readonly<Record<string, string>> => ({ 'Retry-After': String(seconds) })

/** An answer with all of its headers. */
export type Finished = Required<Omit<Answer, 'giveBack'>> & Pick<Answer, 'giveBack'>

/** A status whose answer has no body. */
export const noContent = 204

/** The answer as it goes out. */
export const finished = ({ status, body, isInBytes = false, giveBack, headers }: Answer, rate: Rate): Finished => ({
  status,
  body,
  isInBytes,
  ...(giveBack !== undefined && { giveBack }),
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

/** The same for fetch. Hot: plain headers, so that the listener writes them without a Headers object. */
export function responseOf({ status, body, isInBytes, headers }: Finished): Response {
  const given = isInBytes && typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  return new Response(status === noContent ? null : given, { status, headers })
}
