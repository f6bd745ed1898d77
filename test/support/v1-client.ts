// Sends requests exactly as written: the path is not normalized, any method, any header, and the answer as it came.
import { Agent, request as httpRequest } from 'node:http'

export interface Ask {
  readonly method?: string
  /** The request target as sent, from the root. */
  readonly path: string
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** A string is sent as it is; anything else as JSON with its content type. */
  readonly body?: unknown
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The body as JSON; null when it is none. */
  readonly json: Json
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes
export type Json = any

/** A GET that says it has no body, and a POST to a Host in capitals, are nothing for the express lane of API v1. */
const withoutExpressLane = process.env['WINDROW_LANE'] === 'hono'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Asks a server. `ask.key` becomes `X-API-Key`. */
export function send(port: number, ask: Ask): Promise<Answer> {
  const { method = 'GET', path, key, body } = ask
  const payload = body === undefined ? undefined : isRaw(body) ? body : JSON.stringify(body)
  const headers: Record<string, string> = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(payload !== undefined && { 'Content-Length': String(Buffer.byteLength(payload)) }),
    ...(key !== undefined && { 'X-API-Key': key }),
    ...(withoutExpressLane && method === 'GET' && payload === undefined && { 'Content-Length': '0' }),
    ...(withoutExpressLane && method === 'POST' && { Host: 'LOCALHOST' }),
    ...ask.headers,
  }
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: jsonOf(text) })
      })
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}

const isRaw = (body: unknown): body is string | Uint8Array => typeof body === 'string' || body instanceof Uint8Array

export function jsonOf(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
