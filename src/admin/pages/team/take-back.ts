// Taking work back (docs/taking-back.md): choose, count with examples, then do it. Both run as child processes,
// because a million texts take time.
import * as z from 'zod'
import { findImportRun, type ImportRun, isPending } from '../../../app/import/follow-import.ts'
import { createNames, listKeys, listPeople } from '../../../app/people/read-people.ts'
import { ordinalOfRow } from '../../../app/rows/read-row.ts'
import { listImports, readAudit } from '../../../app/upkeep/read-records.ts'
import { readStatistics } from '../../../app/upkeep/statistics.ts'
import { parseTime } from '../../../base/time.ts'
import { isRoleAtLeast } from '../../../domain/access.ts'
import { LAYERS } from '../../../domain/vocabulary.ts'
import { form, NO_FIELDS, refused, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say, told, words } from '../../language/say.ts'
import { page, titledPage, tokenField } from '../../layout.ts'
import { button, select } from '../../parts/fields.ts'
import { wroteTexts } from '../../parts/import-forms.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { runTop, whileRunning } from '../../parts/run-progress.ts'
import { rowLink } from '../../parts/work/bench-links.ts'
import { goTo, idOf, may, query, type Visit, wholeNumber } from '../../visit.ts'
import { counted, day, excerpt, inUtc, LAYER_WORDS, number, time, zone } from '../../words.ts'

interface Example {
  readonly row_id: string
  readonly layer: string
  readonly change: string
  readonly before: string
  readonly after: string | null
}

interface Report {
  readonly restored: number
  readonly withdrawn: number
  readonly left: Readonly<Record<string, number>>
  readonly examples: readonly Example[]
}

const WORDS: Readonly<Record<string, string>> = words({
  restored: 'The earlier text comes back',
  withdrawn: 'The row has no text again',
  written_since: 'Left alone: somebody has written another text since',
  approved_by_others: 'Left alone: others approved it',
  reverted_already: 'Left alone: already taken back',
  not_in_game: 'Left alone: the row is in no file of the game now',
})

/** The report of `windrow revert --json` as tables: counts of each kind, with ten examples. */
function revertTables(document: Readonly<Record<string, unknown>>): Html {
  const { restored, withdrawn, left, examples } = document as unknown as Report
  const counts = Object.entries({ restored, withdrawn, ...left }).filter(([, count]) => count > 0)
  return html`${counts.map(([change, count]) => table(change, count, examples))}`
}

const table = (change: string, count: number, examples: readonly Example[]): Html => {
  const rows = examples.filter((example) => example.change === change)
  return html`<section><h2>${WORDS[change] ?? change}: ${number(count)}</h2>
<div class="scroll" tabindex="0"><table class="list">
<caption class="hint">${count > rows.length ? say`${rows.length} of them` : say`All of them`}</caption><thead>
<tr><th scope="col">Row</th><th scope="col">Layer</th>
<th scope="col">Text</th>${change === 'restored' ? html`<th scope="col">Comes back</th>` : ''}</tr></thead>
<tbody>${rows.map(
    ({ row_id: id, layer, before, after }) =>
      html`<tr><th scope="row">${rowLink(id)}</th><td>${told(layer)}</td><td dir="auto" translate="no">${
        before === '' ? html`<em>no text</em>` : excerpt(before)
      }</td>${change === 'restored' ? html`<td dir="auto" translate="no">${excerpt(after ?? '')}</td>` : ''}</tr>`,
  )}</tbody></table></div></section>`
}

type Choice = readonly [value: string, meaning: string]

const importsShown = 30
const revertsShown = 30
const auditLooked = 500
const keysShown = 200
const modelsShown = 200

const once = (names: readonly (string | null)[]): readonly Choice[] =>
  [...new Set(names.filter((name) => name !== null))].toSorted().map((name) => [name, ''])

