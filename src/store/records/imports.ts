// Past imports with their reports.
import { eventOfImport } from '../../domain/events.ts'
import type { Database } from '../file/environment.ts'
import type { Txn } from '../txn.ts'
import { callsItself, latestOfKind, nextId, type NumberedKind, putNumbered, readNumbered } from './kind.ts'
import * as is from './members.ts'

export const IMPORT = { name: 'import', number: 26, hasIds: true } as const

const report: is.Member<Readonly<Record<string, unknown>>> = (zod) => zod.record(zod.string(), zod.unknown())

const MEMBERS = {
  id: is.id,
  atMs: is.time,
  userId: is.orNull(is.id),
  files: is.listOf(
    is.whole({
      slot: is.text,
      fileName: is.text,
      sizeBytes: is.count,
      /** An absolute path; unknown for uploads. */
      folder: is.maybe(is.text),
    }),
  ),
  /** The report that `import --json` prints. */
  report,
}
export type ImportRecord = is.RecordOf<typeof MEMBERS>

export const IMPORTS: NumberedKind<ImportRecord> = {
  table: IMPORT,
  shape: is.whole(MEMBERS),
  problem: callsItself(''),
}

/** Stores an import and its event, and returns its id. `knownId`: an id that was taken for it earlier. */
export function putImport(txn: Txn, entry: Omit<ImportRecord, 'id' | 'atMs'>, knownId: number | null = null): number {
  const id = knownId ?? nextId(txn, IMPORT)
  putNumbered(txn.db, IMPORTS, null, { id, atMs: txn.timeMs, ...entry })
  txn.events.tell(entry.userId, eventOfImport(id, entry.files, entry.report))
  return id
}

export const readImport = (db: Database, id: number): ImportRecord | undefined => readNumbered(db, IMPORTS, id)

export const imports = (db: Database, beforeId?: number): Generator<ImportRecord> => latestOfKind(db, IMPORTS, beforeId)
