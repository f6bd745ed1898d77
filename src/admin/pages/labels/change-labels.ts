// Making a rule, after a dry run that counts its rows; and labelling a list of rows by hand.
import * as z from 'zod'
import { addLabelRule } from '../../../app/labels/change-labels.ts'
import { LABEL_ACTS, labelRows } from '../../../app/labels/label-rows.ts'
import { tryRule } from '../../../app/labels/try-rule.ts'
import { labelNameOf } from '../../../domain/labels/label.ts'
import { RULE_FIELDS, type RuleText } from '../../../domain/labels/label-rule.ts'
import { form, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { page, type PageParts, tokenField } from '../../layout.ts'
import { select } from '../../parts/fields.ts'
import { FIELD_WORDS, labelField, labelNames } from '../../parts/labels/label-field.ts'
import { answerTo } from '../../parts/refusal-status.ts'
import { waitPage } from '../../parts/refusals.ts'
import { goTo, type Visit } from '../../visit.ts'
import { counted, excerpt } from '../../words.ts'
import { labelledPage } from './label-by-hand.ts'
import { rowLink } from '../../parts/work/bench-links.ts'

/** Room for 150,000 ids, one a line. */
export const idsFormBytes = 4 * 1024 * 1024
const busyWaitMs = 5_000

const RULE = z.object({ label: takes.line, field: takes.choiceOr(RULE_FIELDS), patterns: takes.text })
type SentRule = z.output<typeof RULE>
const LIST = z.object({ label: takes.line, act: takes.choiceOr(LABEL_ACTS), ids: takes.text })
type SentList = z.output<typeof LIST>

interface Shown extends Pick<PageParts, 'error' | 'status'> {
  readonly rule?: SentRule
  readonly list?: SentList
  readonly trial?: Html
}

export const changeLabelsPage = (visit: Visit): Promise<Response> => changeWith(visit, {})

async function changeWith(visit: Visit, { rule, list, trial, error = null, status = 200 }: Shown): Promise<Response> {
  const body = html`<p class="crumbs"><a href="/admin/labels">Labels</a></p><h1>Change labels</h1>${labelNames(visit)}
${trial ?? ''}${ruleForm(visit, rule)}${listForm(visit, list)}`
  return await page(visit, { title: say`Change labels`, body, error, status, isDone: trial === undefined })
}

const ruleForm = (visit: Visit, sent?: SentRule): Html => html`<section><h2>A rule</h2>
<p class="hint">A rule labels the rows in which one of its patterns matches a whole text. <code>*</code> stands for any characters, <code>?</code> for one, and letter case does not count: <code>*sword*</code> finds each source with that word. A label that does not exist is made.</p>
<form method="post" action="/admin/labels/try" class="stack">${tokenField(visit)}${labelField(sent?.label)}
${select(
  'field',
  say`It looks at`,
  RULE_FIELDS.map((each) => [each, FIELD_WORDS[each]]),
  sent?.field ?? 'source',
)}
<label>Patterns, one a line <textarea name="patterns" rows="4" required dir="auto">
${sent?.patterns ?? ''}</textarea></label>
<button class="primary">Try it</button> <p class="hint">Trying changes nothing. With a million rows it takes some seconds.</p></form></section>`

const ACT_WORDS: Readonly<Record<(typeof LABEL_ACTS)[number], string>> = words({
  give: 'give it, whatever the rules find',
  take: 'take it away, whatever the rules find',
  reset: 'leave it to the rules again',
})

const listForm = (visit: Visit, sent?: SentList): Html => html`<section><h2>A list of rows</h2>
<form method="post" action="/admin/labels/rows" class="stack takes-files">${tokenField(visit)}${labelField(sent?.label)}
${select(
  'act',
  say`What to do`,
  LABEL_ACTS.map((each) => [each, ACT_WORDS[each]]),
  sent?.act ?? 'give',
)}
<label>Ids of rows, one a line, at most 150,000 <textarea name="ids" rows="6" class="mono" required data-file>
${sent?.ids ?? ''}</textarea></label>
<button>Label these rows</button></form></section>`

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
  if (place === null)
    return await waitPage(visit, 'as many people are searching as one server carries', busyWaitMs, 503)
  const signal = AbortSignal.any([visit.c.req.raw.signal, place.ended])
  const tried = await tryRule(app, ruleTextOf(rule), { signal }).finally(() => place.leave())
  if (!tried.ok) return await changeWith(visit, { ...answerTo(tried.refusal), rule })
  if (signal.aborted) return await changeWith(visit, { error: tryEnded, status: 409, rule })
  return await changeWith(visit, { rule, trial: trialOf(visit, rule, tried.value) })
})

const tryEnded = 'you began another search, so the rule was not tried to its end; try it again'

type Trial = Extract<Awaited<ReturnType<typeof tryRule>>, { readonly ok: true }>['value']

const trialOf = (
  visit: Visit,
  rule: SentRule,
  { rows, samples }: Trial,
): Html => html`<section><h2>What the rule would do</h2>
<p role="status">${say`${counted(rows, 'row')} would get ${rule.label} now.`}</p>
${samples.length === 0 ? '' : html`<p>The first of them:</p><ul class="plain">${samples.map(({ rowId, source }) => html`<li>${rowLink(rowId)}<span dir="auto" translate="no">${excerpt(source)}</span></li>`)}</ul>`}
<form method="post" action="/admin/labels/rules">${tokenField(visit)}<input type="hidden" name="label" value="${rule.label}"><input type="hidden" name="field" value="${rule.field}"><textarea name="patterns" hidden aria-label="Patterns">
${rule.patterns}</textarea><button class="primary">Make this rule</button></form></section>`

export const addRulePost = form(RULE, async (visit: Visit, rule) => {
  const made = await addLabelRule(visit.app, visit.actor, rule.label, ruleTextOf(rule))
  if (!made.ok) return await changeWith(visit, { ...answerTo(made.refusal), rule })
  return goTo(visit, '/admin/labels', 'label-rule-made')
})

export const labelListPost = form(LIST, async (visit: Visit, list) => {
  const rowIds = list.ids
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((id) => id !== '')
  const { label, act } = list
  const done = await labelRows(visit.app, visit.actor, { label, act, origin: 'list' }, rowIds)
  if (!done.ok) return await changeWith(visit, { ...answerTo(done.refusal), list })
  return await labelledPage(visit, done.value, '/admin/labels')
})
