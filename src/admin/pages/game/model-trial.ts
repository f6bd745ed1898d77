// A trial of the model that writes machine drafts: one prompt, and the page of truth that `windrow translate --try` prints.
import { fillGaps } from '../../../base/sentences.ts'
import type { RuleCode } from '../../../domain/finding.ts'
import type { ModelTrial } from '../../../domain/work/workbench.ts'
import { type Html, html } from '../../html.ts'
import { say, told } from '../../language/say.ts'
import { page, sentence } from '../../layout.ts'
import { tellFinding } from '../../parts/telling.ts'
import { inTarget } from '../../parts/texts.ts'
import type { Visit } from '../../visit.ts'

/** True while a trial runs: a process makes one at a time. */
let isUnderWay = false

export async function tryModelPost(visit: Visit): Promise<Response> {
  const model = visit.site.drafts?.model ?? null
  if (model === null)
    return await saying(
      visit,
      say`no model is set for drafts; an admin names one in the configuration (draft.endpoint and draft.model)`,
    )
  if (isUnderWay) return await saying(visit, say`the model is already being tested; wait for the result`)
  isUnderWay = true
  try {
    const tried = await model.tryIt(visit.actor, visit.c.req.raw.signal)
    const now = await visit.again()
    if (now instanceof Response) return now
    if (!tried.ok) return await saying(now, say`the target language is not set; an admin sets it under Settings`)
    if (tried.value === null)
      return await saying(now, say`there are no rows to translate, so there is nothing to try the model with`)
    const body = html`<h1>The model, tried</h1><p class="hint">${model.provider} · ${model.model}</p>${shown(now, tried.value)}`
    return await page(now, { title: say`The model, tried`, body, isDone: false })
  } finally {
    isUnderWay = false
  }
}

const saying = (visit: Visit, error: string): Promise<Response> =>
  page(visit, { title: say`The model, tried`, body: html`<h1>The model, tried</h1>${back()}`, error, status: 409 })

const back = (): Html => html`<p class="links"><a href="/admin/settings">Settings</a></p>`

function shown(visit: Visit, { lines, refused, command, hasFailed }: ModelTrial): Html {
  const target = inTarget(visit.app.rules.now())
  const item = ({ source, text, rule, ...said }: ModelTrial['refused'][number]): Html =>
    html`<li>${source}<br><span dir="auto"${target}>${text}</span>
<br><span class="hint">${tellFinding({ ...said, rule: rule as RuleCode })}</span></li>`
  return html`<table><tbody>${lines.map(
    ({ topic, sentence: said, facts }) =>
      html`<tr><th scope="row">${sentence(told(topic)).replace(/\.$/, '')}</th><td>${fillGaps(told(said), facts)}</td></tr>`,
  )}</tbody></table>
${refused.length === 0 ? '' : html`<h2>Texts that were refused</h2><ul>${refused.map(item)}</ul>`}
${hasFailed ? '' : html`<h2>To use it</h2><pre><code>${command}</code></pre>`}
${back()}`
}
