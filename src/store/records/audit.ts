// Who changed what, newest last; and the reports of past imports and the digests of exported files.
import type { Database } from '../file/environment.ts'
import { nextId } from './ids.ts'
import { keyOf, keyOfU32, TABLES } from '../keyspace.ts'
import { getRecord, keysUnder, putRecord, records } from '../record.ts'
import type { Txn } from '../txn.ts'

export interface AuditEntry {
  readonly id: number
  readonly atMs: number
  /** Null: the command line. */
  readonly userId: number | null
  /** A verb and a thing: `user.role`, `key.create`, `setting.set`. */
  readonly action: string
  /** What it was done to, for display: a name, a key's prefix, a setting. */
  readonly subject: string
  readonly details: Readonly<Record<string, string | number | boolean | null>>
}

export function putAudit(txn: Txn, entry: Omit<AuditEntry, 'id' | 'atMs'>): void {
  const id = nextId(txn, 'audit')
  putRecord(txn.db, keyOfU32('audit', id), { id, atMs: txn.timeMs, ...entry })
}

/** Newest first, from below `beforeId` if given. */
export function* auditEntries(db: Database, beforeId?: number): Generator<AuditEntry> {
  const prefix = Buffer.from([TABLES.audit])
  const from = beforeId === undefined ? undefined : keyOfU32('audit', Math.max(0, beforeId - 1))
  for (const { value } of records<AuditEntry>(db, { prefix, reverse: true, ...(from !== undefined && { from }) }))
    yield value
}

export interface ExportDigest {
  readonly fileName: string
  readonly exportedAtMs: number
}

/** SHA-256 over the content (ids and texts) of an exported game file, hex. */
export const readExportDigest = (db: Database, digest: string): ExportDigest | undefined =>
  getRecord<ExportDigest>(db, keyOf('export_digest', Buffer.from(digest, 'hex')))

/** Whether any export was recorded: if not, no file need be hashed to know it again. */
export function hasExportDigests(db: Database): boolean {
  for (const _ of keysUnder(db, { prefix: Buffer.from([TABLES.export_digest]), limit: 1 })) return true
  return false
}

export const putExportDigest = (txn: Txn, digest: string, value: ExportDigest): void =>
  putRecord(txn.db, keyOf('export_digest', Buffer.from(digest, 'hex')), value)

export interface ImportRecord {
  readonly id: number
  readonly atMs: number
  readonly userId: number | null
  readonly files: readonly {
    readonly slot: string
    readonly fileName: string
    readonly sizeBytes: number
    /** Where it lay, absolute; of an upload nothing is known. */
    readonly folder?: string | undefined
  }[]
  /** The document that `import --json` prints. */
  readonly report: Readonly<Record<string, unknown>>
}

/** Notes an import and returns its id. Its second half gives that id as `knownId`, and its record replaces the first one. */
export function putImport(txn: Txn, entry: Omit<ImportRecord, 'id' | 'atMs'>, knownId: number | null = null): number {
  const id = knownId ?? nextId(txn, 'import')
  putRecord(txn.db, keyOfU32('import', id), { id, atMs: txn.timeMs, ...entry })
  return id
}

/** Newest first, from below `beforeId` if given. */
export function* imports(db: Database, beforeId?: number): Generator<ImportRecord> {
  const prefix = Buffer.from([TABLES.import])
  const from = beforeId === undefined ? undefined : keyOfU32('import', Math.max(0, beforeId - 1))
  for (const { value } of records<ImportRecord>(db, { prefix, reverse: true, ...(from !== undefined && { from }) }))
    yield value
}
