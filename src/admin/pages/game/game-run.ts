// The runs of the page Into the game: starting each, following it, and downloading its files.
import { join } from 'node:path'
import * as z from 'zod'
import type { ExportCounts } from '../../../app/export/choose-game-text.ts'
import { automaticBackups } from '../../../app/backup/kept-backups.ts'
import { planInstall } from '../../../app/game/install-twins.ts'
import { type GameFileState, readInstalled } from '../../../../packages/players/src/game-folder.ts'
import { findTemplates, foldersOf, optionsOf } from '../../../app/game/templates.ts'
import {
  dataFolderOf,
  findImportRun,
  type ImportRun,
  isPending,
  type RunTask,
} from '../../../app/import/follow-import.ts'
import { createNames } from '../../../app/people/read-people.ts'
import type { WorkRefusal } from '../../../app/refused.ts'
import { ok, refuse, type Result } from '../../../base/result.ts'
import { GAME_LANGUAGES } from '../../../domain/game-language.ts'
import { isVersion, TEST_STATES } from '../../../domain/release.ts'
import type { OtherPaths } from '../../../runtime/start-own.ts'
import { downloadsOf, makeDownloadFolder, sendAsZip, sendFile, TRANSLATION_ZIP } from '../../downloads.ts'
import { form, NO_FIELDS, refused, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { page } from '../../layout.ts'
import { button } from '../../parts/fields.ts'
import { latestRun, madeFiles, TASK_NEEDS, TASK_WORDS } from '../../parts/game-tasks.ts'
import { notFoundPage, refusedPage } from '../../parts/refusals.ts'
import { runTop, whileRunning } from '../../parts/run-progress.ts'
import { tellRefusal } from '../../parts/telling.ts'
import { goTo, idOf, isOwnMachine, may, type Visit } from '../../visit.ts'
import { LAYER_WORDS, number } from '../../words.ts'

const tooMany = 'too many imports are waiting; try again when some of them are done'
const notHere =
  'only an admin on the machine of windrow, if nobody else can reach it, can put files into its game; download the translated files instead'

interface Prepared {
  readonly command: readonly string[]
  readonly paths?: OtherPaths
  readonly out?: string
}

/** Starts a run, or shows the one of these that is under way. */
async function begin(
  visit: Visit,
  name: RunTask,
  besides: readonly RunTask[],
  prepare: () => Promise<Result<Prepared, WorkRefusal>>,
) {
  const under = [name, ...besides].map((each) => latestRun(visit, each)).find((run) => run !== null && isPending(run))
  if (under !== undefined && under !== null) return goTo(visit, `/admin/game/run/${under.id}`)
  if (visit.site.imports.isFull()) return refused(tooMany, 503)
  const prepared = await prepare()
  if (!prepared.ok) return refused(tellRefusal(prepared.refusal), 409)
  const { command, paths = {}, out = null } = prepared.value
  return goTo(visit, `/admin/game/run/${visit.site.imports.begin(visit.user, { name, out }, command, paths).id}`)
}

export const installPost = form(
  z.object({ folder: takes.line, language: takes.choiceOr(['', ...GAME_LANGUAGES]) }),
  async (visit: Visit, { folder, language }) =>
    isOwnMachine(visit)
      ? await begin(visit, 'install', ['uninstall'], async () => {
          const planned = await planInstall(visit.app, folder, language === '' ? undefined : language)
          if (!planned.ok) return planned
          const as = language === '' ? [] : [`--as-language=${language}`]
          return ok({ command: ['install', '--yes', ...as, `--game=${folder}`], paths: { writes: [folder] } })
        })
      : await refusedPage(visit, notHere),
)

export const uninstallPost = form(NO_FIELDS, async (visit: Visit) =>
  isOwnMachine(visit)
    ? await begin(visit, 'uninstall', ['install'], async () => {
        const folder = readInstalled(dataFolderOf(visit.app))?.folder
        return ok({ command: ['uninstall', '--yes'], paths: { writes: folder === undefined ? [] : [folder] } })
      })
    : await refusedPage(visit, notHere),
)

export const makeFilesPost = form(NO_FIELDS, (visit: Visit) =>
  begin(visit, 'files', [], async () => {
    const found = await findTemplates(visit.app)
    if (!found.ok) return found
    const out = await makeDownloadFolder(visit.app, 'files')
    return ok({
      command: ['export', ...optionsOf(found.value), `--out=${out}`],
      paths: { reads: foldersOf(found.value) },
      out,
    })
  }),
)

export const makeHistoryPost = form(NO_FIELDS, (visit: Visit) =>
  begin(visit, 'history', [], async () => {
    const out = await makeDownloadFolder(visit.app, 'history')
    return ok({ command: ['export', '--with-history', `--to=${join(out, 'windrow-history.jsonl')}`], out })
  }),
)

export const makeBackupPost = form(NO_FIELDS, (visit: Visit) =>
  begin(visit, 'backup', [], async () => ok({ command: ['backup'], paths: { writes: [visit.app.backups.folder] } })),
)

/** `again`: the page with its form. */
export const publishPost = (again: (visit: Visit) => Promise<Response>) =>
  form(
    z.object({
      version: takes.line,
      notes: takes.text,
      build: takes.whole,
      test: takes.choiceOr(TEST_STATES),
      'test note': takes.line,
    }),
    async (visit: Visit, { version, notes, build, test, 'test note': note }) => {
      // Anything else could be an option of the command.
      if (!isVersion(version)) return refuse({ code: 'release_version' } as const)
      return await begin(visit, 'publish', [], async () => {
        const found = await findTemplates(visit.app)
        if (!found.ok) return found
        const facts = [
          ...(build === null ? [] : [`--game-build=${build}`]),
          `--test=${test.replace('_', '-')}`,
          `--test-note=${note}`,
        ]
        const command = [
          'publish',
          ...optionsOf(found.value),
          `--notes=${notes}`,
          ...facts,
          `--as=${visit.user.name}`,
          version,
        ]
        return ok({ command, paths: { reads: foldersOf(found.value) } })
      })
    },
    again,
  )

export async function downloadBackup(visit: Visit): Promise<Response> {
  const asked = visit.c.req.param('name') ?? ''
  const { folder } = visit.app.backups
  const kept = automaticBackups(folder, visit.app.clock.nowMs())
  const isKept = kept.some(({ name }) => name === asked)
  const sent = isKept ? await sendFile(join(folder, asked)) : null
  return sent ?? (await notFoundPage(visit, 'there is no such backup any more'))
}

function runOf(visit: Visit): (ImportRun & { readonly task: NonNullable<ImportRun['task']> }) | null {
  const run = findImportRun(visit.app, idOf(visit))
  return run?.task === undefined || !may(visit, TASK_NEEDS[run.task.name]) ? null : { ...run, task: run.task }
}

async function sendMade({ app }: Visit, run: ImportRun, asked: string): Promise<Response | null> {
  if (asked === TRANSLATION_ZIP && run.task?.name === 'files') return await sendAsZip(app, run)
  const files = await downloadsOf(run)
  return files.some(({ name }) => name === asked) ? await sendFile(join(run.task?.out ?? '', asked)) : null
}

export async function downloadMade(visit: Visit): Promise<Response> {
  const run = runOf(visit)
  const sent = run === null ? null : await sendMade(visit, run, visit.c.req.param('file') ?? '')
  return sent ?? (await notFoundPage(visit, 'this file no longer exists; make it again'))
}

export async function gameRunPage(visit: Visit): Promise<Response> {
  const run = runOf(visit)
  if (run === null) return await notFoundPage(visit, 'this run no longer exists; look at what is there now')
  const title = TASK_WORDS[run.task.name]
  const who = html`<div><dt>Who</dt><dd>${createNames(visit.app)(run.userId)}</dd></div>`
  const body = html`${runTop(run, title, who, html``)}
${run.state === 'done' && run.report !== null ? await RESULTS[run.task.name](visit, run, run.report) : ''}`
  return await page(visit, { title, body, headers: whileRunning(run) })
}

type Report = Readonly<Record<string, unknown>>

const RESULTS: Readonly<Record<RunTask, (visit: Visit, run: ImportRun, report: Report) => Html | Promise<Html>>> = {
  install: (visit, _, report) =>
    html`${warnings(report)}
<ul class="plain">${filesIn(report).map(({ name }) => html`<li><code>${name}</code> is translated now</li>`)}</ul>
<p class="hint">When the launcher repairs or updates the game, its own files are back.
Put the texts into the game again; after an update, import its new files first.</p>
<div class="actions"><a class="button" href="/admin/bench">Continue translating</a>
${button(visit, '/admin/game/uninstall', say`Take it out again`)}</div>`,
  uninstall: (_, __, report) =>
    html`<ul class="plain">${filesIn(report).map(({ name, was }) => html`<li><code>${name}</code> ${AFTER_WORDS[was]}</li>`)}</ul>`,
  files: async (_, run, report) => html`${warnings(report)}${await madeFiles(run)}${countsTable(report)}`,
  history: async (_, run) => await madeFiles(run),
  publish: (_, __, report) =>
    html`${warnings(report)}
<p>The release is published. <a href="/releases">The page for players</a> <a href="/admin/releases">Releases</a></p>`,
  backup: () => html`<p>The backup was made and verified. <a href="/admin/game#backup-title">The backups</a></p>`,
}

const AFTER_WORDS: Readonly<Record<GameFileState, string>> = words({
  ours: "is the game's own file again",
  untouched: "was already the game's own file",
  changed: 'has changed since (a patch, the launcher) and is left as it is',
  missing: 'does not exist',
  new: 'is left as it is',
})

const filesIn = ({ files }: Report): readonly { readonly name: string; readonly was: GameFileState }[] =>
  Array.isArray(files) ? files : []

const warnings = ({ warnings: all }: Report): Html =>
  Array.isArray(all) && all.length > 0
    ? html`<ul class="findings">${all.map((warning) => html`<li class="warning">${String(warning)}</li>`)}</ul>`
    : html``

const FALLBACK_WORDS: Readonly<Record<keyof ExportCounts['fallback'], string>> = words({
  untranslated: 'no translation',
  stale: 'its source has changed since',
  rejected: 'rejected by a reviewer',
  invalid: 'breaks the markup of the source',
  not_approved: 'not approved yet',
  too_long: 'too long for the game',
  control_characters: 'has characters that would break the game',
  outside_filter: 'outside the filter',
  outside_edition: 'kept by the edition',
  overlaid: 'the diff file has another text',
  other_source: 'the file has another source, without a translation',
  template_differs: "this file's text differs from the store's",
})

function countsTable(report: Report): Html {
  const { layers, fallback } = report as Partial<ExportCounts>
  if (layers === undefined || fallback === undefined) return html``
  const rows = [
    ...Object.entries(layers).map(([name, count]) => [LAYER_WORDS[name as keyof typeof LAYER_WORDS], count] as const),
    ...Object.entries(fallback)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => [say`Original: ${FALLBACK_WORDS[name as keyof typeof FALLBACK_WORDS]}`, count] as const),
  ]
  return html`<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">What the game gets</th>
<th scope="col" class="number">Rows</th></tr></thead>
<tbody>${rows.map(([name, count]) => html`<tr><th scope="row">${name}</th><td class="number">${number(count)}</td></tr>`)}</tbody>
</table></div>`
}
