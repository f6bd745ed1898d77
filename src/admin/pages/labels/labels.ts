// The page of labels: rows by state, rules, and removing either. It comes back by itself while a rule finds its rows, so the forms
// to type in are on a page of their own (change-labels.ts).
import * as z from 'zod'
import { removeLabel, removeLabelRule } from '../../../app/labels/change-labels.ts'
import { listLabels } from '../../../app/labels/read-labels.ts'
import { countSuggestions } from '../../../app/suggestions/suggest.ts'
import { form, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { comesBack, page, type PageParts } from '../../layout.ts'
import { onPage, riskyButton, suggestionsLink } from '../../parts/fields.ts'
import { FIELD_WORDS } from '../../parts/label-forms.ts'
import { answerTo } from '../../parts/refusal-status.ts'
import { labelTable } from '../../parts/work/label-table.ts'
import { goTo, idOf, may, type Visit } from '../../visit.ts'
import { counted } from '../../words.ts'

const perPage = 50

type ShownLabel = ReturnType<typeof listLabels>[number]
type Said = Pick<PageParts, 'error' | 'status'>

export const labelsPage = (visit: Visit): Promise<Response> => labelsWith(visit)

async function labelsWith(visit: Visit, said: Said = {}): Promise<Response> {
  const all = listLabels(visit.app)
  const { shown, pages } = onPage(visit, all, perPage)
  const names = shown.map(({ name }) => name)
  const { picture, isCounting } = await labelTable(visit, names)
  const canChange = may(visit, 'manage_settings')
  const body = html`<h1>Labels</h1>
<p class="hint">Rows get labels from rules, which also cover updates of the game, or by hand. A row may have several.
${counted(all.length, 'label')}.</p>
${
  canChange
    ? html`<p><a href="/admin/labels/change">Make a rule</a></p>
${suggestionsLink(countSuggestions(visit.app))}`
    : ''
}
${
  all.length === 0
    ? html`<p class="empty">There are no labels yet.</p>`
    : html`${
        isCounting
          ? html`<p class="note" role="status">A rule is still finding its rows; this page reloads by itself.</p>`
          : ''
      }${picture}${shown.map((label) => labelBox(visit, label, canChange))}`
}
${pages}`
  return await page(visit, {
    title: say`Labels`,
    body,
    wide: true,
    headers: comesBack(isCounting && all.length > 0),
    ...said,
  })
}

function labelBox(visit: Visit, { name, rules }: ShownLabel, canChange: boolean): Html {
  const remove = (): Html =>
    riskyButton(
      visit,
      '/admin/labels/remove',
      say`Remove this label`,
      say`Its rules go too (${rules.length}), and it is taken from all rows that got it by hand. Texts stay as they are.`,
      { label: name },
    )
  return html`<section><h2><bdi>${name}</bdi></h2>${
    rules.length === 0
      ? html`<p class="hint">No rules: only rows labelled by hand.</p>`
      : html`<ul class="plain">${rules.map((rule) => html`<li>${ruleLine(visit, rule, canChange)}</li>`)}</ul>`
  }${canChange ? html`<div class="actions">${remove()}</div>` : ''}</section>`
}

function ruleLine(visit: Visit, { id, field, patterns }: ShownLabel['rules'][number], canChange: boolean): Html {
  const warning = say`Rows that only this rule finds lose the label. Rows labelled by hand keep it.`
  return html`<p>Rule ${id}: ${FIELD_WORDS[field]} ${patterns.map((pattern) => html`<code>${pattern}</code> `)}</p>${
    canChange ? riskyButton(visit, `/admin/labels/rules/${id}/remove`, say`Remove rule ${id}`, warning) : ''
  }`
}

export const removeLabelPost = form(z.object({ label: takes.line }), async (visit: Visit, { label }) => {
  const removed = await removeLabel(visit.app, visit.actor, label)
  if (!removed.ok) return await labelsWith(visit, answerTo(removed.refusal))
  return goTo(visit, '/admin/labels', 'label-removed')
})

export async function removeRulePost(visit: Visit): Promise<Response> {
  const removed = await removeLabelRule(visit.app, visit.actor, idOf(visit))
  if (!removed.ok) return await labelsWith(visit, answerTo(removed.refusal))
  return goTo(visit, '/admin/labels', 'label-rule-removed')
}
