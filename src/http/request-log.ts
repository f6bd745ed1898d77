// Counts each request and writes its line of the log: route, status, time, sender. The line never contains a query, a body, a
// text or a secret; of a key it has the prefix that lists show.
import type { Context, MiddlewareHandler } from 'hono'
import type { Clock } from '../base/time.ts'
import type { Log } from '../base/log.ts'
import { countRequests, latestRequestsMax, type Meter } from '../base/meter.ts'
import type { Random } from '../base/crypto.ts'
import type { HttpEnv } from './request-target.ts'

interface RequestRecord {
  readonly id: string
  /** The name of the route, never the address that was asked for. */
  readonly route: string
  readonly status: number
  readonly startedMs: number
  readonly userId?: number | undefined
  readonly keyPrefix?: string | undefined
}

interface Noting {
  readonly log: Log
  readonly meter: Meter
}

/** Counts a request and writes its line of the log. Times are on the monotonic clock. */
export function logRequest({ log, meter }: Noting, record: RequestRecord, nowMs: number): void {
  const { id, route, status, startedMs, userId, keyPrefix } = record
  const ms = Math.round((nowMs - startedMs) * 10) / 10
  if (meter.latest.push({ route, status, ms: nowMs - startedMs }) >= latestRequestsMax) countRequests(meter)
  log.request({ id, route, status, ms, user: userId, key: keyPrefix })
}

/** Makes ids of requests: a beginning that differs between processes, and a count. */
export function createRequestIds(random: Random): () => string {
  const start = random.bytes(4).toString('hex')
  let count = 0
  return () => `${start}-${(++count).toString(36)}`
}

interface Noted {
  route?: string
  userId?: number
  keyPrefix?: string
}

const noted = new WeakMap<Context, Noted>()

export function noteRequest(c: Context, facts: Noted): void {
  noted.set(c, { ...noted.get(c), ...facts })
}

/** Logs the requests of routes that do not log themselves. */
export function requestLog(
  parts: Noting & { readonly clock: Clock; readonly random: Random },
): MiddlewareHandler<HttpEnv> {
  const newId = createRequestIds(parts.random)
  return async (c, next) => {
    const startedMs = parts.clock.monotonicMs()
    await next()
    const facts = noted.get(c) ?? {}
    const record = { id: newId(), route: 'other', status: c.res.status, startedMs, ...facts }
    logRequest(parts, record, parts.clock.monotonicMs())
  }
}
