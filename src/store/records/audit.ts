// The journal of the team: who changed what, and when.
import { eventOfAudit } from '../../domain/events.ts'
import type { Database } from '../file/environment.ts'
import type { Txn } from '../txn.ts'
import { callsItself, latestOfKind, nextId, type NumberedKind, putNumbered } from './kind.ts'
import * as is from './members.ts'

const AUDIT = { name: 'audit', number: 27, hasIds: true } as const

const facts: is.Member<Readonly<Record<string, string | number | boolean | null>>> = (zod) =>
  zod.record(zod.string(), zod.union([zod.string(), zod.number(), zod.boolean(), zod.null()]))

const MEMBERS = {
  id: is.id,
  atMs: is.time,
  /** Null: it was done on the command line. */
  userId: is.orNull(is.id),
  /** A verb and a thing: `user.role`, `key.create`, `setting.set`. */
  action: is.words,
  /** What was changed, for display: a name, a key's prefix, a setting. */
  subject: is.text,
  details: facts,
}
export type AuditEntry = is.RecordOf<typeof MEMBERS>

export const AUDIT_ENTRIES: NumberedKind<AuditEntry> = {
  table: AUDIT,
  ...is.stored<AuditEntry>(MEMBERS),
  problem: callsItself(''),
}

/** Stores the entry, and its event if the team may see it. */
export function putAudit(txn: Txn, entry: Omit<AuditEntry, 'id' | 'atMs'>): void {
  putNumbered(txn.db, AUDIT_ENTRIES, null, { id: nextId(txn, AUDIT), atMs: txn.timeMs, ...entry })
  txn.events.tell(entry.userId, eventOfAudit(entry.action, entry.subject, entry.details))
}

export const auditEntries = (db: Database, beforeId?: number): Generator<AuditEntry> =>
  latestOfKind(db, AUDIT_ENTRIES, beforeId)
