// Recent decisions on the visitor's proposals; opening the page marks them as seen.
import { html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { putSeenAtMs } from '../../cookies.ts'
import { page } from '../../layout.ts'
import { noGame } from '../../parts/work/no-game.ts'
import { lookAgain } from '../../parts/fields.ts'
import { decisionList, mentionList, recentDecisions, recentMentions } from '../../news.ts'
import { ownInRelease } from '../../parts/work/overview.ts'
import type { Visit } from '../../visit.ts'

export function newsPage(visit: Visit): Promise<Response> {
  const decided = recentDecisions(visit)
  const mentions = recentMentions(visit)
  putSeenAtMs(visit.c, visit.user.id, visit.app.clock.nowMs(), visit.isSecure)
  const body = html`<h1>Your decided proposals</h1>
${ownInRelease(visit)}${
  decided.length === 0
    ? (noGame(visit) ??
      html`<p class="empty">None of your proposals was decided in the last 30 days. <a href="/admin/bench">Translate a row</a></p>
${lookAgain(visit)}`)
    : html`<p class="hint">From the last 30 days, the latest first.</p>${decisionList(visit, decided)}`
}
${mentions.length === 0 ? '' : html`<h2>Comments that name you</h2>${mentionList(visit, mentions)}`}`
  return page(visit, { title: say`Your decided proposals`, body })
}
