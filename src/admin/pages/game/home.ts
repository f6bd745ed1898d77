// The overview: the progress of the translation, and the visitor's open work.
import { damageOf } from '../../../app/backup/found-damage.ts'
import { latestGoodBackup } from '../../../app/backup/kept-backups.ts'
import { readRestoreTrial } from '../../../app/backup/restore-trial.ts'
import { listProposals } from '../../../app/rows/list-proposals.ts'
import { type FirstStep, readFirstSteps } from '../../../app/team/first-steps.ts'
import { endedWebhooks } from '../../../app/webhooks/manage-webhooks.ts'
import { latestPatch, readPatch } from '../../../app/work/read-patch.ts'
import { ALL_WORK } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { comesBack, page } from '../../layout.ts'
import { lookAgain } from '../../parts/fields.ts'
import { sizeWords } from '../../parts/import-forms.ts'
import { benchOfProposal } from '../../parts/work/bench-links.ts'
import { noGame } from '../../parts/work/no-game.ts'
import { mapOfGame } from '../../parts/work/map-card.ts'
import { firstDay, ownInRelease } from '../../parts/work/overview.ts'
import { jobNumbers } from '../../parts/work/work-filter-form.ts'
import { type WorkNumbers, workNumbers } from '../../parts/work/work-numbers.ts'
import { classBar, gameFigures, PROGRESS_FILTERS } from '../../parts/work/work-progress.ts'
import { isOwnMachine, may, type Visit } from '../../visit.ts'
import { excerpt, share, time } from '../../words.ts'

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

function storeDamage(visit: Visit): Html {
  const damage = may(visit, 'manage_settings') ? damageOf(visit.app) : null
  if (damage === null) return html``
  return html`<div class="alert" role="alert">The store is damaged: <code>${damage.problem}</code> (found
${time(damage.atMs)}). Keep your backups: windrow drops no good one now. <code>windrow check</code> lists what is
damaged and says what to do.</div>
`
}

/** For admins: the age of the latest backup, and the failure of a trial to restore one. */
function latestBackup(visit: Visit): Html {
  if (!may(visit, 'manage_settings')) return html``
  const { folder } = visit.app.backups
  const trial = readRestoreTrial(folder)
  const newest = latestGoodBackup(folder, visit.app.clock.nowMs())
  const failed =
    trial === null || trial.problem === null
      ? ''
      : html`<div class="alert" role="alert">A backup was restored for a trial, ${time(trial.atMs)}, and did not come
back whole: <code>${trial.backup}</code>, <code>${trial.problem}</code>. <a href="/admin/game">Make a new one</a></div>
`
  return html`${failed}${
    newest === undefined
      ? ''
      : html`<p class="hint">The latest backup is of ${time(newest.timeMs)}. <a href="/admin/game">Backups</a></p>`
  }`
}

/** For admins: webhooks that windrow switched off by itself. */
function endedDeliveries(visit: Visit): Html {
  const ended = may(visit, 'manage_settings') ? endedWebhooks(visit.app) : []
  if (ended.length === 0) return html``
  return html`<div class="alert" role="alert">windrow switched off webhooks, because their receivers took nothing for
a day or want no more: <code>${ended.map(({ id, host }) => `${id} ${host}`).join(', ')}</code>.
<a href="/admin/webhooks">Look at the webhooks</a></div>
`
}

function firstSteps(visit: Visit): Html {
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

async function patchLine({ app, user }: Visit): Promise<Html> {
  const latest = latestPatch(app)
  if (latest === null) return html``
  const progress = await readPatch(app, user.id, latest.record.id)
  if (typeof progress === 'string') return html``
  return html`<p>The <a href="/admin/imports/${latest.record.id}">latest patch</a>, ${time(latest.record.atMs)}:
${sizeWords(latest.size)} – <strong>${share(progress.handled, progress.rows)}</strong> handled.</p>`
}

const shownMax = 10

export async function home(visit: Visit): Promise<Response> {
  const { app, user } = visit
  const canReview = may(visit, 'review_translation')
  const waiting =
    canReview || may(visit, 'propose_translation')
      ? listProposals(app, {
          status: 'pending',
          authorId: canReview ? null : user.id,
          stale: null,
          waived: null,
          olderThanMs: null,
          after: null,
          limit: shownMax,
        })
      : null
  const numbers = noGame(visit) !== null ? null : await workNumbers(visit, PROGRESS_FILTERS)
  const body = html`<h1>Overview</h1>
${storeDamage(visit)}${endedDeliveries(visit)}${
  numbers === null
    ? noGame(visit)
    : html`${await mapOfGame(app, user.id)}
${firstDay(visit)}${ownInRelease(visit)}
${progress(numbers)}
${await jobNumbers(visit)}
<p class="hint">Untranslated: no text, and no proposal that waits.</p>
${await patchLine(visit)}
${firstSteps(visit)}
${latestBackup(visit)}
<p class="links"><a href="/admin/statistics">Statistics</a></p>
<form action="/admin/rows" role="search" class="search"><label>Search texts and ids
<input type="search" name="q" maxlength="200"></label><button>Search</button></form>
${
  waiting === null
    ? ''
    : html`<h2>${canReview ? say`Proposals that wait for review` : say`Your proposals that wait for review`}</h2>
${
  waiting.items.length === 0
    ? html`<p class="empty">${canReview ? say`Everything is reviewed.` : say`None of yours waits.`}
<a href="/admin/bench">Translate a row</a></p>
${lookAgain(visit)}`
    : html`<ul class="plain">${waiting.items.map(
        ({ proposal, row, isStale }) =>
          html`<li><a href="${benchOfProposal(proposal, row.rowId)}">${proposal.id}</a> ${excerpt(proposal.text, 90)}${
            isStale ? html` <span class="badge stale">stale</span>` : ''
          }</li>`,
      )}</ul>
${waiting.next === null ? '' : html`<p><a href="/admin/proposals">All of them</a></p>`}`
}`
}`
}`
  const isCounting = numbers !== null && gameFigures(numbers) === null
  return await page(visit, { title: say`Overview`, body, headers: comesBack(isCounting) })
}

function progress(numbers: WorkNumbers): Html {
  const figures = gameFigures(numbers)
  if (figures === null)
    return html`<p class="note" role="status">What would go into the game is being counted; this page comes back by itself.</p>`
  return html`${figures}
<p class="hint">Of ${numbers.link(ALL_WORK, say`rows with something to translate`)}, as an export would decide now:
stale, rejected and invalid texts stay out.</p>
${classBar(numbers)}`
}
