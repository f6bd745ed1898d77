// One list of what waits for the visitor's decision.
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { page } from '../../layout.ts'
import { lookAgain } from '../../parts/fields.ts'
import { countToDecide, decideList } from '../../parts/to-decide.ts'
import type { Visit } from '../../visit.ts'

const nothing = (
  visit: Visit,
): Html => html`<p class="empty">Nothing is waiting for you. <a href="/admin/bench">Translate a row</a></p>
${lookAgain(visit)}`

export const decidePage = (visit: Visit): Promise<Response> =>
  page(visit, {
    title: say`To decide`,
    body: html`<h1>To decide</h1>${countToDecide(visit) === 0 ? nothing(visit) : ''}${decideList(visit)}`,
  })
