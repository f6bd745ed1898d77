// What the reference answers to thirty at work, besides pages and batches, at windrow's addresses: claims, validates, and a workbench of
// plain HTML. It judges by windrow's gate, and has no labels, no glossary, no texts alike, no copies and no totals.
import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sha256Hex } from '../../../src/base/bytes.ts'
import type { Finding } from '../../../src/domain/finding.ts'
import { cardOf, CARD_COLUMNS, CARD_JOINS, type CardRow, LEAN_COLUMNS } from '../reference-cards.ts'
import { judged } from '../reference-writes.ts'

interface Caller {
  readonly keyId: number
  readonly userId: number
}

interface Doors {
  /** Who asks with a key, counted; null when the answer has gone out. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => Caller | null
  /** Counts a request of a person. */
  readonly count: (userId: number) => void
}

const claimMs = 3_600_000
const listedBefore = 6
const listedMax = 24

/** Rows that nobody has translated are two ranges of one index. */
const bothSources = (select: (isDiff: 0 | 1) => string, order: 'ASC' | 'DESC' = 'ASC'): string =>
  `SELECT * FROM (${select(0)}) UNION ALL SELECT * FROM (${select(1)}) ORDER BY 1 ${order} LIMIT ?2`

const open = (isDiff: 0 | 1, isBehind: boolean): string => `SELECT ${LEAN_COLUMNS} FROM rows r
  WHERE r.state = 0 AND r.is_diff = ${isDiff} AND r.is_service = 0 AND r.ordinal ${isBehind ? '>' : '<'} ?1
  AND NOT EXISTS (SELECT 1 FROM proposals p WHERE p.ordinal = r.ordinal AND p.state = 'pending')
  ORDER BY r.ordinal ${isBehind ? 'ASC' : 'DESC'} LIMIT ?2`

const statementsOf = (db: DatabaseSync) => {
  const rows = (sql: string) => {
    const statement = db.prepare(sql)
    statement.setReturnArrays(true)
    return (...values: (string | number)[]) => statement.all(...values) as unknown as CardRow[]
  }
  return {
    unclaimed: rows(
      bothSources(
        (isDiff) => `SELECT ${LEAN_COLUMNS} FROM rows r
          WHERE r.state = 0 AND r.is_diff = ${isDiff} AND r.is_service = 0 AND r.ordinal > ?1
          AND NOT EXISTS (SELECT 1 FROM kept.claimed k WHERE k.ordinal = r.ordinal AND k.ends_at > ?3)
          ORDER BY r.ordinal LIMIT ?2`,
      ),
    ),
    behind: rows(bothSources((isDiff) => open(isDiff, true))),
    before: rows(bothSources((isDiff) => open(isDiff, false), 'DESC')),
    card: rows(`SELECT ${CARD_COLUMNS} FROM rows r ${CARD_JOINS} WHERE r.row_id = ?`),
    found: rows(`SELECT ${CARD_COLUMNS} FROM (SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rowid LIMIT 50) f
      CROSS JOIN rows r ON r.ordinal = f.rowid ${CARD_JOINS}`),
    pending: db.prepare("SELECT id, author_id, text FROM proposals WHERE ordinal = ? AND state = 'pending'"),
    propose: db.prepare("INSERT INTO proposals VALUES (NULL, ?, ?, ?, ?, 'pending', ?)"),
    addClaim: db.prepare('INSERT INTO kept.claims VALUES (NULL, ?, ?)'),
    hold: db.prepare('INSERT OR REPLACE INTO kept.claimed VALUES (?, ?, ?)'),
    letGo: db.prepare('DELETE FROM kept.claimed WHERE claim_id = ?'),
    user: db.prepare('SELECT id FROM users WHERE name = ?'),
    addSession: db.prepare('INSERT INTO sessions VALUES (?, ?, ?)'),
    session: db.prepare(`SELECT s.user_id, s.csrf FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.digest = ? AND u.state = 'active'`),
  }
}

type Statements = ReturnType<typeof statementsOf>

