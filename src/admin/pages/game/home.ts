// The overview: the progress of the translation, and the visitor's open work.
import { listProposals } from '../../../app/rows/list-proposals.ts'
import { jobNumbers } from '../../parts/work/work-filter-form.ts'
import { type WorkNumbers, workNumbers } from '../../parts/work/work-numbers.ts'
import { noGame } from '../../parts/work/no-game.ts'
import { firstDay, ownInRelease } from '../../parts/work/own-work.ts'
import { benchOfProposal } from '../../parts/work/bench-links.ts'
import { classBar, gameFigures, PROGRESS_FILTERS } from '../../parts/work/work-progress.ts'
import { ALL_WORK } from '../../../domain/work/work-filter.ts'
import { comesBack, page } from '../../layout.ts'
import { lookAgain } from '../../parts/fields.ts'
import { say } from '../../language/say.ts'
import { may, type Visit } from '../../visit.ts'
import { fieldOfRows } from '../../parts/work/game-field.ts'
import { endedDeliveries, firstSteps, latestBackup, patchLine, storeDamage } from './next-steps.ts'
import { type Html, html } from '../../html.ts'
import { excerpt } from '../../words.ts'

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
    : html`${fieldOfRows(visit)}
${firstDay(visit)}${ownInRelease(visit)}
${progress(numbers)}
${await jobNumbers(visit)}
<p class="hint">Untranslated: no text, and no proposal that waits.</p>
${await patchLine(visit)}
${firstSteps(visit)}
${latestBackup(visit)}
<p class="links"><a href="/admin/statistics">Statistics</a></p>
<form action="/admin/rows" role="search" class="search"><label>Search texts and ids <input type="search" name="q" maxlength="200"></label><button>Search</button></form>
${
  waiting === null
    ? ''
    : html`<h2>${canReview ? say`Proposals that wait for review` : say`Your proposals that wait for review`}</h2>
${
  waiting.items.length === 0
    ? html`<p class="empty">${canReview ? say`Everything is reviewed.` : say`None of yours waits.`} <a href="/admin/bench">Translate a row</a></p>${lookAgain(visit)}`
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
<p class="hint">Of ${numbers.link(ALL_WORK, say`rows with something to translate`)}, as an export would decide now: stale, rejected and invalid texts stay out.</p>
${classBar(numbers)}`
}
