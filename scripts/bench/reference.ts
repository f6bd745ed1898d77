// node scripts/bench/reference.ts DB
// The reference: pages, totals, cards, validates, batches and claims as a good engineer would write them in an afternoon, Fastify over
// SQLite (node:sqlite), and tuned: prepared statements, covering indexes, keyset paging, rows as arrays, counters and claims in a database
// that is not flushed. Pages and cards have windrow's bytes, and verdicts are its own, which is looked at before anything is measured:
// token counts and text gate are windrow's functions, so that only serving and store differ. A claim takes the first open rows: no
// likeness, no memory.
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { sha256Hex } from '../../src/base/bytes.ts'
import { findingProblem } from '../../src/api-v1/bytes/wire.ts'
import { NO_WAIVERS, runGate } from '../../src/domain/checks/gate.ts'
import { DEFAULT_GATE_RULES, EMPTY_GLOSSARY } from '../../test/support/plain-gate.ts'
import type { Item } from './requests.ts'
import { CARD_COLUMNS, CARD_JOINS, cardOf, type CardRow, LEAN_COLUMNS } from './reference-cards.ts'
import { openReference } from './reference-store.ts'

const path = process.argv[2] as string
const db = openReference(path)
const counters = new DatabaseSync(`${path}.counters`)
counters.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE IF NOT EXISTS rate
  (user_id INTEGER, minute INTEGER, used INTEGER, PRIMARY KEY (user_id, minute)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS claimed (ordinal INTEGER PRIMARY KEY, claim INTEGER, ends_at INTEGER);
  CREATE INDEX IF NOT EXISTS claimed_by_claim ON claimed (claim)`)
db.exec(`ATTACH '${path}.counters' AS side; PRAGMA side.synchronous = OFF`)

const findKey = db.prepare('SELECT id, user_id, requests_per_minute FROM api_keys WHERE digest = ?')
findKey.setReturnArrays(true)
const countRequest = counters.prepare(`INSERT INTO rate VALUES (?, ?, 1)
  ON CONFLICT DO UPDATE SET used = used + 1 WHERE used < ? RETURNING used`)
countRequest.setReturnArrays(true)

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
  const key = findKey.get(sha256Hex(secret)) as unknown as [number, number, number] | undefined
  if (key === undefined) return refuse(reply, 401, 'invalid_key')
  const [keyId, userId, limit] = key
  const minute = Math.floor(Date.now() / 60_000)
  const counted = countRequest.get(userId, minute, limit) as unknown as [number] | undefined
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

const app = Fastify({ bodyLimit: 16 * 1024 * 1024 })

const readPage = db.prepare(`SELECT ${LEAN_COLUMNS} FROM rows r WHERE r.ordinal > ? ORDER BY r.ordinal LIMIT ?`)
readPage.setReturnArrays(true)
const untranslated = 'FROM rows r WHERE r.state = 0 AND r.is_diff = 1 AND r.is_service = 0'
const readUntranslated = db.prepare(
  `SELECT ${LEAN_COLUMNS} ${untranslated} AND r.ordinal > ? ORDER BY r.ordinal LIMIT ?`,
)
readUntranslated.setReturnArrays(true)
const countUntranslated = db.prepare(`SELECT count(*) AS total ${untranslated}`)
type PageQuery = { limit: string; cursor?: string; state?: string; include_total?: string }
app.get<{ Querystring: PageQuery }>('/api/v1/rows', (request, reply) => {
  if (admit(request, reply) === null) return
  const { limit, cursor = '', state, include_total } = request.query
  const after = Number(Buffer.from(cursor, 'base64url').toString())
  const read = state === undefined ? readPage : readUntranslated
  const found = read.all(after, Number(limit) + 1) as unknown as CardRow[]
  const total = include_total === undefined ? {} : { total_matching: countUntranslated.get()?.['total'] }
  const rows = found.slice(0, Number(limit))
  const next = found.length > rows.length ? Buffer.from(String(rows.at(-1)?.[0])).toString('base64url') : null
  const more = { has_more: next !== null, ...(next !== null && { next_cursor: next }) }
  const meta = { count: rows.length, ...more, ...total, fields: ['core'] }
  void reply.send(JSON.stringify({ success: true, data: { rows: rows.map((row) => cardOf(row, false)) }, meta }))
})

const readCard = db.prepare(`SELECT ${CARD_COLUMNS} FROM rows r ${CARD_JOINS} WHERE r.row_id = ?`)
readCard.setReturnArrays(true)
app.get<{ Params: { id: string } }>('/api/v1/rows/:id', (request, reply) => {
  if (admit(request, reply) === null) return null
  const row = readCard.get(request.params.id.toLowerCase()) as unknown as CardRow | undefined
  if (row === undefined) return refuse(reply, 404, 'entry_not_found')
  const meta = { fields: ['core', 'sources', 'reference', 'layers', 'tokens'] }
  return reply.send(JSON.stringify({ success: true, data: { row: cardOf(row, true) }, meta }))
})

// ---------------------------------------------------------------- batches of machine texts, each one flushed transaction

interface RowFound {
  readonly ordinal: number
  readonly source: string
  readonly source_hash: string
  readonly is_service: number
  readonly head_text: string | null
}

const readRow = db.prepare(`SELECT r.ordinal, CASE WHEN r.is_diff THEN r.diff_text ELSE r.main_text END AS source,
  r.source_hash, r.is_service, h.text AS head_text FROM rows r
  LEFT JOIN heads h ON h.ordinal = r.ordinal AND h.layer = 'machine' WHERE r.row_id = ?`)
const written = "VALUES (?, 'machine', 1, ?, 'draft', 'ai_api', ?, ?, ?, 1, ?"
const addRevision = db.prepare(`INSERT INTO revisions ${written}, ?, ?)`)
const putHead = db.prepare(`INSERT INTO heads ${written})`)
const markRow = db.prepare('UPDATE rows SET state = max(state, 1), updated_at = ? WHERE ordinal = ?')
const readAnswer = db.prepare('SELECT body FROM answers WHERE key_id = ? AND header = ? AND at > ?')
const putAnswer = db.prepare('INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)')
const sweep = db.prepare('DELETE FROM answers WHERE at <= ?')
const readQuota = db.prepare('SELECT used FROM quota WHERE user_id = ? AND day = ?')
const addQuota = db.prepare('INSERT INTO quota VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET used = used + excluded.used')
const dayMs = 86_400_000

interface Verdict {
  readonly answer: { readonly row_id: string; readonly ok: boolean; readonly status: string } & Record<
    'errors' | 'warnings',
    readonly object[]
  >
  /** Of the row that the text may be written to. */
  readonly ordinal: number | null
}

function judge({ row_id, text, source_hash }: Item): Verdict {
  const rejected = (errors: readonly object[]): Verdict => ({
    answer: { row_id, ok: false, status: 'rejected', errors, warnings: [] },
    ordinal: null,
  })
  const row = readRow.get(row_id) as unknown as RowFound | undefined
  if (row === undefined) return rejected([{ code: 'entry_not_found' }])
  if (row.is_service === 1) return rejected([{ code: 'non_translatable' }])
  if (row.source_hash !== source_hash) return rejected([{ code: 'stale_source' }])
  const passed = (status: string, warnings: readonly object[] = []) => ({
    row_id,
    ok: true,
    status,
    errors: [],
    warnings,
  })
  if (row.head_text !== null) return { answer: passed('unchanged'), ordinal: null }
  const gate = { rules: DEFAULT_GATE_RULES, glossary: EMPTY_GLOSSARY, waivers: NO_WAIVERS }
  const { errors, warnings } = runGate({ source: row.source, isServiceRow: false, text, ...gate })
  if (errors.length > 0) return rejected(errors.map(findingProblem))
  return { answer: passed('written', warnings.map(findingProblem)), ordinal: row.ordinal }
}

function writeItem(item: Item, { keyId, userId }: Caller, nowMs: number): Verdict['answer'] {
  const { answer, ordinal } = judge(item)
  if (ordinal === null) return answer
  const { text, provider, model, source_hash } = item
  addRevision.run(ordinal, text, provider, model, source_hash, userId, keyId, nowMs)
  putHead.run(ordinal, text, provider, model, source_hash, nowMs)
  markRow.run(nowMs, ordinal)
  return answer
}

function writeBatch(caller: Caller, header: string, body: Batch): string {
  const nowMs = Date.now()
  const day = new Date(nowMs).toISOString().slice(0, 10)
  const stored = readAnswer.get(caller.keyId, header, nowMs - dayMs)
  if (stored !== undefined) return stored['body'] as string
  const used = Number(readQuota.get(caller.userId, day)?.['used'] ?? 0)
  const items = body.items.map((item) => writeItem(item, caller, nowMs))
  const count = items.filter(({ status }) => status === 'written').length
  addQuota.run(caller.userId, day, count)
  const meta = { total: items.length, written: count, quota: { used: used + count, resets_at: `${day}T24:00:00Z` } }
  const answer = JSON.stringify({ success: true, data: { items }, meta })
  sweep.run(nowMs - dayMs)
  putAnswer.run(caller.keyId, header, sha256Hex(JSON.stringify(body)), answer, nowMs)
  return answer
}

interface Batch {
  readonly items: readonly Item[]
}

app.post<{ Body: Batch }>('/api/v1/translations/validate', (request, reply) => {
  if (admit(request, reply) === null) return
  const items = request.body.items.map((item) => {
    const { status: _, ...said } = judge(item).answer
    return said
  })
  const good = items.filter(({ ok }) => ok).length
  const meta = { total: items.length, ok: good, failed: items.length - good }
  void reply.send(JSON.stringify({ success: true, data: { items }, meta }))
})

app.post<{ Body: Batch }>('/api/v1/translations', (request, reply) => {
  const caller = admit(request, reply)
  if (caller === null) return
  db.exec('BEGIN IMMEDIATE')
  const answer = writeBatch(caller, String(request.headers['idempotency-key']), request.body)
  db.exec('COMMIT')
  void reply.send(answer)
})

// ---------------------------------------------------------------- claims: rows that nobody else gets for half an hour

const claimMs = 1_800_000
const forgetClaims = db.prepare('DELETE FROM side.claimed WHERE ends_at <= ?')
const openRows = db.prepare(`SELECT ${CARD_COLUMNS} FROM rows r ${CARD_JOINS} WHERE r.state = 0 AND r.is_service = 0
  AND r.is_diff IN (0, 1) AND NOT EXISTS (SELECT 1 FROM side.claimed t WHERE t.ordinal = r.ordinal) LIMIT ?`)
openRows.setReturnArrays(true)
const lastClaim = db.prepare('SELECT coalesce(max(claim), 0) + 1 AS next FROM side.claimed')
const takeRow = db.prepare('INSERT INTO side.claimed VALUES (?, ?, ?)')
const giveBack = db.prepare('DELETE FROM side.claimed WHERE claim = ?')

app.post<{ Body: { readonly limit: number } }>('/api/v2/claims', (request, reply) => {
  if (admit(request, reply) === null) return
  const nowMs = Date.now()
  db.exec('BEGIN IMMEDIATE')
  forgetClaims.run(nowMs)
  const id = Number(lastClaim.get()?.['next'])
  const found = openRows.all(request.body.limit) as unknown as CardRow[]
  for (const [ordinal] of found) takeRow.run(ordinal, id, nowMs + claimMs)
  db.exec('COMMIT')
  const claim = { id: String(id), expires_at: new Date(nowMs + claimMs).toISOString() }
  void reply.send(JSON.stringify({ success: true, data: { claim, rows: found.map((row) => cardOf(row, true)) } }))
})

app.delete<{ Params: { id: string } }>('/api/v2/claims/:id', (request, reply) => {
  if (admit(request, reply) === null) return
  giveBack.run(Number(request.params.id))
  void reply.send('{"success":true,"data":{}}')
})

app.listen({ port: 0, host: '127.0.0.1' }, () => {
  console.log(`listening on http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))
