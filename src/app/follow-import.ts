// What the site knows of the imports it starts: who began which, how far it is, how it ended. The import itself runs in a
// process of its own.
import type { User } from '../domain/people.ts'
import { putAudit } from '../store/audit.ts'
import { addImportRun, importRuns, type ImportRun, putImportRun, readImportRun } from '../store/import-runs.ts'
import { write } from '../store/write.ts'
import type { App } from './app.ts'

export type { ImportRun } from '../store/import-runs.ts'

const auditWaitMsMax = 60_000

export const dataFolderOf = (app: App): string => app.store.folder

export const beginImportRun = (app: App, user: User, files: ImportRun['files'], isDryRun: boolean): ImportRun =>
  addImportRun(app.store, {
    userId: user.id,
    startedAtMs: app.clock.nowMs(),
    endedAtMs: null,
    state: 'running',
    isDryRun,
    files,
    pid: null,
    progress: 'starting',
    report: null,
    message: null,
  })

export const noteImportRun = (app: App, run: ImportRun): void => putImportRun(app.store, run)

/** Ends a run, and writes into the audit who imported what. */
export async function endImportRun(app: App, run: ImportRun): Promise<void> {
  putImportRun(app.store, { ...run, endedAtMs: app.clock.nowMs() })
  const subject = run.files.map(({ slot, fileName }) => `${slot}: ${fileName}`).join(', ')
  const details = { state: run.state, isDryRun: run.isDryRun, run: run.id }
  const written = await write(app.store, auditWaitMsMax, (txn) =>
    putAudit(txn, { userId: run.userId, action: 'import.upload', subject, details }),
  )
  if (!written.ok) app.log.warn('the audit entry of an import could not be written', { run: run.id })
}

/** A run whose process is gone without a word was ended with the server. */
export function settled(app: App, run: ImportRun | null, isAlive: (pid: number) => boolean): ImportRun | null {
  if (run === null || run.state !== 'running' || run.pid === null || isAlive(run.pid)) return run
  const ended: ImportRun = {
    ...run,
    state: 'failed',
    endedAtMs: app.clock.nowMs(),
    message: 'the import was stopped before its end; nothing half done is left, so start it again',
  }
  putImportRun(app.store, ended)
  return ended
}

export const findImportRun = (app: App, id: number): ImportRun | null => readImportRun(app.store, id)
export const listImportRuns = (app: App): readonly ImportRun[] => importRuns(app.store)