function transaction<T>(db: DatabaseSync, begin: string, work: () => T): T {
  db.exec(begin)
  try {
    const done = work()
    db.exec('COMMIT')
    return done
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

const sourceOf = ([, , main, diff, isDiff]: CardRow): string => (isDiff === 1 ? diff : main) ?? ''

export function registerPeople(app: FastifyInstance, db: DatabaseSync, path: string, doors: Doors): void {
  // Claims need no flush.
  db.exec(`ATTACH '${path}.claims' AS kept; PRAGMA kept.journal_mode = WAL; PRAGMA kept.synchronous = OFF;
    CREATE TABLE IF NOT EXISTS kept.claims (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, ends_at INTEGER NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS kept.claimed (ordinal INTEGER PRIMARY KEY, claim_id INTEGER NOT NULL, ends_at INTEGER NOT NULL) STRICT;
    CREATE INDEX IF NOT EXISTS kept.claimed_by ON claimed (claim_id)`)
  const statements = statementsOf(db)
  registerAgents(app, db, statements, doors)
  registerSite(app, db, statements, doors)
}

// ---------------------------------------------------------------- agents

interface ValidateBody {
  readonly items: readonly { readonly row_id: string; readonly text: string }[]
}

function registerAgents(app: FastifyInstance, db: DatabaseSync, statements: Statements, { admit }: Doors): void {
  app.post<{ Body: { limit: number } }>('/api/v2/claims', (request, reply) => {
    const caller = admit(request, reply)
    if (caller === null) return
    const nowMs = Date.now()
    const endsAtMs = nowMs + claimMs
    const claimed = transaction(db, 'BEGIN', () => {
      const rows = statements.unclaimed(0, request.body.limit, nowMs)
      const id = Number(statements.addClaim.run(caller.userId, endsAtMs).lastInsertRowid)
      for (const [ordinal] of rows) statements.hold.run(ordinal, id, endsAtMs)
      return { id, rows }
    })
    const rows = claimed.rows.map((row) => cardOf(row, ['core']))
    const claim = { id: String(claimed.id), expires_at: new Date(endsAtMs).toISOString() }
    void reply.code(201).send(JSON.stringify({ success: true, data: { claim, rows }, meta: { count: rows.length } }))
  })
  app.delete<{ Params: { id: string } }>('/api/v2/claims/:id', (request, reply) => {
    if (admit(request, reply) === null) return
    statements.letGo.run(Number(request.params.id))
    void reply.code(204).send()
  })
  app.post<{ Body: ValidateBody }>('/api/v1/translations/validate', (request, reply) => {
    if (admit(request, reply) === null) return
    const items = request.body.items.map(({ row_id, text }) => {
      const [row] = statements.card(row_id)
      if (row === undefined) return { row_id, ok: false, errors: [{ code: 'entry_not_found' }], warnings: [] }
      const { errors, warnings } = judged(sourceOf(row), text)
      return { row_id, ok: errors.length === 0, errors, warnings }
    })
    void reply.send(JSON.stringify({ success: true, data: { items }, meta: { total: items.length } }))
  })
}

// ---------------------------------------------------------------- the site

interface Visitor {
  readonly userId: number
  readonly csrf: string
}

const ENTITIES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '&': '&amp;',
}
const escaped = (text: string | null): string => (text ?? '').replace(/[<>"'&]/g, (each) => ENTITIES[each] as string)

const pageOf = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="/admin/assets/icon.svg"></head><body>${body}</body></html>`

const found = (each: Finding): string => `<li>${each.severity} ${each.rule}: ${escaped(each.message)}</li>`
const foundIn = ({ errors, warnings }: ReturnType<typeof judged>): string =>
  `<ul>${[...errors, ...warnings].map(found).join('')}</ul>`

function registerSite(app: FastifyInstance, db: DatabaseSync, statements: Statements, { count }: Doors): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(body as string)),
  )
  const html = (reply: FastifyReply, text: string, status = 200): void =>
    void reply.code(status).header('Content-Type', 'text/html; charset=utf-8').send(text)

  /** Who is signed in, counted; null when the answer has gone out. */
  const visit = (request: FastifyRequest, reply: FastifyReply, form?: URLSearchParams): Visitor | null => {
    const secret = /(?:^|; )session=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const session = statements.session.get(sha256Hex(secret))
    if (session === undefined || (form !== undefined && form.get('csrf') !== session['csrf'])) {
      html(reply, pageOf('Sign in', ''), 401)
      return null
    }
    count(Number(session['user_id']))
    return { userId: Number(session['user_id']), csrf: session['csrf'] as string }
  }

  app.get('/admin/assets/icon.svg', (_, reply) => void reply.type('image/svg+xml').send('<svg/>'))
  // By name alone: signing in is not measured.
  app.get('/admin/sign-in', (_, reply) => html(reply, pageOf('Sign in', '<input name="csrf" value="none">')))
  app.post<{ Body: URLSearchParams }>('/admin/sign-in', (request, reply) => {
    const [secret, csrf] = [randomBytes(32).toString('hex'), randomBytes(16).toString('hex')]
    const user = statements.user.get(request.body.get('name'))
    statements.addSession.run(sha256Hex(secret), Number(user?.['id']), csrf)
    void reply
      .code(303)
      .headers({ location: '/admin/bench', 'set-cookie': `session=${secret}; HttpOnly` })
      .send()
  })

  app.get<{ Querystring: { row?: string } }>('/admin/bench', (request, reply) => {
    const visitor = visit(request, reply)
    if (visitor === null) return
    const asked = request.query.row ?? statements.behind(0, 1)[0]?.[1] ?? ''
    const [row] = statements.card(asked)
    if (row === undefined) return html(reply, pageOf('Nothing left', ''), 404)
    html(reply, benchPage(statements, row, visitor))
  })
  app.post<{ Body: URLSearchParams }>('/admin/bench/check', (request, reply) => {
    if (visit(request, reply, request.body) === null) return
    const [row] = statements.card(request.body.get('row') ?? '')
    html(reply, row === undefined ? '' : foundIn(judged(sourceOf(row), request.body.get('text') ?? '')))
  })
  app.post<{ Body: URLSearchParams }>('/admin/bench/save', (request, reply) => {
    const visitor = visit(request, reply, request.body)
    if (visitor === null) return
    const [form, text] = [request.body, request.body.get('text') ?? '']
    const saved = transaction(db, 'BEGIN IMMEDIATE', () => {
      const [row] = statements.card(form.get('row') ?? '')
      if (row === undefined || row[5] !== form.get('source')) return 'This text is of another source.'
      const result = judged(sourceOf(row), text)
      if (result.errors.length > 0) return foundIn(result)
      statements.propose.run(row[0], visitor.userId, text, row[5], Date.now())
      return row
    })
    if (typeof saved === 'string') return html(reply, pageOf('Workbench', saved), 422)
    const next = statements.behind(saved[0], 1)[0] ?? statements.behind(0, 1)[0]
    void reply
      .code(303)
      .header('location', `/admin/bench?job=untranslated&row=${next?.[1] ?? ''}`)
      .send()
  })
  app.get<{ Querystring: { q: string } }>('/admin/rows', (request, reply) => {
    if (visit(request, reply) === null) return
    const match = request.query.q
      .split(' ')
      .map((word) => `"${word.replaceAll('"', '""')}"`)
      .join(' ')
    const hits = statements.found(match).map((row) => `<tr><td>${row[1]}${texts(row)}</tr>`)
    html(reply, pageOf('Rows', `<table>${hits.join('')}</table>`))
  })
}

