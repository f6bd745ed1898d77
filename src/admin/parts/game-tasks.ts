// Tasks of the page Into the game: names, progress, and the files that they made.
import { isPending, type ImportRun, listImportRuns, type RunTask } from '../../app/import/follow-import.ts'
import type { Permission } from '../../domain/vocabulary.ts'
import { type Downloadable, downloadsOf, TRANSLATION_ZIP } from '../downloads.ts'
import { type Html, html } from '../html.ts'
import { decimal, say, words } from '../language/say.ts'
import type { Visit } from '../visit.ts'
import { time } from '../words.ts'

export const TASK_WORDS: Readonly<Record<RunTask, string>> = words({
  install: 'Put into the game',
  uninstall: 'Taken out of the game',
  files: 'Translated files',
  history: 'Work for a colleague',
  backup: 'Backup',
  publish: 'Release',
})

export const TASK_NEEDS: Readonly<Record<RunTask, Permission>> = {
  install: 'import_localized',
  uninstall: 'import_localized',
  files: 'review_translation',
  history: 'import_localized',
  backup: 'manage_settings',
  publish: 'manage_settings',
}

/** The newest run of a task, as long as runs are kept. */
export const latestRun = ({ app }: Visit, name: RunTask): ImportRun | null =>
  listImportRuns(app).find(({ task }) => task?.name === name) ?? null

const bytesOfMega = 1_000_000

export const megabytes = (bytes: number): string => say`${decimal(bytes / bytesOfMega, 1)} MB`

/** If a run made more files, they are offered as a ZIP only. */
const singleMax = 8
const single = (files: readonly Downloadable[]): readonly Downloadable[] =>
  files.length > singleMax || files.some(({ name }) => name.includes('/')) ? [] : files

const fileLinks = (run: ImportRun, files: readonly Downloadable[]): Html =>
  html`${
    run.task?.name === 'files'
      ? html`<p>
<a class="button" href="/admin/game/run/${run.id}/${TRANSLATION_ZIP}" download>Download all in one ZIP</a>
<span class="hint">Extract it in the game's folder.</span></p>`
      : ''
  }
<ul class="plain">${single(files).map(
    ({ name, sizeBytes }) =>
      html`<li><a class="button" href="/admin/game/run/${run.id}/${name}" download>Download ${name}</a>
<span class="hint">${megabytes(sizeBytes)}</span></li>`,
  )}</ul>`

/** The files that a run made; empty once they are removed. */
export async function madeFiles(run: ImportRun): Promise<Html> {
  const files = await downloadsOf(run)
  return files.length === 0 ? html`` : fileLinks(run, files)
}

/** A line about the task's latest run; empty if there was none. */
export function latestRunLine(visit: Visit, name: RunTask): Html {
  const run = latestRun(visit, name)
  if (run === null) return html``
  const text = isPending(run) ? say`In progress` : say`The latest run`
  return html`<p><a href="/admin/game/run/${run.id}">${text}</a></p>`
}

export async function latestMade(visit: Visit, name: RunTask): Promise<Html> {
  const run = latestRun(visit, name)
  if (run === null) return html``
  if (isPending(run)) return html`<p><a href="/admin/game/run/${run.id}">In progress</a></p>`
  const files = await downloadsOf(run)
  if (files.length === 0) return html``
  return html`<p class="hint">Made ${time(run.endedAtMs ?? run.startedAtMs)}:</p>${fileLinks(run, files)}`
}
