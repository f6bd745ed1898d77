// This windrow: its version, whether a newer one is there, whether it can do its work, and its backups. It looks for a newer one only
// when it is told to, as `windrow update --check` does, in a second process.
import { latestGoodBackup } from '../../../app/backup/kept-backups.ts'
import { readRestoreTrial } from '../../../app/backup/restore-trial.ts'
import { dataFolderOf } from '../../../app/import/follow-import.ts'
import { healthOf } from '../../../app/upkeep/health.ts'
import { reasonOf, startOwn } from '../../../runtime/start-own.ts'
import { versionInfo } from '../../../runtime/version.ts'
import { type Html, html } from '../../html.ts'
import { say, told } from '../../language/say.ts'
import { sentence, titledPage } from '../../layout.ts'
import { button } from '../../parts/fields.ts'
import type { Visit } from '../../visit.ts'
import { time } from '../../words.ts'

export const thisWindrowPage = (visit: Visit): Promise<Response> => shown(visit, '')

export async function lookForNewerPost(visit: Visit): Promise<Response> {
  const end = await startOwn(dataFolderOf(visit.app), ['update', '--check', '--json']).ended
  const now = await visit.again()
  if (now instanceof Response) return now
  if (end.code !== 0) return await shown(now, html`<p>${sentence(reasonOf(end))}</p>`)
  const { offered, newer } = JSON.parse(end.stdout) as { readonly offered: string; readonly newer: boolean }
  return await shown(
    now,
    newer
      ? html`<p><strong>windrow ${offered} is out.</strong> <code>windrow update</code> installs it.</p>`
      : html`<p>This is the latest version.</p>`,
  )
}

function shown(visit: Visit, found: Html | ''): Promise<Response> {
  const { version, commit, runtime } = versionInfo()
  const { app } = visit
  const { problem, schema } = healthOf(app)
  const backup = latestGoodBackup(app.backups.folder, app.clock.nowMs())
  const trial = readRestoreTrial(app.backups.folder)
  const fact = (name: string, value: Html | string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  const body = html`<dl class="facts">${fact(say`Version`, version)}${fact(say`Commit`, html`<code>${commit}</code>`)}
${fact(say`Runs on`, runtime)}${fact(say`Store format`, String(schema))}</dl>
<section><h2>Newer version</h2>${found}${button(visit, '/admin/windrow', say`Check for a newer version`)}</section>
<section><h2>Health</h2>${
    problem === null
      ? html`<p>✓ It can read and save.</p>`
      : html`<div class="alert" role="alert">${sentence(told(problem.message))}</div>`
  }</section>
<section><h2>Backups</h2>${
    backup === undefined
      ? html`<p>There is no backup yet.</p>`
      : html`<p>The latest one was made ${time(backup.timeMs)}.</p>`
  }${
    trial !== null &&
    (trial.problem === null
      ? html`<p>✓ A test restore worked, ${time(trial.atMs)}.</p>`
      : html`<div class="alert">Test restore failed, ${time(trial.atMs)}: <code>${trial.problem}</code></div>`)
  }<p class="links"><a href="/admin/game">Backups</a></p></section>`
  return titledPage(visit, { title: say`This windrow`, body, isDone: false })
}
