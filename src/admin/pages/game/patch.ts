// One import: its new, changed and removed rows, how many are handled, and the report.
import { createNames } from '../../../app/people/read-people.ts'
import { type ImportRecord, readImport } from '../../../app/upkeep/read-records.ts'
import { readPatch, sizeOfPatch } from '../../../app/work/read-patch.ts'
import { HANDLED, type PatchFilter, type PatchState } from '../../../domain/work/patch-states.ts'
import type { Touch } from '../../../domain/work/patch.ts'
import { writeWorkFilter } from '../../../domain/work/work-address.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { comesBack, page } from '../../layout.ts'
import { filesOf, reportTable, rowsOfImport, takeBackLink, wroteTexts } from '../../parts/import-forms.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { memorySection } from './patch-memory.ts'
import { offersSection } from './patch-offers.ts'
import { may, type Visit, wholeNumber } from '../../visit.ts'
import { number, share, time } from '../../words.ts'

export async function importPage(visit: Visit): Promise<Response> {
  const record = readImport(visit.app, wholeNumber(visit.c.req.param('id') ?? '') ?? 0)
  if (record === null) return await notFoundPage(visit, 'there is no such import')
  const { id, atMs, userId, files, report } = record
  const patch = await patchOf(visit, record)
  const body = html`${may(visit, 'import_localized') ? html`<p class="crumbs"><a href="/admin/imports">Imports</a></p>` : ''}<h1>Import ${id}</h1>
<dl class="facts"><div><dt>When</dt><dd>${time(atMs)}</dd></div><div><dt>Who</dt><dd>${createNames(visit.app)(userId) ?? say`the command line`}</dd></div>
<div><dt>Files</dt><dd>${filesOf(files)}</dd></div></dl>${patchSection(record, patch)}${await memorySection(visit, record)}${await offersSection(visit, record)}${reportTable(report)}${may(visit, 'review_translation') && wroteTexts(record) ? takeBackLink(id) : ''}`
  return await page(visit, { title: say`Import ${id}`, body, headers: comesBack(patch === 'counting') })
}

type Patch = Awaited<ReturnType<typeof readPatch>>

/** Imports of translations change no rows; of old imports only the time was recorded. */
const patchOf = async ({ app, user }: Visit, record: ImportRecord): Promise<Patch> =>
  sizeOfPatch(record) === null ? 'unknown' : await readPatch(app, user.id, record.id)

function patchSection(record: ImportRecord, progress: Patch): Html {
  const size = sizeOfPatch(record)
  if (size === null || progress === 'unknown') return rowsOfImport(record.atMs)
  if (progress === 'counting')
    return html`<p class="note" role="status">What is done of it is being counted; this page comes back by itself.</p>`
  const { states, rows, handled } = progress
  return html`<h2>The patch</h2>
<dl class="facts headline"><div><dt>handled by now</dt><dd>${rows === 0 ? '–' : html`<strong>${share(handled, rows)}</strong> <span class="hint">${number(handled)} of ${number(rows)} rows</span>`}</dd></div>
<div><dt>gone from the game</dt><dd><strong>${number(size.retired)}</strong></dd></div></dl>
${(['added', 'changed'] as const).map((touch) =>
  touchTable(
    TOUCH_PARTS[touch],
    states.filter((each) => each.touch === touch),
  ),
)}
<p class="hint">Rows with something to translate are counted. Rows that are gone keep their texts, and come back with the game.</p>`
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
  html`<section><h3>${title}</h3><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">What became of them</th><th scope="col" class="number">Rows</th><th scope="col">Work</th></tr></thead>
<tbody>${states.map(({ state, filter, rows }) => {
    const address = writeWorkFilter(filter).toString()
    const work = rows === 0 || HANDLED.has(state) ? '' : html`<a href="/admin/bench?${address}">Workbench</a>`
    return html`<tr><th scope="row">${STATE_WORDS[state]}</th><td class="number">${rows === 0 ? '0' : html`<a href="/admin/rows?${address}">${number(rows)}</a>`}</td><td>${work}</td></tr>`
  })}</tbody></table></div></section>`
