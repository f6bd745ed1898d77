// Batch writes of the reference implementation: machine items in one flushed transaction with quota and stored answer.
import type { DatabaseSync } from 'node:sqlite'
import { sha256Hex } from '../../src/base/bytes.ts'
import { NO_WAIVERS, runGate } from '../../src/domain/checks/gate.ts'
import type { GateResult } from '../../src/domain/finding.ts'
import { DEFAULT_GATE_RULES, EMPTY_GLOSSARY } from '../../test/support/plain-gate.ts'

interface BatchItem {
  readonly row_id: string
  readonly text: string
  readonly layer: 'machine'
  readonly source_hash: string
  readonly overwrite?: boolean
  readonly provider: string
  readonly model: string
}

export interface BatchBody {
  readonly items: readonly BatchItem[]
}

const hex = (digits: number): object => ({ type: 'string', pattern: `^[0-9a-fA-F]{${digits}}$` })
const name = { type: 'string', minLength: 1, maxLength: 128 }
const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['items'],
  properties: {
    items: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['row_id', 'text', 'layer', 'source_hash', 'provider', 'model'],
        properties: {
          row_id: hex(16),
          text: { type: 'string' },
          layer: { enum: ['machine'] },
          source_hash: hex(64),
          overwrite: { type: 'boolean' },
          provider: name,
          model: name,
        },
      },
    },
  },
}

interface RowFound {
  readonly ordinal: number
  readonly source: string
  readonly source_hash: string
  readonly is_service: number
  readonly head_text: string | null
  readonly head_hash: string | null
  readonly seq: number | null
}

const quotaLimit = 2_000_000

interface Caller {
  readonly keyId: number
  readonly userId: number
}

const statementsOf = (db: DatabaseSync) => ({
  readRow: db.prepare(`SELECT r.ordinal, CASE WHEN r.is_diff THEN r.diff_text ELSE r.main_text END AS source,
    r.source_hash, r.is_service, h.text AS head_text, h.source_hash AS head_hash, h.seq
    FROM rows r LEFT JOIN heads h ON h.ordinal = r.ordinal AND h.layer = 'machine' WHERE r.row_id = ?`),
  addRevision: db.prepare("INSERT INTO revisions VALUES (?, 'machine', ?, ?, 'draft', 'ai_api', ?, ?, ?, 1, ?, ?, ?)"),
  putHead: db.prepare("INSERT OR REPLACE INTO heads VALUES (?, 'machine', ?, ?, 'draft', 'ai_api', ?, ?, ?, 1, ?)"),
  markRow: db.prepare('UPDATE rows SET state = max(state, 1), updated_at = ? WHERE ordinal = ?'),
  readAnswer: db.prepare('SELECT digest, body FROM answers WHERE key_id = ? AND header = ? AND at > ?'),
  putAnswer: db.prepare('INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)'),
  sweep: db.prepare('DELETE FROM answers WHERE at <= ?'),
  readQuota: db.prepare('SELECT used FROM quota WHERE user_id = ? AND day = ?'),
  addQuota: db.prepare('INSERT INTO quota VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET used = used + excluded.used'),
})

type Statements = ReturnType<typeof statementsOf>

/** By windrow's gate, as a new store has it. */
export const judged = (source: string, text: string): GateResult =>
  runGate({
    source,
    isServiceRow: false,
    text,
    rules: DEFAULT_GATE_RULES,
    glossary: EMPTY_GLOSSARY,
    waivers: NO_WAIVERS,
  })

function writeItem(statements: Statements, item: BatchItem, caller: Caller, nowMs: number): object {
  const result = { row_id: item.row_id, ok: false, status: 'rejected' }
  const rejected = (code: string): object => ({ ...result, errors: [{ code }], warnings: [] })
  const row = statements.readRow.get(item.row_id) as unknown as RowFound | undefined
  if (row === undefined) return rejected('entry_not_found')
  if (row.is_service === 1) return rejected('non_translatable')
  if (row.source_hash !== item.source_hash) return rejected('stale_source')
  if (row.head_text !== null && item.overwrite !== true) {
    const reason = row.head_text === item.text && row.head_hash === row.source_hash ? 'same_text' : 'already_filled'
    return { ...result, ok: true, status: 'unchanged', errors: [], warnings: [], details: { reason } }
  }
  const gate = judged(row.source, item.text)
  if (gate.errors.length > 0) return { ...result, errors: gate.errors, warnings: gate.warnings }
  const seq = (row.seq ?? 0) + 1
  const { text, provider, model, source_hash: hash } = item
  statements.addRevision.run(row.ordinal, seq, text, provider, model, hash, caller.userId, caller.keyId, nowMs)
  statements.putHead.run(row.ordinal, seq, text, provider, model, hash, nowMs)
  statements.markRow.run(nowMs, row.ordinal)
  return { ...result, ok: true, status: 'written', errors: [], warnings: gate.warnings }
}

function execute(statements: Statements, caller: Caller, header: string, body: BatchBody): string {
  const nowMs = Date.now()
  const day = new Date(nowMs).toISOString().slice(0, 10)
  const digest = sha256Hex(JSON.stringify(body))
  const stored = statements.readAnswer.get(caller.keyId, header, nowMs - 86_400_000)
  if (stored !== undefined) return stored['body'] as string
  const used = Number(statements.readQuota.get(caller.userId, day)?.['used'] ?? 0)
  const items = body.items.map((item) => writeItem(statements, item, caller, nowMs)) as { status: string }[]
  const written = items.filter(({ status }) => status === 'written').length
  const unchanged = items.filter(({ status }) => status === 'unchanged').length
  statements.addQuota.run(caller.userId, day, written)
  const left = used + written
  const quota = { limit: quotaLimit, used: left, remaining: quotaLimit - left, resets_at: `${day}T24:00:00Z` }
  const rejected = items.length - written - unchanged
  const meta = { total: items.length, written, proposed: 0, unchanged, rejected, quota }
  const answer = JSON.stringify({ success: true, data: { items }, meta })
  statements.sweep.run(nowMs - 86_400_000)
  statements.putAnswer.run(caller.keyId, header, digest, answer, nowMs)
  return answer
}

/** The one write of this server, and the schema of its body. */
export function createBatches(db: DatabaseSync) {
  const statements = statementsOf(db)
  return {
    schema,
    /** Writes a batch and answers with its body once it is flushed. */
    write(caller: Caller, header: string, body: BatchBody): string {
      db.exec('BEGIN IMMEDIATE')
      try {
        const answer = execute(statements, caller, header, body)
        db.exec('COMMIT')
        return answer
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
  }
}
