// Past imports with their reports.
import { eventOfImport } from '../../domain/events.ts'
import type { Database } from '../file/environment.ts'
import type { Txn } from '../txn.ts'
import {
  callsItself,
  latestOfKind,
  nextId,
  type NumberedKind,
  piecesOf,
  putNumbered,
  readNumbered,
  type Zod,
} from './kind.ts'

export const IMPORT = { name: 'import', number: 26, hasIds: true } as const

export interface ImportRecord {
  readonly id: number
  readonly atMs: number
  readonly userId: number | null
  readonly files: readonly {
    readonly slot: string
    readonly fileName: string
    readonly sizeBytes: number
    /** An absolute path; unknown for uploads. */
    readonly folder?: string | undefined
  }[]
  /** The report that `import --json` prints. */
  readonly report: Readonly<Record<string, unknown>>
}

export const IMPORTS: NumberedKind<ImportRecord> = { table: IMPORT, shape, indexes: [], problem: callsItself('') }

function shape(zod: Zod) {
  const { id, timeMs, count } = piecesOf(zod)
  const file = { slot: zod.string(), fileName: zod.string(), sizeBytes: count, folder: zod.string().optional() }
  return zod.strictObject({
    id,
    atMs: timeMs,
    userId: id.nullable(),
    files: zod.array(zod.strictObject(file)),
    report: zod.record(zod.string(), zod.unknown()),
  })
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
