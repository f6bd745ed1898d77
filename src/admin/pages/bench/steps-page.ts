// The last steps of the visitor on the workbench, each with a button that takes it back.
import { html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { page } from '../../layout.ts'
import type { Visit } from '../../visit.ts'
import { time } from '../../words.ts'
import { stepWords, undoFields } from './done.ts'

export function stepsPage(visit: Visit): Promise<Response> {
  const steps = visit.site.undoStacks.of(visit.user.id)
  const body = html`<h1>Your last steps</h1>
${
  steps.length === 0
    ? html`<p class="empty">There is nothing to undo. <a href="/admin/undo">Take back</a> finds older work.</p>`
    : html`<ol class="plain">${steps.map(
        (step) =>
          html`<li><form method="post" action="/admin/bench/undo" class="inline">
${undoFields(visit, 'layer=any', step)}${time(step.atMs)} ${stepWords(visit, step)}
<button>Undo<span class="hidden"> ${stepWords(visit, step)}</span></button></form></li>`,
      )}</ol>
<p class="hint">A row that has changed since stays as it is. <a href="/admin/undo">Take back</a> finds older work.</p>`
}`
  return page(visit, { title: say`Your last steps`, body })
}
