// The overview: the map, and at most six things beside it: what waits, the day, the patch, who works, the release; news are in the frame.
import { damageOf } from '../../../app/backup/found-damage.ts'
import { readRestoreTrial } from '../../../app/backup/restore-trial.ts'
import { type FirstStep, readFirstSteps } from '../../../app/team/first-steps.ts'
import { endedWebhooks } from '../../../app/webhooks/manage-webhooks.ts'
import { latestPatch, readPatch } from '../../../app/work/read-patch.ts'
import { createNames } from '../../../app/people/read-people.ts'
import { listReleases } from '../../../app/releases/read-releases.ts'
import { decidedSince } from '../../../app/rows/decided-proposals.ts'
import { countToday, readDaySums } from '../../../app/team/activity.ts'
import { ALL_WORK, filterOfJob } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { comesBack, countingNote, page } from '../../layout.ts'
import { readGoal } from '../../cookies.ts'
import { decideList } from '../../parts/to-decide.ts'
import { behind, columnChart } from '../../parts/charts.ts'
import { sizeWords } from '../../parts/import-forms.ts'
import { noGame } from '../../parts/work/no-game.ts'
import { mapOfGame } from '../../parts/work/map-card.ts'
import { firstDay, ownInRelease } from '../../parts/work/overview.ts'
import { type WorkNumbers, workNumbers } from '../../parts/work/work-numbers.ts'
import { gameFigures, PROGRESS_FILTERS } from '../../parts/work/work-progress.ts'
import { dayOfVisit, isOwnMachine, may, type Visit } from '../../visit.ts'
import { counted, day, number, time } from '../../words.ts'

const STEP_WORDS: Readonly<Record<FirstStep, (visit: Visit) => Html>> = {
  language: () => html`<a href="/admin/settings#target_language">Say which language you translate into</a>`,
  glossary: () => html`<a href="/admin/glossary">Agree on names and words in the glossary</a>`,
  people: () => html`<a href="/admin/people">Invite your team</a>`,
  keys: () => html`<a href="/admin/people">Make a key for a bot or an agent</a>, on the page of its person`,
  texts: () =>
    html`<a href="/admin/bench?job=untranslated">Translate the first text</a>, or let an agent write the first batch with its key`,
  export: (visit) =>
    isOwnMachine(visit)
      ? html`<a href="/admin/game">Put the texts into the game</a>`
      : html`<a href="/admin/game">Download the translated files</a> for the game`,
}

function storeDamage(visit: Visit): Html {
  const damage = may(visit, 'manage_settings') ? damageOf(visit.app) : null
  if (damage === null) return html``
  return html`<div class="alert" role="alert">The store is damaged: <code>${damage.problem}</code> (found
${time(damage.atMs)}). Keep your backups: windrow keeps all good ones now. <code>windrow check</code> shows the damage and what to do.</div>
`
}

/** For admins: the failure of a trial to restore a backup. */
function failedTrial(visit: Visit): Html {
  const trial = may(visit, 'manage_settings') ? readRestoreTrial(visit.app.backups.folder) : null
  if (trial === null || trial.problem === null) return html``
  return html`<div class="alert" role="alert">A test restore of a backup, ${time(trial.atMs)}, failed: <code>${trial.backup}</code>,
<code>${trial.problem}</code>. <a href="/admin/game">Make a new one</a></div>
`
}

/** For admins: webhooks that windrow switched off by itself. */
function endedDeliveries(visit: Visit): Html {
  const ended = may(visit, 'manage_settings') ? endedWebhooks(visit.app) : []
  if (ended.length === 0) return html``
  return html`<div class="alert" role="alert">windrow switched off webhooks, because their receivers failed for a day or no longer want
events: <code>${ended.map(({ id, host }) => `${id} ${host}`).join(', ')}</code>.
<a href="/admin/webhooks">Look at the webhooks</a></div>
`
}

function firstSteps(visit: Visit): Html {
  if (!may(visit, 'manage_users') || !may(visit, 'manage_settings')) return html``
  const steps = readFirstSteps(visit.app)
  if (steps.every(({ isDone }) => isDone)) return html``
  return html`<h3>What comes next</h3><ul class="plain steps">
<li class="done"><span aria-hidden="true">✓</span> Import the game's texts<span class="hidden"> (done)</span></li>${steps.map(
    ({ step, isDone }) =>
      isDone
        ? html`<li class="done"><span aria-hidden="true">✓</span> ${STEP_WORDS[step](visit)}<span class="hidden"> (done)</span></li>`
        : html`<li><span aria-hidden="true">○</span> ${STEP_WORDS[step](visit)}</li>`,
  )}</ul>`
}

/** A card beside the map; empty without content. */
const card = (id: string, title: string, body: Html | ''): Html =>
  body === ''
    ? html``
    : html`<section class="box" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`

async function waits(visit: Visit): Promise<Html> {
  const job = filterOfJob('untranslated')
  const numbers = await workNumbers(visit, [job])
  const left = numbers.of(job)
  const start = may(visit, 'propose_translation')
    ? html`<p><a class="button primary" href="/admin/bench?job=untranslated">Continue translating</a>${
        left === null ? '' : html` <span class="hint">${counted(left, 'row')} left</span>`
      }</p>`
    : ''
  return card(
    'waits',
    say`Waiting for you`,
    html`${start}${await firstDay(visit)}${decideList(visit, 1)}${firstSteps(visit)}`,
  )
}

