// node scripts/bench/reference.ts DB [--people]
// The reference: the reading and writing half of API v1 as a good engineer would write it in an afternoon, Fastify over
// SQLite (node:sqlite), and tuned: prepared statements, covering indexes, keyset paging, rows as arrays, JSON by schema
// nowhere (JSON.stringify of this Node is faster), counters in a database that is not flushed. It gives the same bytes as
// windrow, which the benchmark checks before it measures. Token counts and text gate are windrow's own functions. With --people
// it answers to thirty at work, too (thirty/peer-people.ts).
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { sha256Hex } from '../../src/base/bytes.ts'
import { cardOf, CARD_COLUMNS, CARD_JOINS, type CardRow, groupsOf, LEAN_COLUMNS } from './reference-cards.ts'
import { openReference } from './reference-store.ts'
import { createBatches, type BatchBody } from './reference-writes.ts'
import { registerPeople } from './thirty/peer-people.ts'

const path = process.argv[2] as string
const db = openReference(path)
const counters = new DatabaseSync(`${path}.counters`)
counters.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF')
counters.exec(
  'CREATE TABLE IF NOT EXISTS rate (user_id INTEGER, minute INTEGER, used INTEGER, PRIMARY KEY (user_id, minute)) WITHOUT ROWID',
)

const findKey = db.prepare(`SELECT k.id, k.user_id, k.requests_per_minute, k.state = 'active' AND u.state = 'active'
  FROM api_keys k JOIN users u ON u.id = k.user_id WHERE k.digest = ?`)
findKey.setReturnArrays(true)
const countRequest = counters.prepare(`INSERT INTO rate VALUES (?, ?, 1)
  ON CONFLICT DO UPDATE SET used = used + 1 WHERE used < ? RETURNING used`)
countRequest.setReturnArrays(true)

const minute = (): number => Math.floor(Date.now() / 60_000)

interface Caller {
  readonly keyId: number
  readonly userId: number
}

const refuse = (reply: FastifyReply, status: number, error: string): null => {
  void reply.code(status).send({ success: false, error, message: error, hint: '', details: {} })
  return null
}

/** Who asks, counted; null when the answer has gone out. */
function admit(request: FastifyRequest, reply: FastifyReply): Caller | null {
  const secret = request.headers['x-api-key']
  if (typeof secret !== 'string' || !/^wdr_[0-9a-fA-F]{60}$/.test(secret)) return refuse(reply, 401, 'invalid_key')
  const key = findKey.get(sha256Hex(secret)) as unknown as [number, number, number, number] | undefined
  if (key === undefined) return refuse(reply, 401, 'invalid_key')
  const [keyId, userId, limit, isActive] = key
  if (isActive === 0) return refuse(reply, 403, 'key_inactive')
  const counted = countRequest.get(userId, minute(), limit) as unknown as [number] | undefined
  void reply.headers({
    'Content-Type': 'application/json',
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(limit - (counted?.[0] ?? limit)),
    'Cache-Control': 'no-store, private',
    'X-Robots-Tag': 'noindex, nofollow',
    'X-Content-Type-Options': 'nosniff',
  })
  return counted === undefined ? refuse(reply, 429, 'rate_limited') : { keyId, userId }
}

// ---------------------------------------------------------------- the list

interface ListQuery {
  readonly limit?: number
  readonly cursor?: string
  readonly state?: string
  readonly source?: string
  readonly updated_since?: string
  readonly include_total?: string
  readonly fields?: string
}

const listSchema = {
  querystring: {
    type: 'object',
    additionalProperties: false,
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      cursor: { type: 'string' },
      state: { enum: ['all', 'none', 'machine', 'manual', 'stale'] },
      source: { enum: ['all', 'main', 'diff', 'diff_only'] },
      updated_since: { type: 'string' },
      include_total: { enum: ['1'] },
      fields: { type: 'string' },
    },
  },
}

const BY_SOURCE: Record<string, string> = {
  all: '',
  main: 'is_diff = 0',
  diff: 'is_diff = 1',
  diff_only: 'is_diff_only = 1',
}
const BY_STATE: Record<string, string> = {
  all: '',
  none: 'state = 0 AND (is_service = 0 OR is_diff = 0)',
  machine: 'state = 1',
  manual: 'state = 2',
  stale: 'is_stale = 1',
}

