// Parts of the overview: damage in the store, the first steps, and the progress of the latest patch.
import { damageOf } from '../../../app/backup/found-damage.ts'
import { latestGoodBackup } from '../../../app/backup/kept-backups.ts'
import { readRestoreTrial } from '../../../app/backup/restore-trial.ts'
import { type FirstStep, readFirstSteps } from '../../../app/team/first-steps.ts'
import { latestPatch, readPatch } from '../../../app/work/read-patch.ts'
import { endedWebhooks } from '../../../app/webhooks/manage-webhooks.ts'
import { type Html, html } from '../../html.ts'
import { sizeWords } from '../../parts/import-forms.ts'
import { isOwnMachine, may, type Visit } from '../../visit.ts'
import { share, time } from '../../words.ts'

const intoGame = (visit: Visit): Html =>
  isOwnMachine(visit)
    ? html`<a href="/admin/game">Put the texts into the game</a>`
    : html`<a href="/admin/game">Download the translated files</a> for the game`

const STEP_WORDS: Readonly<Record<FirstStep, (visit: Visit) => Html>> = {
  language: () => html`<a href="/admin/settings#target_language">Say which language you translate into</a>`,
  glossary: () => html`<a href="/admin/glossary">Agree on names and words in the glossary</a>`,
  people: () => html`<a href="/admin/people">Add the people of your team</a>`,
  keys: () => html`<a href="/admin/people">Make a key for a bot or an agent</a>, on the page of its person`,
  texts: () =>
    html`<a href="/admin/bench?job=untranslated">Translate the first text</a>, or let an agent write the first batch with its key`,
  export: intoGame,
}

export function storeDamage(visit: Visit): Html {
  const damage = may(visit, 'manage_settings') ? damageOf(visit.app) : null
  if (damage === null) return html``
  return html`<div class="alert" role="alert">The store is damaged: <code>${damage.problem}</code> (found ${time(damage.atMs)}). Keep your backups: windrow drops no good one now. <code>windrow check</code> lists what is damaged and says what to do.</div>
`
}

/** For admins: the age of the latest backup, and the failure of a trial to restore one. */
export function latestBackup(visit: Visit): Html {
  if (!may(visit, 'manage_settings')) return html``
  const { folder } = visit.app.backups
  const trial = readRestoreTrial(folder)
  const newest = latestGoodBackup(folder, visit.app.clock.nowMs())
  const failed =
    trial === null || trial.problem === null
      ? ''
      : html`<div class="alert" role="alert">A backup was restored for a trial, ${time(trial.atMs)}, and did not come back whole: <code>${trial.backup}</code>, <code>${trial.problem}</code>. <a href="/admin/game">Make a new one</a></div>
`
  return html`${failed}${newest === undefined ? '' : html`<p class="hint">The latest backup is of ${time(newest.timeMs)}. <a href="/admin/game">Backups</a></p>`}`
}

/** For admins: webhooks that windrow switched off by itself. */
export function endedDeliveries(visit: Visit): Html {
  const ended = may(visit, 'manage_settings') ? endedWebhooks(visit.app) : []
  if (ended.length === 0) return html``
  return html`<div class="alert" role="alert">windrow switched off webhooks, because their receivers took nothing for a day or want no more: <code>${ended.map(({ id, host }) => `${id} ${host}`).join(', ')}</code>. <a href="/admin/webhooks">Look at the webhooks</a></div>
`
}

export function firstSteps(visit: Visit): Html {
  if (!may(visit, 'manage_users') || !may(visit, 'manage_settings')) return html``
  const steps = readFirstSteps(visit.app)
  if (steps.every(({ isDone }) => isDone)) return html``
  return html`<section class="box" aria-labelledby="steps-title"><h2 id="steps-title">What comes next</h2><ul class="plain steps">
<li class="done"><span aria-hidden="true">✓</span> Import the game's texts<span class="hidden"> (done)</span></li>${steps.map(
    ({ step, isDone }) =>
      isDone
        ? html`<li class="done"><span aria-hidden="true">✓</span> ${STEP_WORDS[step](visit)}<span class="hidden"> (done)</span></li>`
        : html`<li><span aria-hidden="true">○</span> ${STEP_WORDS[step](visit)}</li>`,
  )}</ul></section>`
}

export async function patchLine({ app, user }: Visit): Promise<Html> {
  const latest = latestPatch(app)
  if (latest === null) return html``
  const progress = await readPatch(app, user.id, latest.record.id)
  if (typeof progress === 'string') return html``
  return html`<p>The <a href="/admin/imports/${latest.record.id}">latest patch</a>, ${time(latest.record.atMs)}: ${sizeWords(latest.size)} – <strong>${share(progress.handled, progress.rows)}</strong> handled.</p>`
}