/** Suggestions for the fields of Take back; other values can be typed. */
async function choicesOf(visit: Visit): Promise<Readonly<Record<string, readonly Choice[]>>> {
  const { app } = visit
  const { counted } = await readStatistics(app)
  const models = Object.values(counted?.tally.models ?? {})
    .toSorted((a, b) => b.written - a.written)
    .slice(0, modelsShown)
  const nameOf = createNames(app)
  const { items } = readAudit(app, { beforeId: null, userId: null, limit: auditLooked })
  return {
    model: once(models.map(({ model }) => model)),
    provider: once(models.map(({ provider }) => provider)),
    key: may(visit, 'manage_users')
      ? listKeys(app, keysShown).map(({ key }) => [key.prefix, `${key.name} (${nameOf(key.userId) ?? ''})`])
      : [],
    import: listImports(app, importsShown)
      .filter(wroteTexts)
      .map(({ id, atMs, files }) => [String(id), `${day(atMs)} ${files.map(({ fileName }) => fileName).join(', ')}`]),
    revert: items
      .filter(({ action }) => action === 'text.revert')
      .filter(({ subject }, at, all) => all.findIndex((each) => each.subject === subject) === at)
      .slice(0, revertsShown)
      .map(({ subject, atMs, userId }) => [subject.replace(/^revert:/, ''), `${day(atMs)} ${nameOf(userId) ?? ''}`]),
  }
}

const tooMany = 'too many imports and reverts are waiting; try again when some of them are done'

/** Words for the options of `windrow revert`. */
const TYPED: Readonly<Record<string, string>> = words({
  model: 'Model',
  provider: 'Provider',
  key: 'Key',
  batch: 'Batch',
  import: 'Import',
  memory: 'Memory run',
  'from-memory-of': 'Copied by memory from row',
  sample: 'Accepted by sample',
  revert: 'Revert',
  row: 'Row',
  since: 'Since',
  until: 'Until',
})
const OTHERS: Readonly<Record<string, string>> = words({
  person: 'Written by',
  layer: 'Layer',
  approved: 'also what others approved',
})
const HINTS: Readonly<Record<string, string>> = words({
  model: 'its whole name',
  provider: 'its whole name',
  key: 'its first 12 characters',
  batch: 'its idempotency key',
  import: 'its number',
  memory: 'its number',
  'from-memory-of': '16 characters',
  sample: 'its number',
  revert: 'its number',
  row: '16 characters',
})

interface Takes {
  readonly isGood: (value: string, visit: Visit) => boolean
  readonly error: string
}
const aTime: Takes = {
  isGood: (value) => parseTime(value) !== null,
  error: 'since and until are times such as 2026-11-21T14:30',
}
const aNumber: Takes = {
  isGood: (value) => (wholeNumber(value) ?? 0) > 0,
  error: 'an import, a run of memory, a sample or a revert is named by its number',
}
const aRow: Takes = {
  isGood: (value, { app }) => /^[0-9a-f]{16}$/i.test(value) && ordinalOfRow(app, value.toLowerCase()) !== undefined,
  error: 'there is no such row; a row id has 16 characters from 0 to 9 and a to f',
}
const TAKES: Readonly<Record<string, Takes>> = {
  since: aTime,
  until: aTime,
  import: aNumber,
  memory: aNumber,
  sample: aNumber,
  revert: aNumber,
  row: aRow,
  'from-memory-of': aRow,
}

export async function takeBackPage(visit: Visit): Promise<Response> {
  const said = (option: string): string => visit.form.get(option) ?? query(visit, option)
  const people = listPeople(visit.app).map(({ name }) => [name, name] as const)
  const layers = LAYERS.map((layer) => [layer, LAYER_WORDS[layer]] as const)
  const choices = await choicesOf(visit)
  const typed = Object.entries(TYPED).map(([option, label]) =>
    TAKES[option] === aTime
      ? html`<label><span>${label} (${zone})</span> <input type="datetime-local" step="1" name="${option}"
value="${inUtc(said(option))}" autocomplete="off"></label>`
      : html`<label>${label} <input name="${option}" value="${said(option)}" maxlength="255"
placeholder="${HINTS[option] ?? ''}" list="${option}-choices"></label>
<datalist id="${option}-choices">${(choices[option] ?? []).map(
          ([value, meaning]) => html`<option value="${value}">${meaning}</option>`,
        )}</datalist>`,
  )
  const approved = isRoleAtLeast(visit.user.role, 'admin')
    ? html`<label class="check"><input type="checkbox" name="approved"> also what others approved</label>`
    : ''
  const body = html`<p class="hint">The earlier text comes back as a new revision. Nothing is lost: you can take this back, too,
by the number of the revert. A text is only taken back while it is the text that counts; what others wrote after it or approved stays.
You first see how many there are, with examples.</p>
<form method="post" action="/admin/undo" class="filters">
${tokenField(visit)}${select('person', say`Written by`, [['', say`anybody`], ...people], said('person'))}
${select('layer', say`Layer`, [['', say`both`], ...layers], said('layer'))}${typed}${approved}
<div class="savebar"><button class="primary">Count</button></div></form>`
  return await titledPage(visit, { title: say`Take back`, body })
}

