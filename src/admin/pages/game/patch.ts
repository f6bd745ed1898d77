// One import: its new, changed and removed rows, how many are handled, and the report.
import * as z from 'zod'
import { acceptOffer, labelOffers } from '../../../app/labels/offers.ts'
import { listLabels } from '../../../app/labels/read-labels.ts'
import { createNames } from '../../../app/people/read-people.ts'
import { type ImportRecord, readImport } from '../../../app/upkeep/read-records.ts'
import { rowsOfPatch } from '../../../app/work/patch-rows.ts'
import { readPatch, sizeOfPatch } from '../../../app/work/read-patch.ts'
import { type MemoryReport, rememberRows } from '../../../app/writes/remember-rows.ts'
import { runInSlices } from '../../../base/slices.ts'
import { countedRowsMax, offeredRowsMax, offeredTwinsMax } from '../../../domain/limits.ts'
import { HANDLED, type PatchFilter, type PatchState } from '../../../domain/work/families.ts'
import { type Touch, writeWorkFilter } from '../../../domain/work/work-filter.ts'
import { form, NO_FIELDS, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { comesBack, countingNote, titledPage } from '../../layout.ts'
import { button, opened } from '../../parts/fields.ts'
import { filesOf, reportTable, rowsOfImport, takeBackLink, wroteTexts } from '../../parts/import-forms.ts'
import { answerTo } from '../../parts/refusal-status.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { heatMap } from '../../parts/work/map-card.ts'
import { rowLink } from '../../parts/work/bench-links.ts'
import { goAfter, goTo, idOf, may, query, type Visit, wholeNumber } from '../../visit.ts'
import { counted, number, share, time } from '../../words.ts'

// Fills the rows of a patch from memory (docs/memory.md#memory). Counting reads every open row of the patch, so for a large
// patch it waits for a click.

async function memorySection(visit: Visit, record: ImportRecord): Promise<Html> {
  const rows = rowsIn(record)
  const { memory } = visit.app.rules.now().settings
  if (rows === 0 || memory === 'off' || !may(visit, 'review_translation')) return html``
  return html`<section id="memory"><h2>Memory</h2>${await memoryOf(visit, record.id, rows)}</section>`
}

function rowsIn(record: ImportRecord): number {
  const size = sizeOfPatch(record)
  return size === null ? 0 : size.added + size.changed
}

async function memoryOf(visit: Visit, importId: number, rows: number): Promise<Html> {
  if (rows > offeredRowsMax)
    return html`<p class="hint">For a patch of more than ${number(offeredRowsMax)} rows
<code>windrow remember --filter patch=${importId}</code> fills them.</p>`
  const run = wholeNumber(query(visit, 'run'))
  const done =
    run === null ? '' : html`<p>Filled as run ${run}. <a href="/admin/undo?memory=${run}">Take it back</a></p>`
  const path = `/admin/imports/${importId}`
  if (rows > countedRowsMax && query(visit, 'memory') === '')
    return html`${done}
<p><a href="${path}?memory=1#memory">Count the rows whose source, or a similar one, is translated elsewhere</a></p>`
  const counts = await remember(visit, importId, true)
  if (!counts.ok) return html`<p class="hint">${answerTo(counts.refusal).error}</p>`
  return html`${done}${found(visit, importId, counts.value)}`
}

function found(visit: Visit, importId: number, { filled, twins, unsought, left }: MemoryReport): Html {
  const path = `/admin/imports/${importId}`
  const rest = html`${
    left.divided !== 0 &&
    html`<p class="hint">${counted(left.divided, 'row')} left alone, because people approved different texts for their source.</p>`
  }
${
  unsought !== 0 &&
  html`<p class="hint">${counted(unsought, 'row')} not compared yet with texts that differ only in numbers:
<code>windrow remember --filter patch=${importId}</code> does that.</p>`
}`
  if (filled === 0) return html`<p class="empty">Memory has no text for these rows.</p>${rest}`
  const exchanged =
    twins === 0
      ? ''
      : html`<p class="hint">${counted(twins, 'row')} of them from a similar text with its numbers and tokens exchanged.</p>`
  return html`<p>Memory has a text for ${counted(filled, 'row')}. Each becomes a machine draft that names the row it came from.</p>
${exchanged}
<div class="actions">${button(visit, `${path}/memory`, say`Fill ${counted(filled, 'row')}`)}</div>${rest}`
}

const remember = async (visit: Visit, importId: number, isDryRun: boolean) =>
  await rememberRows(visit.app, visit.actor, {
    rows: await rowsOfPatch(visit.app, String(importId)),
    isDryRun,
    twinRowsMax: offeredTwinsMax,
    run: runInSlices,
  })

export const fillPatch = form(NO_FIELDS, async (visit: Visit) => {
  const importId = idOf(visit)
  const record = readImport(visit.app, importId)
  if (record === null || rowsIn(record) > offeredRowsMax) return await notFoundPage(visit, 'there is no such import')
  const done = await remember(visit, importId, false)
  if (!done.ok) return done
  const run = done.value.number
  const path = `/admin/imports/${importId}`
  return run === null ? goTo(visit, path, 'unchanged') : goTo(visit, `${path}?run=${run}`, 'remembered')
})

// Offers the new rows of an import the labels that rows with the same Chinese text got by hand. The search for them
// waits for a click, because it reads all new rows and all rows labelled by hand.

const samplesShown = 5

async function offersSection(visit: Visit, record: ImportRecord): Promise<Html> {
  const added = sizeOfPatch(record)?.added ?? 0
  if (added === 0 || !may(visit, 'manage_settings') || listLabels(visit.app).length === 0) return html``
  return html`<section id="labels"><h2>Labels for new rows</h2>${await offersOf(visit, record.id, added)}</section>`
}

async function offersOf(visit: Visit, importId: number, added: number): Promise<Html> {
  if (added > offeredRowsMax)
    return html`<p class="hint">After an import of more than ${number(offeredRowsMax)} new rows no labels are offered.</p>`
  const path = `/admin/imports/${importId}`
  if (query(visit, 'offers') === '')
    return html`<p><a href="${path}?offers=1#labels">Look for labels of rows with the same Chinese text</a></p>`
  const offers = await labelOffers(visit.app, importId)
  if (offers.length === 0) return html`<p class="empty">There are no labels to offer for the new rows.</p>`
  return html`<ul class="plain">${offers.map(
    ({ label, rowIds }) =>
      html`<li>
<p><strong><bdi>${label}</bdi></strong> ${counted(rowIds.length, 'row')} ${rowIds.slice(0, samplesShown).map((rowId) => rowLink(rowId))}</p>
${button(visit, `${path}/labels`, html`Give to these rows<span class="hidden"> ${label}</span>`, { label })}</li>`,
  )}</ul>`
}

export const acceptOfferPost = form(z.object({ label: takes.line }), async (visit: Visit, { label }) => {
  const importId = idOf(visit)
  const done = await acceptOffer(visit.app, visit.actor, importId, label)
  return goAfter(visit, done, `/admin/imports/${importId}?offers=1`, 'labels-accepted')
})

export async function importPage(visit: Visit): Promise<Response> {
  const record = readImport(visit.app, idOf(visit))
  if (record === null) return await notFoundPage(visit, 'there is no such import')
  const { id, atMs, userId, files, report } = record
  const patch = await patchOf(visit, record)
  const body = html`<dl class="facts"><div><dt>When</dt><dd>${time(atMs)}</dd></div>
<div><dt>Who</dt><dd>${createNames(visit.app)(userId) ?? say`the command line`}</dd></div>
<div><dt>Files</dt><dd>${filesOf(files)}</dd></div></dl>
${typeof patch === 'string' || patch.rows === 0 ? '' : html`${patchHead(id, patch)}${await heatMap(visit.app, visit.user.id, id)}`}
${await memorySection(visit, record)}
${await offersSection(visit, record)}
<details class="more"${opened(typeof patch === 'string')}><summary>Details</summary>${patchSection(record, patch)}
${reportTable(report)}</details>${may(visit, 'review_translation') && wroteTexts(record) ? takeBackLink(id) : ''}`
  return await titledPage(visit, {
    title: say`Import ${id}`,
    body,
    headers: comesBack(patch === 'counting'),
    wide: true,
  })
}

type Patch = Awaited<ReturnType<typeof readPatch>>

/** Imports of translations change no rows; of old imports only the time was recorded. */
const patchOf = async ({ app, user }: Visit, record: ImportRecord): Promise<Patch> =>
  sizeOfPatch(record) === null ? 'unknown' : await readPatch(app, user.id, record.id)

function patchSection(record: ImportRecord, progress: Patch): Html {
  const size = sizeOfPatch(record)
  if (size === null || progress === 'unknown') return rowsOfImport(record.atMs)
  if (progress === 'counting') return countingNote()
  const { states, rows, handled } = progress
  return html`<h2>The patch</h2>
<dl class="facts headline">
<div><dt>done so far</dt><dd>${
    rows === 0
      ? '–'
      : html`<strong>${share(handled, rows)}</strong> <span class="hint">${number(handled)} of ${number(rows)} rows</span>`
  }</dd></div>
<div><dt>gone from the game</dt><dd><strong>${number(size.retired)}</strong></dd></div></dl>
${(['added', 'changed'] as const).map((touch) =>
  touchTable(
    TOUCH_PARTS[touch],
    states.filter((each) => each.touch === touch),
  ),
)}
<p class="hint">Only rows with something to translate are counted. Rows that are gone keep their texts, in case the game brings them
back.</p>`
}

function patchHead(id: number, { rows, handled }: Exclude<Patch, string>): Html {
  const left = rows - handled
  return html`<p>${say`${number(handled)} of ${number(rows)} rows are done.`}</p>${
    left !== 0 &&
    html`<p><a class="button primary" href="/admin/bench?patch=${id}">${say`Work on the rest: ${number(left)}`}</a></p>`
  }`
}

type CountedState = PatchFilter & { readonly rows: number }

const TOUCH_PARTS: Readonly<Record<Touch, string>> = words({ added: 'New rows', changed: 'Changed rows' })

const STATE_WORDS: Readonly<Record<PatchState, string>> = words({
  all: 'all',
  translated: 'translated',
  confirmed: 'confirmed: the old text still fits',
  rewritten: 'translated again',
  stale: 'still stale',
  nothing: 'no text',
})

const touchTable = (title: string, states: readonly CountedState[]): Html =>
  html`<section><h3>${title}</h3><div class="scroll" tabindex="0"><table><thead>
<tr><th scope="col">What happened to them</th><th scope="col" class="number">Rows</th><th scope="col">Work</th></tr>
</thead>
<tbody>${states.map(({ state, filter, rows }) => {
    const address = writeWorkFilter(filter).toString()
    const work = rows === 0 || HANDLED.has(state) ? '' : html`<a href="/admin/bench?${address}">Workbench</a>`
    return html`<tr><th scope="row">${STATE_WORDS[state]}</th><td class="number">${
      rows === 0 ? '0' : html`<a href="/admin/rows?${address}">${number(rows)}</a>`
    }</td><td>${work}</td></tr>`
  })}</tbody></table></div></section>`
