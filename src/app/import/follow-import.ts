// The imports and other long work that the site starts, each in its own process: person, progress and end.
import { setTimeout as sleep } from 'node:timers/promises'
import { ok } from '../../base/result.ts'
import { importsAtOnceMax, importsWaitingMax } from '../../domain/limits.ts'
import type { User } from '../../domain/people.ts'
import { putAudit } from '../../store/records.ts'
import {
  addImportRun,
  type ImportRun,
  importRuns,
  isAbandoned,
  isPending,
  pendingImportRuns,
  putImportRun,
  readImportRun,
  type RunTask,
  startImportRun,
} from '../../store/volatile.ts'
import type { App } from '../app.ts'
import { change } from '../change.ts'
import { Refused } from '../refused.ts'

export { type ImportRun, isPending, type RunTask, type WaitingUpload } from '../../store/volatile.ts'

const auditWaitMsMax = 60_000
const turnEveryMs = 500

export const dataFolderOf = (app: App): string => app.store.folder

/** Records a run that this process starts when its turn comes. `kind`: a revert or a task, which have no files, or a look. */
export const beginImportRun = (
  app: App,
  user: User,
  files: ImportRun['files'],
  isDryRun: boolean,
  kind: Pick<ImportRun, 'reverts' | 'task' | 'waiting'> = {},
): ImportRun =>
  addImportRun(app.store, {
    ...kind,
    userId: user.id,
    startedAtMs: app.clock.nowMs(),
    endedAtMs: null,
    state: 'waiting',
    isDryRun,
    files,
    pid: null,
    progress: 'waiting for its turn',
    report: null,
    message: null,
  })

export const isImportQueueFull = (app: App): boolean =>
  pendingImportRuns(app.store).filter(({ state }) => state === 'waiting').length >= importsWaitingMax

/** Waits until no earlier run is left. It looks twice a second, which is cheap for a few runs a day. */
export async function waitForTurn(app: App, run: ImportRun): Promise<ImportRun> {
  for (;;) {
    const started = startImportRun(app.store, run.id, importsAtOnceMax)
    if (started !== null) return started
    await sleep(turnEveryMs, undefined, { ref: false })
  }
}

export const noteImportRun = (app: App, run: ImportRun): void => putImportRun(app.store, run)

const TASK_ACTIONS: Readonly<Record<RunTask, string>> = {
  install: 'game.install',
  uninstall: 'game.uninstall',
  files: 'game.files',
  history: 'store.history',
  backup: 'store.backup',
  publish: 'release.made',
}

/** Records the end of a run, and writes it to the audit. A revert writes its own entry, and a look changes nothing. */
export async function endImportRun(app: App, run: ImportRun): Promise<void> {
  putImportRun(app.store, { ...run, endedAtMs: app.clock.nowMs() })
  if (run.reverts !== undefined || run.waiting !== undefined) return
  const subject = run.files.map(({ slot, fileName }) => `${slot}: ${fileName}`).join(', ')
  const details = { state: run.state, isDryRun: run.isDryRun, run: run.id }
  const action = run.task === undefined ? 'import.upload' : TASK_ACTIONS[run.task.name]
  const entry = { userId: run.userId, action, subject, details }
  const written = await change(app, null, (txn) => ok(putAudit(txn, entry)), auditWaitMsMax)
  if (!written.ok) app.log.warn('the audit entry of an import could not be written', { run: run.id })
}

/** A run that nobody follows any more has ended, too: its server is gone. */
function settled(app: App, run: ImportRun): ImportRun {
  if (!isPending(run) || !isAbandoned(run)) return run
  const refusal = { code: 'run_stopped' } as const
  const ended: ImportRun = {
    ...run,
    state: 'failed',
    endedAtMs: app.clock.nowMs(),
    refusal,
    message: new Refused(refusal).message,
  }
  putImportRun(app.store, ended)
  return ended
}

export function findImportRun(app: App, id: number): ImportRun | null {
  const run = readImportRun(app.store, id)
  return run === null ? null : settled(app, run)
}

export const listImportRuns = (app: App): readonly ImportRun[] => importRuns(app.store).map((run) => settled(app, run))
