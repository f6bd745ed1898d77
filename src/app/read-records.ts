// What was done and by whom: pages of the audit, and past imports with their reports. Newest first.
import type { AuditEntry, ImportRecord } from '../store/audit.ts'
import { auditEntries, imports } from '../store/audit.ts'
import type { App } from './app.ts'

export type { AuditEntry, ImportRecord } from '../store/audit.ts'

export interface Page<T> {
  readonly items: readonly T[]
  /** The last id shown, when more follow. */
  readonly next: number | null
}

function pageOf<T extends { readonly id: number }>(entries: Iterable<T>, limit: number): Page<T> {
  const items: T[] = []
  for (const entry of entries) {
    if (items.length === limit) return { items, next: items.at(-1)?.id ?? null }
    items.push(entry)
  }
  return { items, next: null }
}

/** A page of the audit, from below `beforeId`; `prefix` keeps actions that begin with it. */
export function readAudit(app: App, beforeId: number | null, limit: number): Page<AuditEntry> {
  return pageOf(auditEntries(app.store.main, beforeId ?? undefined), limit)
}

export const readImports = (app: App, limit: number): Page<ImportRecord> => pageOf(imports(app.store.main), limit)

export function readImport(app: App, id: number): ImportRecord | null {
  for (const record of imports(app.store.main)) {
    if (record.id === id) return record
    if (record.id < id) break
  }
  return null
}
