// Labels: rows by state and rules on a page that comes back by itself while a rule finds its rows, so the form of a new rule, tried by a
// dry run, is on a page of its own; and labelling rows by hand: one, the ticked ones, those of a filter.
import * as z from 'zod'
import { removeLabel, removeLabelRule, addLabelRule } from '../../../app/labels/change-labels.ts'
import { listLabels, unknownLabelIn } from '../../../app/labels/read-labels.ts'
import { countSuggestions } from '../../../app/suggestions/suggest.ts'
import { form, NO_FIELDS, takes, refused } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { comesBack, page, titledPage, tokenField } from '../../layout.ts'
import { onPage, riskyButton, suggestionsLink, button, hidden, select } from '../../parts/fields.ts'
import { FIELD_WORDS, labelField, labelNames } from '../../parts/label-forms.ts'
import { labelTable } from '../../parts/work/label-table.ts'
import { field, goAfter, idOf, may, type Visit } from '../../visit.ts'
import { counted, excerpt, number } from '../../words.ts'
import { labelPieces, labelRows, type RowsLabelled } from '../../../app/labels/label-rows.ts'
import { tryRule } from '../../../app/labels/try-rule.ts'
import { findWork } from '../../../app/work/find-work.ts'
import { refuse } from '../../../base/result.ts'
import { labelNameOf, RULE_FIELDS, type RuleText } from '../../../domain/labels.ts'
import { ALL_WORK, parseFilterText } from '../../../domain/work/work-filter.ts'
import { backToRow } from '../../gatekeeper.ts'
import { waitPage } from '../../parts/refusals.ts'
import { rowLink } from '../../parts/work/bench-links.ts'
import { rowsPath } from '../../parts/work/work-numbers.ts'

const perPage = 50

type ShownLabel = ReturnType<typeof listLabels>[number]