function conditionOf({ state = 'all', source = 'all', updated_since }: ListQuery): string {
  // A planner that knows both finds the index over state, source and service rows in one range.
  if (state === 'none' && source === 'diff')
    return withTime('state = 0 AND is_diff = 1 AND is_service = 0', updated_since)
  return withTime([BY_STATE[state], BY_SOURCE[source]].filter(Boolean).join(' AND ') || '1', updated_since)
}

const withTime = (condition: string, since: string | undefined): string =>
  since === undefined ? condition : `${condition} AND updated_at >= ?`

const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
function statement(sql: string): ReturnType<DatabaseSync['prepare']> {
  let known = prepared.get(sql)
  if (known === undefined) {
    known = db.prepare(sql)
    known.setReturnArrays(true)
    prepared.set(sql, known)
  }
  return known
}

/** Keyset paging; with a time, the covering index finds the few ordinals first and only they are read. */
function pageSql(query: ListQuery, isLean: boolean): string {
  const columns = isLean ? LEAN_COLUMNS : CARD_COLUMNS
  const joins = isLean ? '' : CARD_JOINS
  if (query.updated_since === undefined) {
    return `SELECT ${columns} FROM rows r ${joins} WHERE ${conditionOf(query)} AND r.ordinal > ? ORDER BY r.ordinal LIMIT ?`
  }
  const found = `SELECT ordinal FROM rows INDEXED BY rows_by_change WHERE ${conditionOf(query)} AND ordinal > ? ORDER BY ordinal LIMIT ?`
  return `SELECT ${columns} FROM (${found}) f CROSS JOIN rows r ON r.ordinal = f.ordinal ${joins} ORDER BY r.ordinal`
}

function list(query: ListQuery): object {
  const { limit = 50, cursor, updated_since, fields } = query
  const groups = groupsOf(fields ?? 'core')
  const times = updated_since === undefined ? [] : [Date.parse(updated_since)]
  const after = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString())
  const isLean = groups.length === 1
  const found = statement(pageSql(query, isLean)).all(...times, after, limit + 1) as unknown as CardRow[]
  const rows = found.length > limit ? found.slice(0, limit) : found
  const cards = rows.map((row) => cardOf(row, groups))
  const last = rows.at(-1)?.[0]
  const next = found.length > limit ? Buffer.from(String(last)).toString('base64url') : null
  const meta = {
    count: cards.length,
    has_more: next !== null,
    ...(next !== null && { next_cursor: next }),
    ...(query.include_total === '1' && { total_matching: totalOf(query, times) }),
    fields: groups,
  }
  return { success: true, data: { rows: cards }, meta }
}

function totalOf(query: ListQuery, times: readonly number[]): number {
  const [total] = statement(`SELECT count(*) FROM rows WHERE ${conditionOf(query)}`).get(...times) as unknown as [
    number,
  ]
  return total
}

// ---------------------------------------------------------------- addresses

const app = Fastify({ bodyLimit: 16 * 1024 * 1024 })
const batches = createBatches(db)
const send = (reply: FastifyReply, body: string): FastifyReply => reply.send(body)

app.get<{ Querystring: ListQuery }>('/api/v1/rows', { schema: listSchema }, (request, reply) => {
  if (admit(request, reply) === null) return
  send(reply, JSON.stringify(list(request.query)))
})

app.get<{ Params: { id: string }; Querystring: { fields?: string } }>('/api/v1/rows/:id', (request, reply) => {
  if (admit(request, reply) === null) return
  const groups = groupsOf(request.query.fields ?? 'core,sources,reference,layers,tokens')
  const found = statement(`SELECT ${CARD_COLUMNS} FROM rows r ${CARD_JOINS} WHERE r.row_id = ?`)
  const row = found.get(request.params.id.toLowerCase()) as unknown as CardRow | undefined
  if (row === undefined) {
    refuse(reply, 404, 'entry_not_found')
    return
  }
  send(reply, JSON.stringify({ success: true, data: { row: cardOf(row, groups) }, meta: { fields: groups } }))
})

app.post<{ Body: BatchBody }>('/api/v1/translations', { schema: { body: batches.schema } }, (request, reply) => {
  const caller = admit(request, reply)
  if (caller === null) return
  const header = request.headers['idempotency-key']
  if (typeof header !== 'string' || header === '') {
    refuse(reply, 400, 'invalid_request')
    return
  }
  send(reply, batches.write(caller, header, request.body))
})

if (process.argv[3] === '--people')
  registerPeople(app, db, path, {
    admit,
    count: (userId) => void countRequest.get(userId, minute(), Number.MAX_SAFE_INTEGER),
  })

app.listen({ port: 0, host: '127.0.0.1' }, () => {
  console.log(`listening on http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))
