// Imports of uploads (docs/site.md#uploads), reverts and tasks such as exports: one after the other, each in a child process of
// this program.
import { removeLeftover } from '../base/whole-file.ts'
import type { App } from '../app/app.ts'
import {
  beginImportRun,
  dataFolderOf,
  endImportRun,
  findImportRun,
  type ImportRun,
  isImportQueueFull,
  noteImportRun,
  type WaitingUpload,
  waitForTurn,
} from '../app/import/follow-import.ts'
import { keepTemplates } from '../app/game/templates.ts'
import type { User } from '../domain/people.ts'
import { HISTORY_FIELD, type Upload } from './import-spool.ts'
import { Refused, type WorkRefusal } from '../app/refused.ts'
import { type Ended, type OtherPaths, reasonOf, startOwn } from '../runtime/start-own.ts'

export type ImportRuns = ReturnType<typeof createImportRuns>

export function createImportRuns(app: App) {
  return {
    isFull: (): boolean => isImportQueueFull(app),
    /** Starts an import. `folder` is removed afterwards; null: the files stay. */
    start(user: User, folder: string | null, uploads: readonly Upload[], options: readonly string[]): ImportRun {
      const files = uploads.map(({ slot, fileName, sizeBytes }) => ({ slot, fileName, sizeBytes }))
      const run = beginImportRun(app, user, files, options.includes('--dry-run'))
      const history = uploads.find(({ slot }) => slot === HISTORY_FIELD)
      const called = ({ slot, fileName }: Upload): string[] => (folder === null ? [] : [`--called=${slot}=${fileName}`])
      const given = uploads.flatMap((upload) => [`--${optionOf(upload.slot)}=${upload.path}`, ...called(upload)])
      const paths = folder === null ? { reads: uploads.map(({ path }) => path) } : {}
      const command =
        history === undefined ? ['import', ...given] : ['merge', history.path, `--called=${history.fileName}`]
      // The only one of the import options that a merge has.
      const meant = history === undefined ? options : options.filter((option) => option === '--dry-run')
      const isKept = folder !== null && !run.isDryRun
      void follow(app, run, [...command, `--as=${user.name}`, ...meant], paths, async () =>
        isKept ? await keepTemplates(app, uploads) : undefined,
      )
        .catch((error: unknown) => notStarted(app, run, error))
        // If another program holds the file for too long, a later upload removes it.
        .then(() => (folder === null ? undefined : removeLeftover(folder)))
      return run
    },
    /** Looks at another game's files, which stay, and changes nothing: its report says what they are taken for. */
    look(user: User, waiting: WaitingUpload): ImportRun {
      const { folder, uploads, options, choices } = waiting
      const files = uploads.map(({ slot, fileName, sizeBytes }) => ({ slot, fileName, sizeBytes }))
      const run = beginImportRun(app, user, files, false, { waiting })
      const main = uploads.filter(({ slot }) => slot === 'main')
      const given = main.flatMap(({ path, fileName }) => [`--main=${path}`, `--called=main=${fileName}`])
      const profile = options.filter((option) => option.startsWith('--profile='))
      void follow(app, run, ['import', '--describe', ...given, ...profile, ...choices])
        .catch((error: unknown) => notStarted(app, run, error))
        // A later look may fail by what was chosen: the table before it still needs the files.
        .then(() =>
          choices.length > 0 || findImportRun(app, run.id)?.state === 'done' ? undefined : removeLeftover(folder),
        )
      return run
    },
    /** Starts a revert with the options of `windrow revert`. */
    revert(user: User, options: readonly string[], isDryRun: boolean): ImportRun {
      const run = beginImportRun(app, user, [], isDryRun, { reverts: options })
      const command = ['revert', ...options, `--as=${user.name}`, ...(isDryRun ? ['--dry-run'] : [])]
      void follow(app, run, command).catch((error: unknown) => notStarted(app, run, error))
      return run
    },
    /** Starts a task: `command` is a command of windrow with its arguments. */
    begin(user: User, task: NonNullable<ImportRun['task']>, command: readonly string[], paths: OtherPaths): ImportRun {
      const run = beginImportRun(app, user, [], false, { task })
      void follow(app, run, command, paths).catch((error: unknown) => notStarted(app, run, error))
      return run
    },
  }
}

/** The option of a slot: `official=de-diff` for the slot `official-de-diff`, `also` for one of a further pair. */
const optionOf = (slot: string): string => slot.replace(/^official-/, 'official=').replace(/^__.*/, 'also')

async function follow(
  app: App,
  run: ImportRun,
  command: readonly string[],
  paths: OtherPaths = {},
  whenDone = async (): Promise<void> => {},
): Promise<void> {
  let now = await waitForTurn(app, run)
  const onLine = (line: string): void => {
    if (line === now.progress) return
    now = { ...now, progress: line }
    noteImportRun(app, now)
  }
  const { child, ended } = startOwn(dataFolderOf(app), [...command, '--json'], onLine, paths)
  now = { ...now, pid: child.pid ?? null }
  noteImportRun(app, now)
  const end = await ended
  if (end.code === 0)
    await whenDone().catch((error: unknown) => app.log.warn('a run left something undone', { err: error, run: run.id }))
  await endImportRun(app, { ...now, ...outcomeOf(end) })
}

async function notStarted(app: App, run: ImportRun, error: unknown): Promise<void> {
  app.log.error('a run of the site could not be followed', { err: error, run: run.id })
  const reason = error instanceof Error ? error.message : String(error)
  const why = whyOf({ code: 'run_not_followed', reason })
  await endImportRun(app, { ...run, state: 'failed', ...why }).catch((fault: unknown) =>
    app.log.error('the end of a run could not be noted', { err: fault, run: run.id }),
  )
}

const whyOf = (refusal: WorkRefusal): Pick<ImportRun, 'refusal' | 'message'> => ({
  refusal,
  message: new Refused(refusal).message,
})

function outcomeOf(end: Ended): Pick<ImportRun, 'state' | 'report' | 'message' | 'refusal'> {
  if (end.code !== 0) return { state: 'failed', report: null, message: reasonOf(end), ...refusalIn(end.stdout) }
  try {
    return { state: 'done', report: JSON.parse(end.stdout) as Record<string, unknown>, message: null }
  } catch {
    return { state: 'done', report: null, ...whyOf({ code: 'report_unreadable' }) }
  }
}

function refusalIn(stdout: string): Pick<ImportRun, 'refusal'> {
  try {
    const { error } = JSON.parse(stdout) as { readonly error: { readonly refusal?: { readonly code: string } } }
    return error.refusal === undefined ? {} : { refusal: error.refusal }
  } catch {
    return {}
  }
}
