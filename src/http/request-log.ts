// One line for each request: which route, how it ended, how long it took, who asked. Never a query, a body, a text or a
// secret; the key is named by its displayed prefix.
import type { Context, MiddlewareHandler } from 'hono'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log/log.ts'
import type { Random } from '../base/random.ts'
import type { HttpEnv } from './request-target.ts'

interface RequestRecord {
  readonly id: string
  /** The route's name, never its address. */
  readonly route: string
  readonly status: number
  readonly startedMs: number
  readonly userId?: number | undefined
  readonly keyPrefix?: string | undefined
}

/** Writes the line of a request that has been answered. `nowMs` and `startedMs` are monotonic. */
export function logRequest(log: Log, record: RequestRecord, nowMs: number): void {
  const { id, route, status, startedMs, userId, keyPrefix } = record
  const ms = Math.round((nowMs - startedMs) * 10) / 10
  log.request({ id, route, status, ms, user: userId, key: keyPrefix })
}

/** Makes ids for requests: a start that differs between processes, and a count. */
export function createRequestIds(random: Random): () => string {
  const start = random.bytes(4).toString('hex')
  let count = 0
  return () => `${start}-${(++count).toString(36)}`
}

/** What a handler may tell the log about its request. */
interface Noted {
  route?: string
  userId?: number
  keyPrefix?: string
}

const noted = new WeakMap<Request, Noted>()

/** Tells the log line of this request its route's name and who asked. */
export function noteRequest(c: Context, facts: Noted): void {
  noted.set(c.req.raw, { ...noted.get(c.req.raw), ...facts })
}

/** Logs the requests of routes that don't do it themselves. */
export function requestLog(parts: {
  readonly log: Log
  readonly clock: Clock
  readonly random: Random
}): MiddlewareHandler<HttpEnv> {
  const newId = createRequestIds(parts.random)
  return async (c, next) => {
    const startedMs = parts.clock.monotonicMs()
    await next()
    const facts = noted.get(c.req.raw) ?? {}
    const record = { id: newId(), route: 'other', status: c.res.status, startedMs, ...facts }
    logRequest(parts.log, record, parts.clock.monotonicMs())
  }
}
