// The glossary: terms with their forms and uses, and the list as a file.
import * as z from 'zod'
import type { Rules } from '../../../app/rules.ts'
import { countSuggestions } from '../../../app/suggestions/suggest.ts'
import { formsInUse } from '../../../app/terms/forms-in-use.ts'
import { changeGlossary, removeTerm } from '../../../app/upkeep/change-glossary.ts'
import { exportedGlossary, listTerms, parseTerms } from '../../../app/upkeep/read-glossary.ts'
import { readStatistics } from '../../../app/upkeep/statistics.ts'
import { countWork } from '../../../app/work/count-work.ts'
import { Turn } from '../../../base/turn.ts'
import { termKey } from '../../../domain/checks/glossary-units.ts'
import type { GlossaryEntry } from '../../../domain/checks/glossary.ts'
import { termLengthMax } from '../../../domain/limits.ts'
import type { Tally } from '../../../domain/tally.ts'
import { madeForms } from '../../../../packages/language/src/made-forms.ts'
import { ALL_WORK, type WorkFilter, writeWorkFilter } from '../../../domain/work/work-filter.ts'
import { form, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { titledPage, tokenField } from '../../layout.ts'
import { button, hidden, onPage, select, suggestionsLink } from '../../parts/fields.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { aboutLine, TERM_FIELDS, TERM_FORMS, TERM_LENGTHS, termInputs, termOf } from '../../parts/term-fields.ts'
import { inTarget } from '../../parts/texts.ts'
import { termShares } from '../../parts/work/term-offer.ts'
import { rowsPath } from '../../parts/work/work-numbers.ts'
import { field, goAfter, goTo, may, query, type Visit } from '../../visit.ts'
import { counted, number } from '../../words.ts'

const earlierMax = 8
const separator = '|'

/** The translations that a change took away, for the address of the term's page; '': none. */
const formsGone = (was: GlossaryEntry, now: GlossaryEntry): string =>
  was.forms
    .filter((form) => !form.includes('*') && !now.forms.includes(form))
    .slice(0, earlierMax)
    .join(separator)

/** Earlier translations are those in the address, or what the person writes. */
async function repairSection(visit: Visit, entry: GlossaryEntry): Promise<Html> {
  const forms = entry.forms.filter((form) => !form.includes('*'))
  if (forms.length === 0) return html``
  const asked = query(visit, 'old')
  const earlier = [...new Set(asked.split(separator).map((form) => form.trim()))].filter((form) => form !== '')
  const found: Html[] = []
  for (const old of earlier.slice(0, earlierMax)) found.push(await oneEarlier(visit, entry, old, forms))
  return html`<section id="earlier"><h2>An earlier translation in the texts</h2>${found}
<form method="get" action="/admin/glossary/term#earlier" class="filters">${hidden(named(entry))}
<label>Other words for it in the texts
<input name="old" dir="auto" value="${asked}" maxlength="${termLengthMax}" required></label>
<button>Find rows</button></form></section>`
}

async function oneEarlier(
  visit: Visit,
  { source }: GlossaryEntry,
  old: string,
  forms: readonly string[],
): Promise<Html> {
  const filter: WorkFilter = { ...ALL_WORK, term: source, has: old }
  const rows = await countWork(visit.app, filter)
  const link = html`<p${inTarget(visit.app.rules.now())}><bdi>${old}</bdi>:
<a href="${rowsPath(filter, '/admin/bench')}">${counted(rows, 'row')}</a></p>`
  if (rows === 0) return link
  const choices = forms.map((form) => [form, form] as const)
  const ofModel = writeWorkFilter({ ...ALL_WORK, layer: 'machine_only', findings: 'terms', term: source })
  return html`<div class="box">${link}
<form method="post" action="/admin/bench/all" class="filters">
${tokenField(visit)}${hidden({ at: writeWorkFilter(filter).toString(), find: old })}
${select('by', say`Replace by`, choices, forms[0] ?? '')}<button name="all" value="renamed">Replace…</button></form>
<p class="hint">The case and number are kept; rows where they are not clear stay as they are.
You first see how many texts would change; one step undoes them all. Other words around it, such as adjectives, stay as they are.</p>
<p class="hint">Or let a model translate the machine texts again:
<code>windrow translate --endpoint URL --model NAME --filter "${ofModel.toString()}"</code></p>
</div>`
}

const perPage = 100

export async function glossaryPage(visit: Visit): Promise<Response> {
  const was = visit.form.has('was') ? findTerm(visit, field(visit, 'was'), field(visit, 'was_exact')) : null
  const all = listTerms(visit.app)
  const wanted = query(visit, 'q').trim().toLowerCase()
  const found = wanted === '' ? all : all.filter((entry) => textOf(entry).includes(wanted))
  const { shown, pages } = onPage(visit, found, perPage, '/admin/glossary')
  const { counted: count } = await readStatistics(visit.app)
  const canChange = may(visit, 'manage_settings')
  const body = html`<p class="hint">Words of the source with an agreed translation. A text without any accepted form of a term is ${
    visit.app.rules.now().settings.glossary_is_error ? say`refused` : say`saved with a warning`
  }. ${counted(all.length, 'term')}.</p>
${
  canChange
    ? suggestionsLink(countSuggestions(visit.app))
    : may(visit, 'propose_translation')
      ? html`<p><a href="/admin/suggestions">Propose a term</a></p>`
      : ''
}${may(visit, 'propose_translation') ? html`<p><a href="/admin/names">Find names that are not in the glossary</a></p>` : ''}
<form method="get" action="/admin/glossary" class="filters" role="search"><label class="grow">Find
<input type="search" name="q" value="${query(visit, 'q')}" maxlength="200"></label><button>Find</button>
<a href="/admin/glossary/export" download>Export as CSV</a> <a href="/admin/glossary/export?for=spreadsheet" download
title="for reading only: do not import it again; formulas cannot run">CSV for spreadsheets</a></form>
${
  shown.length === 0
    ? html`<p class="empty">${
        wanted === ''
          ? canChange
            ? say`No terms yet. Add the names and words of the game below, or import a list: texts are checked against them from then on.`
            : say`No terms yet. Propose some; an admin adds them.`
          : html`No term with these words. <a href="/admin/glossary">Show all terms</a>`
      }</p>`
    : html`<div class="scroll" tabindex="0"><table class="list"><thead><tr><th scope="col">Term</th>
<th scope="col">Accepted forms</th><th scope="col">Note</th><th scope="col" class="number">Rows</th>
<th scope="col">Translated today</th>${canChange ? html`<th scope="col">Change</th>` : ''}</tr></thead>
<tbody>${shown.map((entry) => termRow(entry, count?.tally ?? null, canChange, visit.app.rules.now()))}</tbody></table></div>`
}
${pages}
${
  canChange &&
  html`<section><h2>${was === null ? say`Add a term` : say`Change ${was.source}`}</h2>
${termForm(visit, was)}</section>${importForm(visit)}`
}`
  return await titledPage(visit, { title: say`Glossary`, body, wide: true })
}

const textOf = ({ source, forms, note, facts }: GlossaryEntry): string =>
  `${source}\n${forms.join('\n')}\n${note}\n${facts?.meaning ?? ''}`.toLowerCase()

const named = ({ source, caseSensitive }: GlossaryEntry) => ({ source, exact: caseSensitive ? '1' : '0' })

const address = (entry: GlossaryEntry): string => `/admin/glossary/term?${new URLSearchParams(named(entry)).toString()}`

type Counts = Pick<Tally, 'terms' | 'translated'> | null

function termRow(entry: GlossaryEntry, counts: Counts, canChange: boolean, rules: Rules): Html {
  const { source, forms, note, caseSensitive, doNotTranslate, facts } = entry
  const made = madeForms(entry, rules.settings.target_language)
  const rows = counts === null ? '…' : number(counts.terms[source] ?? 0)
  return html`<tr><th scope="row">${source}${caseSensitive ? html` <span class="badge">exact case</span>` : ''}${
    doNotTranslate ? html` <span class="badge">not translated</span>` : ''
  }</th>
<td${inTarget(rules)} data-label="Forms">${forms.join(' | ')}${madeList(made)}</td><td>${aboutLine(facts)}${note}</td>
<td class="number" data-label="Rows"><a href="${rowsPath({ ...ALL_WORK, term: source }, '/admin/bench')}">${rows}</a></td>
<td data-label="Translated today">${counts === null ? '' : termShares(entry, counts.translated[source])}</td>
${canChange ? html`<td><a href="${address(entry)}">Change<span class="hidden"> ${source}</span></a></td>` : ''}</tr>`
}

/** What windrow accepts beside the written forms. */
const madeList = (made: readonly string[]): Html =>
  made.length === 0
    ? html``
    : html`<details><summary>Inflected forms: ${number(made.length)}</summary><p class="hint">${made.join(', ')}</p></details>`

const termForm = (visit: Visit, entry: GlossaryEntry | null): Html =>
  html`<form method="post" action="/admin/glossary/term" class="stack">${tokenField(visit)}
${entry === null ? '' : hidden({ was: entry.source, was_exact: entry.caseSensitive ? '1' : '0' })}
${termInputs(entry)}
<button class="primary">${entry === null ? say`Add` : say`Save`}</button></form>`

const importForm = (
  visit: Visit,
): Html => html`<section><h2>Import</h2><form method="post" action="/admin/glossary/import" class="stack takes-files">${tokenField(visit)}
<label>CSV or TSV with a header: source, forms, and optionally case_sensitive, do_not_translate, note, kind, gender,
number, inflection, force, meaning. Separate forms with |
<textarea name="list" rows="6" class="mono" required data-file></textarea></label>
<label class="check"><input type="radio" name="how" value="merge" checked> Add and update terms</label>
<label class="check"><input type="radio" name="how" value="replace"> Replace the whole list</label>
<button>Import</button></form></section>`

function findTerm(visit: Visit, source: string, exact: string): GlossaryEntry | null {
  const wanted = termKey({ source, caseSensitive: exact === '1' })
  return listTerms(visit.app).find((entry) => termKey(entry) === wanted) ?? null
}

export async function termPage(visit: Visit): Promise<Response> {
  const entry = findTerm(visit, query(visit, 'source'), query(visit, 'exact'))
  if (entry === null) return await notFoundPage(visit, 'the glossary has no such term')
  const body = html`${termForm(visit, entry)}${await repairSection(visit, entry)}
${madeSection(visit, entry)}${await inUseSection(visit, entry)}
<div class="actions">${button(visit, '/admin/glossary/remove', say`Delete this term`, named(entry), 'danger')}</div>`
  return await titledPage(visit, { title: entry.source, body })
}

const fieldsWith = (entry: GlossaryEntry, forms: readonly string[], facts = entry.facts): Record<string, string> => ({
  was: entry.source,
  was_exact: entry.caseSensitive ? '1' : '0',
  source: entry.source,
  forms: forms.join('\n'),
  ...(entry.caseSensitive && { case_sensitive: 'on' }),
  ...(entry.doNotTranslate && { do_not_translate: 'on' }),
  note: entry.note,
  ...facts,
})

const savePath = '/admin/glossary/term'

function madeSection(visit: Visit, entry: GlossaryEntry): Html {
  const rules = visit.app.rules.now()
  const made = madeForms(entry, rules.settings.target_language)
  if (made.length === 0) return html``
  const own = fieldsWith(entry, [...entry.forms, ...made], { ...entry.facts, inflection: 'none' })
  return html`<section><h2>Inflected forms</h2><p${inTarget(rules)}>${made.join(', ')}</p>
<p class="hint">These are accepted, too. To remove some or add others, take them as written forms; windrow then makes no more.</p>
${button(visit, savePath, say`Take them as written forms`, own)}</section>`
}

async function inUseSection(visit: Visit, entry: GlossaryEntry): Promise<Html> {
  const found = await formsInUse(visit.app, visit.user.id, entry, visit.c.req.raw.signal)
  if (found === null || found.length === 0) return html``
  const one = ({ form: word, texts }: (typeof found)[number]): Html =>
    html`<li><bdi>${word}</bdi> <span class="hint">${counted(texts, 'text')}</span>
${button(visit, savePath, say`Accept`, fieldsWith(entry, [...entry.forms, word]))}</li>`
  return html`<section><h2>Words in the texts that may be forms</h2>
<p class="hint">They appear in translations of rows with this term, but are not accepted yet.</p>
<ul class="plain">${found.map(one)}</ul></section>`
}

const FIELDS = z.object({
  ...TERM_FIELDS,
  /** Name of the term when the form was opened. */
  was: takes.textIfSent,
  was_exact: takes.exact,
})

const TERM = FIELDS.refine(...TERM_LENGTHS).refine(...TERM_FORMS)

export const addTerm = form(
  TERM,
  async (visit: Visit, sent) => {
    const { app, actor } = visit
    const term = termOf(sent)
    const was = sent.was === null ? null : findTerm(visit, sent.was, sent.was_exact)
    const saved = await changeGlossary(app, actor, { entries: [term], how: 'merge', origin: term.source })
    if (!saved.ok) return saved
    if (was !== null && termKey(was) !== termKey(term)) await removeTerm(app, actor, was)
    const gone = was === null ? '' : formsGone(was, term)
    return goTo(
      visit,
      gone === '' ? '/admin/glossary' : `${address(term)}&${new URLSearchParams({ old: gone }).toString()}`,
      'term-saved',
    )
  },
  glossaryPage,
)

const NAMED = z.object({ source: takes.text, exact: takes.exact })

export const removeTermPost = form(
  NAMED,
  async (visit: Visit, { source, exact }) => {
    const removed = await removeTerm(visit.app, visit.actor, { source, caseSensitive: exact === '1' })
    return goAfter(visit, removed, '/admin/glossary', 'term-removed')
  },
  glossaryPage,
)

const LIST = z.object({ list: takes.text, how: takes.choiceOr(['merge', 'replace']) })

export const importGlossary = form(
  LIST,
  async (visit: Visit, { list, how }) => {
    const parsed = await parseTerms(list, new Turn(visit.user.id))
    if (!parsed.ok) return parsed
    const imported = await changeGlossary(visit.app, visit.actor, { entries: parsed.value, how, origin: 'the site' })
    return goAfter(visit, imported, '/admin/glossary', 'glossary-imported')
  },
  glossaryPage,
)

/** The exact file can be imported again; the other one is for spreadsheets. */
export function exportGlossary(visit: Visit): Response {
  const isForSpreadsheet = query(visit, 'for') === 'spreadsheet'
  return visit.c.body(exportedGlossary(visit.app, isForSpreadsheet ? 'spreadsheet' : 'exact'), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="glossary${isForSpreadsheet ? '-for-spreadsheets' : ''}.csv"`,
  })
}
