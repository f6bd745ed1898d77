// One list of what waits for the visitor's decision, and recent decisions on their own proposals, which the page marks as seen.
import { html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { titledPage } from '../../layout.ts'
import { lookAgain } from '../../parts/fields.ts'
import { countToDecide, decideList } from '../../parts/to-decide.ts'
import type { Visit } from '../../visit.ts'
import { seen } from '../../cookies.ts'
import { noGame } from '../../parts/work/no-game.ts'
import { decisionList, mentionList, recentDecisions, recentMentions } from '../../news.ts'
import { ownInRelease } from '../../parts/work/overview.ts'

export const decidePage = (visit: Visit): Promise<Response> =>
  titledPage(visit, {
    title: say`To decide`,
    body: html`${
      countToDecide(visit) === 0 &&
      html`<p class="empty">Nothing is waiting for you. <a href="/admin/bench">Translate a row</a></p>
${lookAgain(visit)}`
    }${decideList(visit)}`,
  })

export function newsPage(visit: Visit): Promise<Response> {
  const decided = recentDecisions(visit)
  const mentions = recentMentions(visit)
  seen.put(visit, `${visit.user.id}.${visit.app.clock.nowMs()}`)
  const body = html`${ownInRelease(visit)}${
    decided.length === 0
      ? (noGame(visit) ??
        html`<p class="empty">None of your proposals was decided in the last 30 days. <a href="/admin/bench">Translate a row</a></p>
${lookAgain(visit)}`)
      : html`<p class="hint">From the last 30 days, the latest first.</p>${decisionList(visit, decided)}`
  }
${mentions.length === 0 ? '' : html`<h2>Comments that name you</h2>${mentionList(visit, mentions)}`}`
  return titledPage(visit, { title: say`Your decided proposals`, body })
}