/** Source, reference, machine and manual text. */
const texts = (row: CardRow): string =>
  [sourceOf(row), row[7], row[9], row[17]].map((text) => `<td>${escaped(text)}</td>`).join('')

/** The row with its card, the list around it, its proposals, and the way to the next one. */
function benchPage(statements: Statements, row: CardRow, { csrf }: Visitor): string {
  const [ordinal, id, , , , hash] = row
  const behind = statements.behind(ordinal, listedMax)
  const list = [...statements.before(ordinal, listedBefore).reverse(), row, ...behind]
  const listed = list.map(
    (each) => `<li><a href="/admin/bench?row=${each[1]}">${escaped(sourceOf(each).slice(0, 80))}</a>`,
  )
  const card = cardOf(row, ['core', 'sources', 'reference', 'layers', 'tokens']) as { tokens: object }
  const pending = statements.pending
    .all(ordinal)
    .map((each) => `<li>${String(each['id'])}: ${escaped(each['text'] as string)}`)
  const next = behind[0] ?? statements.behind(0, 1)[0]
  const hidden = { csrf, row: id, source: hash }
  const fields = Object.entries(hidden).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  return pageOf(
    'Workbench',
    `<ol>${listed.join('')}</ol><form method="post" action="/admin/bench/save" id="desk">${fields.join('')}
<table><tr>${texts(row)}</table><pre>${escaped(JSON.stringify(card.tokens))}</pre><ul>${pending.join('')}</ul>
<button data-fill="${escaped(sourceOf(row))}" data-key="copy">Copy</button><textarea name="text"></textarea><button>Save</button></form>
<a class="button" rel="next" href="/admin/bench?job=untranslated&amp;row=${next?.[1] ?? ''}">Next</a>`,
  )
}
