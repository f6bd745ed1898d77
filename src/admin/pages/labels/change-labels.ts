// Making a rule, after a dry run that counts its rows; and labelling rows by hand: one, the ticked ones, those of a filter.
import * as z from 'zod'
import { addLabelRule, type LabelRefusal } from '../../../app/labels/change-labels.ts'
import { labelPieces, labelRows, type RowsLabelled } from '../../../app/labels/label-rows.ts'
import { unknownLabelIn } from '../../../app/labels/read-labels.ts'
import { tryRule } from '../../../app/labels/try-rule.ts'
import { findWork } from '../../../app/work/find-work.ts'
import { labelNameOf, RULE_FIELDS, type RuleText } from '../../../domain/labels.ts'
import { ALL_WORK, parseFilterText } from '../../../domain/work/work-filter.ts'
import { form, takes } from '../../form.ts'
import { backToRow } from '../../gatekeeper.ts'
import { html, type Html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { page, type PageParts, tokenField } from '../../layout.ts'
import { button, hidden, select } from '../../parts/fields.ts'
import { FIELD_WORDS, labelField, labelNames } from '../../parts/label-forms.ts'
import { answerTo, saidOf, statusOf } from '../../parts/refusal-status.ts'
import { changeRefusedPage, waitPage } from '../../parts/refusals.ts'
import { rowLink } from '../../parts/work/bench-links.ts'
import { rowsPath } from '../../parts/work/work-numbers.ts'
import { goTo, type Visit } from '../../visit.ts'
import { counted, excerpt, number } from '../../words.ts'

const ACTS = ['give', 'take'] as const

const refused = (visit: Visit, refusal: LabelRefusal): Promise<Response> =>
  changeRefusedPage(visit, saidOf(refusal), statusOf(refusal))

const ONE = z.object({ label: takes.line, act: takes.choiceOr(ACTS), back: takes.text })

export const labelRowPost = form(ONE, async (visit: Visit, { label, act, back }) => {
  const rowId = (visit.c.req.param('row') ?? '').toLowerCase()
  const path = backToRow(back, rowId)
  const origin = path.startsWith('/admin/bench') ? 'bench' : 'card'
  const done = await labelRows(visit.app, visit.actor, { label, act, origin }, [rowId])
  return done.ok
    ? goTo(visit, path, act === 'give' ? 'label-given' : 'label-taken')
    : await refused(visit, done.refusal)
})

/** Shows the number of changed rows. */
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
  if (rowIds.length === 0) return await changeRefusedPage(visit, 'nothing was ticked', 422)
  const done = await labelRows(visit.app, visit.actor, { label, act, origin: 'ticked' }, rowIds)
  return done.ok
    ? await labelledPage(visit, done.value, `/admin/rows?${filter || ''}`)
    : await refused(visit, done.refusal)
})

interface AskedOfAll {
  readonly label: string
  readonly act: (typeof ACTS)[number]
  readonly isSure: boolean
}

/** Asks first, with the number of rows. */
async function labelAll(visit: Visit, { label, act, isSure }: AskedOfAll, text: string): Promise<Response> {
  const read = parseFilterText(text)
  const fault = read.fault ?? unknownLabelIn(visit.app, read.filter)
  if (read.fault !== null || fault !== null) return await changeRefusedPage(visit, fault ?? '', 422)
  const back = rowsPath(read.filter)
  const rows = await findWork(visit.app, read.filter)
  if (isSure) {
    const done = await labelPieces(visit.app, visit.actor, { label, act, origin: 'filter' }, new Map(rows.pieces()))
    return done.ok ? await labelledPage(visit, done.value, back) : await refused(visit, done.refusal)
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

interface Shown extends Pick<PageParts, 'error' | 'status'> {
  readonly rule?: SentRule
  readonly trial?: Html
}

export const changeLabelsPage = (visit: Visit): Promise<Response> => changeWith(visit, {})

async function changeWith(visit: Visit, { rule, trial, error = null, status = 200 }: Shown): Promise<Response> {
  const body = html`<h1>A rule</h1>${labelNames(visit)}
${trial ?? ''}${ruleForm(visit, rule)}`
  return await page(visit, { title: say`A rule`, body, error, status, isDone: trial === undefined })
}

const ruleForm = (visit: Visit, sent?: SentRule): Html => html`<section>
<p class="hint">A rule labels rows if one of its patterns matches the whole text.
<code>*</code> stands for any characters, <code>?</code> for one, and letter case does not matter:
<code>*sword*</code> finds every source with that word. A new label is created.</p>
<form method="post" action="/admin/labels/try" class="stack">${tokenField(visit)}${labelField(sent?.label)}
${select(
  'field',
  say`Where to look`,
  RULE_FIELDS.map((each) => [each, FIELD_WORDS[each]]),
  sent?.field ?? 'source',
)}
<label>Patterns, one per line <textarea name="patterns" rows="4" required dir="auto">
${sent?.patterns ?? ''}</textarea></label>
<button class="primary">Try it</button>
<p class="hint">A test changes nothing. With a million rows it takes some seconds.</p></form></section>`

const ruleTextOf = ({ field, patterns }: SentRule): RuleText => ({
  field,
  patterns: patterns
    .split('\n')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== ''),
})

export const tryRulePost = form(RULE, async (visit: Visit, rule) => {
  const { app } = visit
  if (labelNameOf(rule.label) === null) return await changeWith(visit, { ...answerTo({ code: 'label_name' }), rule })
  const place = app.searches.enter(visit.user.id)
  if (place === null) return await waitPage(visit, 'too many people are searching right now', busyWaitMs, 503)
  const signal = AbortSignal.any([visit.c.req.raw.signal, place.ended])
  const tried = await tryRule(app, ruleTextOf(rule), { signal }).finally(() => place.leave())
  if (!tried.ok) return await changeWith(visit, { ...answerTo(tried.refusal), rule })
  if (signal.aborted) return await changeWith(visit, { error: tryEnded, status: 409, rule })
  return await changeWith(visit, { rule, trial: trialOf(visit, rule, tried.value) })
})

const tryEnded = 'you started another search, so the test of the rule was stopped; try it again'

type Trial = Extract<Awaited<ReturnType<typeof tryRule>>, { readonly ok: true }>['value']

const trialOf = (
  visit: Visit,
  rule: SentRule,
  { rows, samples }: Trial,
): Html => html`<section><h2>What the rule would do</h2>
<p role="status">${say`${counted(rows, 'row')} would get ${rule.label} now.`}</p>
${
  samples.length === 0
    ? ''
    : html`<p>The first of them:</p>
<ul class="plain">${samples.map(
        ({ rowId, source }) =>
          html`<li>${rowLink(rowId)}<span dir="auto" translate="no">${excerpt(source)}</span></li>`,
      )}</ul>`
}
<form method="post" action="/admin/labels/rules">
${tokenField(visit)}${hidden({ label: rule.label, field: rule.field })}
<textarea name="patterns" hidden aria-label="Patterns">
${rule.patterns}</textarea><button class="primary">Make this rule</button></form></section>`

export const addRulePost = form(RULE, async (visit: Visit, rule) => {
  const made = await addLabelRule(visit.app, visit.actor, rule.label, ruleTextOf(rule))
  if (!made.ok) return await changeWith(visit, { ...answerTo(made.refusal), rule })
  return goTo(visit, '/admin/labels', 'label-rule-made')
})
