// Requests to a windrow server; every failure is an `AgentRefused`. A request that may have been lost is sent again a
// few times, with an Idempotency-Key if it changes something.
import { AgentRefused, type Refusal } from './agent.ts'
import type { Patience } from './send-texts.ts'

export interface Server {
  /** The server's address, such as `https://windrow.example`; a path behind the host is kept. */
  readonly url: string
  /** The API key. It is sent in the header X-API-Key only. */
  readonly key: string
}

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the server's address, such as `/api/v2/claims`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly idempotencyKey?: string | undefined
  /** The Accept header, if not JSON alone. */
  readonly accept?: string
  /** How long to wait for the answer. Default: 2 minutes. */
  readonly msMax?: number
  readonly signal?: AbortSignal | undefined
}

export interface Answered {
  readonly data: unknown
  readonly meta: unknown
  /** How long the server asks to wait, by its header Retry-After. */
  readonly retryAfterSeconds: number | null
}

/** Waits between attempts for a server that has not answered yet. */
const firstPausesSeconds: readonly number[] = [1, 3]
const answerMsMax = 120_000

/** Sends requests, and sends one again that may have been lost. A server that answered before is waited for as long as `patience` says. */
export function asking(
  server: Server,
  { pause, lostPausesSeconds = firstPausesSeconds }: Patience,
): (request: Asked) => Promise<Answered> {
  let isThere = false
  return async (request) => {
    const pauses = isThere ? lostPausesSeconds : firstPausesSeconds
    for (let tries = 0; ; tries++) {
      try {
        const answered = answerOf(server.url, await sendOnce(server, request))
        isThere = true
        return answered
      } catch (error) {
        const seconds = pauses[tries]
        if (!isLost(error)) isThere = true
        else if (seconds === undefined) isThere = false
        if (!isLost(error) || seconds === undefined) throw error
        await pause(seconds, error.message)
      }
    }
  }
}

/** The request may have been lost: nothing answered, or only a proxy in front of a server that is down. */
const isLost = (error: unknown): error is AgentRefused =>
  error instanceof AgentRefused &&
  (error.refusal.code === 'unreachable' || error.refusal.code === 'no_answer') &&
  error.refusal.details['retriable'] === true

export interface Received {
  readonly response: Pick<Response, 'ok' | 'status'> & { readonly headers: Pick<Headers, 'get'> }
  readonly text: string
}

/** Sends a request once. Throws AgentRefused when no answer came. */
export async function sendOnce(
  { url, key }: Server,
  { method, path, query, body, idempotencyKey, accept, msMax = answerMsMax, signal }: Asked,
): Promise<Received> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
  const address = url.replace(/\/+$/, '') + path + search
  const init = {
    method,
    headers: {
      'X-API-Key': key,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...(accept !== undefined && { Accept: accept }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // A redirect would give the key to another server.
    redirect: 'manual' as const,
    signal: AbortSignal.any([AbortSignal.timeout(msMax), ...(signal === undefined ? [] : [signal])]),
  }
  return await fetch(address, init)
    .then(async (response) => ({ response, text: await response.text() }))
    .catch((error: unknown) => {
      throw unreachable(url, error)
    })
}

/** Throws AgentRefused if the server reports a failure. */
export function answerOf(url: string, { response, text }: Received): Answered {
  const { status, ok, headers } = response
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : null
  if (ok && text === '') return { data: null, meta: null, retryAfterSeconds }
  const json = envelopeOf(text)
  if (json === null) throw notWindrow(url, status)
  if (ok) return { data: json.data, meta: json.meta, retryAfterSeconds }
  const { error: code = 'no_answer', message = `The server answered ${status}.`, hint = '', details = {} } = json
  throw new AgentRefused({ code, message, hint, details, retryAfterSeconds })
}

interface Envelope {
  readonly success: boolean
  readonly data?: unknown
  readonly meta?: unknown
  readonly error?: string
  readonly message?: string
  readonly hint?: string
  readonly details?: Readonly<Record<string, unknown>>
}

function envelopeOf(text: string): Envelope | null {
  try {
    const json = JSON.parse(text) as Envelope | null
    return typeof json?.success === 'boolean' ? json : null
  } catch {
    return null
  }
}

const refusedWith = (refusal: Omit<Refusal, 'details' | 'retryAfterSeconds'>, retriable: boolean): AgentRefused =>
  new AgentRefused({ ...refusal, details: { retriable }, retryAfterSeconds: null })

function unreachable(url: string, error: unknown): AgentRefused {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string }
  const why = cause?.code ?? cause?.message ?? message ?? 'no answer'
  return refusedWith(
    {
      code: 'unreachable',
      message: `${url} cannot be reached (${why}).`,
      hint: 'Check the address, and that the server runs.',
    },
    true,
  )
}

const notWindrow = (url: string, status: number): AgentRefused =>
  refusedWith(
    {
      code: 'no_answer',
      message: `${url} does not answer like a windrow server (status ${status}).`,
      hint: 'Give the address without a path; an older windrow has no API v2.',
    },
    status >= 500,
  )
