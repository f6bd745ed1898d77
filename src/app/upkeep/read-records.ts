// Pages of the audit and of past imports, newest first.
import {
  auditEntries,
  type AuditEntry,
  type ImportRecord,
  imports,
  readImport as readStored,
} from '../../store/records.ts'
import type { App } from '../app.ts'

export type { AuditEntry, ImportRecord } from '../../store/records.ts'

interface Page<T> {
  readonly items: readonly T[]
  /** The last id read; null: no page follows. */
  readonly next: number | null
}

interface ReadAudit {
  /** Only entries below this id; null: from the newest. */
  readonly beforeId: number | null
  readonly userId: number | null
  readonly limit: number
}

/** A filter by a rare person gives short pages. */
const lookedAtMax = 5_000

export function readAudit(app: App, { beforeId, userId, limit }: ReadAudit): Page<AuditEntry> {
  const items: AuditEntry[] = []
  let looked = 0
  let last = 0
  for (const entry of auditEntries(app.store.main, beforeId ?? undefined)) {
    if (items.length === limit || looked === lookedAtMax) return { items, next: last }
    looked++
    last = entry.id
    if (userId === null || entry.userId === userId) items.push(entry)
  }
  return { items, next: null }
}

export function listImports(app: App, limit: number): readonly ImportRecord[] {
  const items: ImportRecord[] = []
  for (const record of imports(app.store.main)) {
    if (items.push(record) === limit) break
  }
  return items
}

export const readImport = (app: App, id: number): ImportRecord | null => readStored(app.store.main, id) ?? null