const side = 72
const radius = 29

/** A goal of one's own as a ring. Nobody else sees it. */
function goal(visit: Visit): Html {
  const { sinceMs } = dayOfVisit(visit)
  const today = countToday(visit.app, visit.user.id, sinceMs)
  const accepted = decidedSince(visit.app, visit.user.id, sinceMs).filter(({ status }) => status === 'approved').length
  const wanted = readGoal(visit)
  if (wanted === null && today === 0) return html``
  const round = 2 * Math.PI * radius
  const done = Math.min(1, today / (wanted ?? 1))
  const ring = html`<svg class="ring" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}" aria-hidden="true">
<circle class="base" cx="36" cy="36" r="${radius}"/><circle cx="36" cy="36" r="${radius}"
stroke-dasharray="${(done * round).toFixed(1)} ${round.toFixed(1)}"/></svg>`
  const words = wanted === null ? say`${number(today)} today` : say`${number(today)} of ${number(wanted)}`
  const said =
    accepted === 0
      ? ''
      : html`<br><span class="hint">${counted(accepted, 'text of yours accepted', 'texts of yours accepted')}</span>`
  return card(
    'goal',
    say`Your day`,
    html`<p class="goal">${wanted === null ? '' : ring}<span><strong>${words}</strong>${said}</span></p>${lastDays(visit)}`,
  )
}

const daysShown = 14
const dayMs = 24 * 60 * 60 * 1000

function lastDays({ app, user }: Visit): Html {
  const columns = Array.from({ length: daysShown }, (_, at) => ({
    label: day(app.clock.nowMs() - (daysShown - 1 - at) * dayMs),
    values: [0],
  }))
  for (const { day: at, userId, kind, count } of readDaySums(app, daysShown)) {
    const values = columns[at]?.values
    if (values !== undefined && userId === user.id && kind !== 'machine_text' && kind !== 'commented')
      values[0] = (values[0] ?? 0) + count
  }
  const numbers = columns
    .toReversed()
    .map(({ label, values: [count = 0] }) => html`<li>${label} <strong>${number(count)}</strong></li>`)
  return html`${columnChart({ title: say`The last two weeks`, series: [{ name: say`texts`, kind: 'manual_fresh' }], columns })}
${behind(html`<ul class="plain counts">${numbers}</ul>`)}`
}

function nowAtWork(visit: Visit): Html {
  const nameOf = createNames(visit.app)
  const names = visit.site.presence.others(visit.user.id).map((id) => nameOf(id) ?? '')
  return card(
    'now',
    say`At work now`,
    names.length === 0 ? '' : html`<p>${names.map((name) => html`<span class="badge"><bdi>${name}</bdi></span> `)}</p>`,
  )
}

async function patch({ app, user }: Visit): Promise<Html> {
  const latest = latestPatch(app)
  const progress = latest === null ? 'unknown' : await readPatch(app, user.id, latest.record.id)
  if (latest === null || typeof progress === 'string') return html``
  const { handled, rows } = progress
  return card(
    'patch',
    say`The latest patch`,
    html`<p>${time(latest.record.atMs)}: ${sizeWords(latest.size)}</p>
<p><progress value="${handled}" max="${Math.max(1, rows)}" aria-hidden="true"></progress>
${say`${number(handled)} of ${number(rows)} rows`}</p>
<p><a href="/admin/imports/${latest.record.id}">See where it hit</a></p>`,
  )
}

async function release(visit: Visit): Promise<Html> {
  const latest = listReleases(visit.app).find(({ withdrawn }) => withdrawn === null)
  if (latest === undefined) return html``
  const next = may(visit, 'manage_settings') ? html`<p><a href="/admin/releases">Make the next one</a></p>` : ''
  return card(
    'release',
    say`Release ${latest.version}`,
    html`<p>${time(latest.atMs)}</p>${await ownInRelease(visit)}${next}`,
  )
}

export async function home(visit: Visit): Promise<Response> {
  const { app, user } = visit
  const nothing = noGame(visit)
  const numbers = nothing === null ? await workNumbers(visit, PROGRESS_FILTERS) : null
  const isCounting = numbers !== null && numbers.of(ALL_WORK) === null
  const body = html`${storeDamage(visit)}${failedTrial(visit)}${endedDeliveries(visit)}${
    numbers === null
      ? html`<h1>Overview</h1>${nothing}`
      : html`<div class="home"><section class="box"><h1>Overview</h1>${progress(numbers)}${await mapOfGame(app, user.id)}</section>
<div class="aside">${await waits(visit)}${goal(visit)}${await patch(visit)}${nowAtWork(visit)}${await release(visit)}</div></div>`
  }`
  return await page(visit, { title: say`Overview`, body, wide: true, headers: comesBack(isCounting) })
}

function progress(numbers: WorkNumbers): Html {
  const figures = gameFigures(numbers)
  if (figures === null) return countingNote()
  return html`${figures}<p class="hint">Counted: ${numbers.link(ALL_WORK, say`rows with something to translate`)}, as if you exported now.
Stale, rejected and invalid texts stay out.</p>`
}