const OPTIONS = ['person', 'layer', ...Object.keys(TYPED)]
const FIELDS = z
  .record(z.string(), takes.line)
  .refine((sent) => OPTIONS.some((option) => option !== 'layer' && (sent[option] ?? '') !== ''), {
    error: 'say what to take back: fill in at least one field besides the layer',
  })

export const countTakeBack = form(
  FIELDS,
  async (visit: Visit, sent) => {
    const wrong = Object.entries(TAKES).find(([option, { isGood }]) => {
      const value = sent[option] ?? ''
      return value !== '' && !isGood(value, visit)
    })
    if (wrong !== undefined) return refused(wrong[1].error)
    if (visit.site.imports.isFull()) return refused(tooMany, 503)
    const options = OPTIONS.flatMap((option) => ((sent[option] ?? '') === '' ? [] : [`--${option}=${sent[option]}`]))
    const all = sent['approved'] === 'on' ? [...options, '--approved'] : options
    return goTo(visit, `/admin/undo/run/${visit.site.imports.revert(visit.user, all, true).id}`)
  },
  takeBackPage,
)

function runOf(visit: Visit): (ImportRun & { readonly reverts: readonly string[] }) | null {
  const run = findImportRun(visit.app, idOf(visit))
  return run?.reverts === undefined ? null : { ...run, reverts: run.reverts }
}

export async function takeBackRunPage(visit: Visit): Promise<Response> {
  const run = runOf(visit)
  if (run === null) return await notFoundPage(visit, 'there is no such revert; the audit says what was taken back')
  const title = run.isDryRun ? say`What would be taken back` : isPending(run) ? say`Taking back` : say`Taken back`
  const what = html`<div><dt>What</dt><dd>${run.reverts.map((option) => html`<span class="pair">${asked(option)}</span> `)}</dd></div>
<div><dt>Who</dt><dd>${createNames(visit.app)(run.userId)}</dd></div>`
  const body = html`${runTop(run, title, what, html``)}
${run.report === null ? '' : html`${decision(visit, run, run.report)}${revertTables(run.report)}`}`
  return await page(visit, { title, body, headers: whileRunning(run), wide: true })
}

function asked(option: string): Html {
  const [, name = '', value] = /^--([a-z-]+)(?:=([^]*))?$/.exec(option) ?? []
  const label = TYPED[name] ?? OTHERS[name] ?? name
  const ms = value !== undefined && TAKES[name] === aTime ? parseTime(value) : null
  return value === undefined ? html`${label}` : html`${label} <strong>${ms === null ? value : time(ms)}</strong>`
}

function decision(visit: Visit, run: ImportRun, report: Readonly<Record<string, unknown>>): Html {
  const { restored, withdrawn, revert } = report as { restored?: number; withdrawn?: number; revert?: number | null }
  const count = (restored ?? 0) + (withdrawn ?? 0)
  if (!run.isDryRun) {
    if (typeof revert !== 'number') return html`<p>There was nothing to take back.</p>`
    return html`<p>Done as revert ${revert}. <a href="/admin/undo?revert=${revert}">Take this back</a> undoes that.</p>`
  }
  if (count === 0) return html`<p>There is nothing to take back.</p>`
  const label = say`Take back ${counted(count, 'text')}`
  return html`<div class="actions">${button(visit, `/admin/undo/run/${run.id}`, label, {}, 'danger')}
<a href="/admin/undo">Something else</a></div>
<p class="hint">Nothing was changed yet. Each text is checked once more before it is taken back.</p>`
}

export const startTakeBack = form(
  NO_FIELDS,
  async (visit: Visit) => {
    const run = runOf(visit)
    if (run === null) return await notFoundPage(visit, 'there is no such count; begin again under Take back')
    if (!run.isDryRun || run.state !== 'done') return refused('the count was not finished; count again', 409)
    if (visit.site.imports.isFull()) return refused(tooMany, 503)
    return goTo(visit, `/admin/undo/run/${visit.site.imports.revert(visit.user, run.reverts, false).id}`)
  },
  takeBackRunPage,
)
