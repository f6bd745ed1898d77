// Imports that the site started, in volatile: every process of the server can show how far one is. The reports of imports
// that were done stay in main (table import).
import { keyOfU32, TABLES } from './keyspace.ts'
import { getRecord, keysUnder, putRecord, records } from './record.ts'
import type { Store } from './store.ts'

export interface ImportRun {
  readonly id: number
  readonly userId: number
  readonly startedAtMs: number
  readonly endedAtMs: number | null
  readonly state: 'running' | 'done' | 'failed'
  readonly isDryRun: boolean
  readonly files: readonly { readonly slot: string; readonly fileName: string; readonly sizeBytes: number }[]
  /** The process that imports. */
  readonly pid: number | null
  /** What it said last. */
  readonly progress: string
  /** The document of `import --json` when it is done. */
  readonly report: Readonly<Record<string, unknown>> | null
  /** Why it failed. */
  readonly message: string | null
}

const runsKept = 30

/** Stores a new run under the next number. */
export function addImportRun(store: Store, run: Omit<ImportRun, 'id'>): ImportRun {
  const db = store.volatile
  return db.transactionSync(() => {
    const ids = [...keysUnder(db, { prefix: Buffer.from([TABLES.import_run]) })].map((key) => key.readUInt32BE(1))
    for (const old of ids.slice(0, Math.max(0, ids.length + 1 - runsKept))) void db.remove(keyOfU32('import_run', old))
    const added = { ...run, id: (ids.at(-1) ?? 0) + 1 }
    putRecord(db, keyOfU32('import_run', added.id), added)
    return added
  })
}

export const putImportRun = (store: Store, run: ImportRun): void =>
  store.volatile.transactionSync(() => putRecord(store.volatile, keyOfU32('import_run', run.id), run))

export const readImportRun = (store: Store, id: number): ImportRun | null =>
  getRecord<ImportRun>(store.volatile, keyOfU32('import_run', id)) ?? null

/** Newest first. */
export const importRuns = (store: Store): ImportRun[] =>
  Array.from(
    records<ImportRun>(store.volatile, { prefix: Buffer.from([TABLES.import_run]), reverse: true }),
    ({ value }) => value,
  )