export async function labelsPage(visit: Visit): Promise<Response> {
  const all = listLabels(visit.app)
  const { shown, pages } = onPage(visit, all, perPage, '/admin/labels')
  const names = shown.map(({ name }) => name)
  const { picture, isCounting } = await labelTable(visit, names)
  const canChange = may(visit, 'manage_settings')
  const body = html`<p class="hint">Rows get labels from rules, which also cover updates of the game, or by hand. A row may have several.
${counted(all.length, 'label')}.</p>
${
  canChange &&
  html`<p><a href="/admin/labels/change">Make a rule</a></p>
${suggestionsLink(countSuggestions(visit.app))}`
}
${
  all.length === 0
    ? html`<p class="empty">There are no labels yet.</p>`
    : html`${
        isCounting &&
        html`<p class="note" role="status">A rule is still finding its rows; this page reloads by itself.</p>`
      }${picture}${shown.map((label) => labelBox(visit, label, canChange))}`
}
${pages}`
  return await titledPage(visit, {
    title: say`Labels`,
    body,
    wide: true,
    headers: comesBack(isCounting && all.length > 0),
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

export const removeLabelPost = form(
  z.object({ label: takes.line }),
  async (visit: Visit, { label }) =>
    goAfter(visit, await removeLabel(visit.app, visit.actor, label), '/admin/labels', 'label-removed'),
  labelsPage,
)

export const removeRulePost = form(
  NO_FIELDS,
  async (visit: Visit) =>
    goAfter(visit, await removeLabelRule(visit.app, visit.actor, idOf(visit)), '/admin/labels', 'label-rule-removed'),
  labelsPage,
)

const ACTS = ['give', 'take'] as const

const ONE = z.object({ label: takes.line, act: takes.choiceOr(ACTS), back: takes.text })

export const labelRowPost = form(ONE, async (visit: Visit, { label, act, back }) => {
  // As it was sent, because the refusal of an id quotes it.
  const rowId = (visit.c.req.param('row') ?? '').toLowerCase()
  const path = backToRow(back, rowId)
  const origin = path.startsWith('/admin/bench') ? 'bench' : 'card'
  const done = await labelRows(visit.app, visit.actor, { label, act, origin }, [rowId])
  return goAfter(visit, done, path, act === 'give' ? 'label-given' : 'label-taken')
})

async function labelledPage(visit: Visit, { label, rows, changed }: RowsLabelled, back: string): Promise<Response> {
  const body = html`<h1><bdi>${label}</bdi></h1>
<p class="note" role="status">${say`${counted(rows, 'row')}, ${number(changed)} of them changed.`}</p>
<p><a href="${rowsPath({ ...ALL_WORK, label })}">Rows with this label</a></p><p><a href="${back}">Go on</a></p>`
  return await page(visit, { title: label, body })
}

const ticksMax = 100
const MANY_ACTS = ['give_ticked', 'take_ticked', 'give_all', 'take_all'] as const
const MANY = z.object({
  label: takes.line,
  do: takes.choiceOr(MANY_ACTS),
  tick: takes.many,
  /** A filter of work, in the syntax of a list's address. */
  filter: takes.exact,
  isSure: takes.tick,
})

export const labelManyPost = form(MANY, async (visit: Visit, { label, do: asked, tick, filter, isSure }) => {
  const act = asked.startsWith('give') ? 'give' : 'take'
  if (asked.endsWith('all')) return await labelAll(visit, { label, act, isSure }, filter)
  const rowIds = tick.slice(0, ticksMax)
  if (rowIds.length === 0) return refused('nothing was ticked')
  const done = await labelRows(visit.app, visit.actor, { label, act, origin: 'ticked' }, rowIds)
  return done.ok ? await labelledPage(visit, done.value, `/admin/rows?${filter}`) : done
})

interface AskedOfAll {
  readonly label: string
  readonly act: (typeof ACTS)[number]
  readonly isSure: boolean
}

/** Asks first, with the number of rows. */
async function labelAll(visit: Visit, { label, act, isSure }: AskedOfAll, text: string) {
  const read = parseFilterText(text)
  const fault = read.fault ?? unknownLabelIn(visit.app, read.filter)
  if (read.fault !== null || fault !== null) return refused(fault ?? '')
  const back = rowsPath(read.filter)
  const rows = await findWork(visit.app, read.filter)
  if (isSure) {
    const done = await labelPieces(visit.app, visit.actor, { label, act, origin: 'filter' }, new Map(rows.pieces()))
    return done.ok ? await labelledPage(visit, done.value, back) : done
  }
  const sure = say`Label ${counted(rows.size, 'row')}`
  const would =
    act === 'give'
      ? say`${counted(rows.size, 'row')} of this list would get the label.`
      : say`The label would be taken from ${counted(rows.size, 'row')} of this list.`
  const body = html`<h1><bdi>${label}</bdi></h1>
<p>${would}
<a href="${back}">The list</a></p>
<div class="actions">${button(visit, '/admin/rows/labels', sure, { label, do: `${act}_all`, filter: text, isSure: 'on' }, 'primary')}</div>`
  return await page(visit, { title: label, body, isDone: false })
}

const busyWaitMs = 5_000

const RULE = z.object({ label: takes.line, field: takes.choiceOr(RULE_FIELDS), patterns: takes.text })
type SentRule = z.output<typeof RULE>

export const changeLabelsPage = (visit: Visit): Promise<Response> => changeWith(visit)

async function changeWith(visit: Visit, trial?: Html): Promise<Response> {
  const body = html`${labelNames(visit)}
${trial ?? ''}${ruleForm(visit)}`
  return await titledPage(visit, { title: say`A rule`, body, isDone: trial === undefined })
}

const ruleForm = (visit: Visit): Html => html`<section>
<p class="hint">A rule labels rows if one of its patterns matches the whole text.
<code>*</code> stands for any characters, <code>?</code> for one, and letter case does not matter:
<code>*sword*</code> finds every source with that word. A new label is created.</p>
<form method="post" action="/admin/labels/try" class="stack">${tokenField(visit)}${labelField(field(visit, 'label'))}
${select('field', say`Where to look`, FIELD_WORDS, field(visit, 'field', 'source'))}
<label>Patterns, one per line <textarea name="patterns" rows="4" required dir="auto">
${field(visit, 'patterns')}</textarea></label>
<button class="primary">Try it</button>
<p class="hint">A test changes nothing. With a million rows it takes some seconds.</p></form></section>`

const ruleTextOf = ({ field, patterns }: SentRule): RuleText => ({
  field,
  patterns: patterns
    .split('\n')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== ''),
})

const tryIt = async (visit: Visit, rule: SentRule) => {
  const { app } = visit
  if (labelNameOf(rule.label) === null) return refuse({ code: 'label_name' } as const)
  const place = app.searches.enter(visit.user.id)
  if (place === null) return await waitPage(visit, 'too many people are searching right now', busyWaitMs, 503)
  const signal = AbortSignal.any([visit.c.req.raw.signal, place.ended])
  const tried = await tryRule(app, ruleTextOf(rule), { signal }).finally(() => place.leave())
  if (!tried.ok) return tried
  if (signal.aborted) return refused(tryEnded, 409)
  return await changeWith(visit, trialOf(visit, rule, tried.value))
}

export const tryRulePost = form(RULE, tryIt, changeLabelsPage)

const tryEnded = 'you started another search, so the test of the rule was stopped; try it again'

type Trial = Extract<Awaited<ReturnType<typeof tryRule>>, { readonly ok: true }>['value']

const trialOf = (
  visit: Visit,
  rule: SentRule,
  { rows, samples }: Trial,
): Html => html`<section><h2>What the rule would do</h2>
<p role="status">${say`${counted(rows, 'row')} would get ${rule.label} now.`}</p>
${
  samples.length > 0 &&
  html`<p>The first of them:</p>
<ul class="plain">${samples.map(
    ({ rowId, source }) => html`<li>${rowLink(rowId)}<span dir="auto" translate="no">${excerpt(source)}</span></li>`,
  )}</ul>`
}
<form method="post" action="/admin/labels/rules">
${tokenField(visit)}${hidden({ label: rule.label, field: rule.field })}
<textarea name="patterns" hidden aria-label="Patterns">
${rule.patterns}</textarea><button class="primary">Make this rule</button></form></section>`

export const addRulePost = form(
  RULE,
  async (visit: Visit, rule) => {
    const made = await addLabelRule(visit.app, visit.actor, rule.label, ruleTextOf(rule))
    return goAfter(visit, made, '/admin/labels', 'label-rule-made')
  },
  changeLabelsPage,
)
