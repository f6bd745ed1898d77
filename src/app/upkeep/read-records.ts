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
  /** The id below which the next page begins; null: no page follows. */
  readonly next: number | null
}

interface ReadAudit {
  /** Only entries with smaller ids than this; null: begins with the newest. */
  readonly beforeId: number | null
  readonly userId: number | null
  readonly limit: number
}

/** So many entries are read for a page, so a filter by a rare person gives short pages. */
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

export function listImports(app: Pick<App, 'store'>, limit: number): readonly ImportRecord[] {
  const items: ImportRecord[] = []
  for (const record of imports(app.store.main)) {
    if (items.push(record) === limit) break
  }
  return items
}

const importsLookedAt = 50

/** The files of the latest imports, the latest first. */
export const importedFiles = (app: App): ImportRecord['files'] =>
  listImports(app, importsLookedAt).flatMap(({ files }) => files)

export const readImport = (app: App, id: number): ImportRecord | null => readStored(app.store.main, id) ?? null
