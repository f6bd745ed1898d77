// The journal of the team: who changed what, and when.
import { eventOfAudit } from '../../domain/events.ts'
import type { Database } from '../file/environment.ts'
import { asList } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import { callsItself, latestOfKind, nextId, type NumberedKind, piecesOf, putNumbered } from './kind.ts'

const AUDIT = { name: 'audit', number: 27, hasIds: true } as const

export interface AuditEntry {
  readonly id: number
  readonly atMs: number
  /** Null: it was done on the command line. */
  readonly userId: number | null
  /** A verb and a thing: `user.role`, `key.create`, `setting.set`. */
  readonly action: string
  /** What was changed, for display: a name, a key's prefix, a setting. */
  readonly subject: string
  readonly details: Readonly<Record<string, string | number | boolean | null>>
}

export const AUDIT_ENTRIES: NumberedKind<AuditEntry> = {
  table: AUDIT,
  form: asList<AuditEntry>({ id: 0, atMs: 1, userId: 2, action: 3, subject: 4, details: 5 }),
  shape: (zod) => {
    const { id, timeMs } = piecesOf(zod)
    return zod.strictObject({
      id,
      atMs: timeMs,
      userId: id.nullable(),
      action: zod.string().min(1),
      subject: zod.string(),
      details: zod.record(zod.string(), zod.union([zod.string(), zod.number(), zod.boolean(), zod.null()])),
    })
  },
  indexes: [],
  problem: callsItself(''),
}

/** Stores the entry, and its event if the team may see it. */
export function putAudit(txn: Txn, entry: Omit<AuditEntry, 'id' | 'atMs'>): void {
  putNumbered(txn.db, AUDIT_ENTRIES, null, { id: nextId(txn, AUDIT), atMs: txn.timeMs, ...entry })
  txn.events.tell(entry.userId, eventOfAudit(entry.action, entry.subject, entry.details))
}

export const auditEntries = (db: Database, beforeId?: number): Generator<AuditEntry> =>
  latestOfKind(db, AUDIT_ENTRIES, beforeId)
