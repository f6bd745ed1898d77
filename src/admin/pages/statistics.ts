// Statistics: progress, work by day, by person, by provider and model, as charts, tables and CSV.
import { html } from 'hono/html'
import { createNames } from '../../app/read-people.ts'
import { readStatistics, type Statistics } from '../../app/statistics.ts'
import type { DayTally, ModelTally, PersonTally } from '../../domain/tally.ts'
import { survivalOf } from '../../domain/tally.ts'
import { columnChart, progressBar, shareBar } from '../charts.ts'
import { type Html, page } from '../layout.ts'
import { oneOf, query, type Visit } from '../visit.ts'
import { CLASS_WORDS, number, share, time } from '../words.ts'

const daysShown = 60
const rowsShown = 50
const dayMs = 24 * 60 * 60 * 1000
const TABLES = ['progress', 'days', 'people', 'models'] as const

export async function statisticsPage(visit: Visit): Promise<Response> {
  const statistics = await readStatistics(visit.app)
  const { counted } = statistics
  const body = html`<h1>Statistics</h1>
${counted === null ? html`<p class="note" role="status">Words and work are being counted; come back in a moment. Rows by state are of now.</p>` : html`<p class="hint">Rows are of now; words and work were counted ${time(counted.countedAtMs)} UTC${statistics.isOlder ? ' and are being counted anew from time to time' : ''}.</p>`}
${progress(statistics)}
${counted === null ? '' : html`${days(counted.tally.days, visit.app.clock.nowMs())}${people(visit, counted.tally.people)}${models(counted.tally.models)}`}`
  // A first count of a large store takes a while: the page looks again by itself.
  return await page(visit, { title: 'Statistics', body, wide: true, headers: counted === null ? { Refresh: '3' } : {} })
}

const csvLink = (table: (typeof TABLES)[number]): Html =>
  html`<a class="csv" href="/admin/statistics/csv?table=${table}" download>CSV<span class="hidden"> of ${table}</span></a>`

function progress({ cells, rows, counted }: Statistics): Html {
  const words = counted?.tally.words ?? {}
  const allWords = Object.values(words).reduce((sum, count) => sum + count, 0)
  return html`<section><h2>Progress ${csvLink('progress')}</h2>${rows === 0 ? '' : progressBar(cells)}
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">State</th><th scope="col" class="number">Rows</th><th scope="col" class="number">Share</th><th scope="col" class="number">Main only</th><th scope="col" class="number">Diff over main</th><th scope="col" class="number">Diff only</th><th scope="col" class="number">Words of the source</th></tr></thead>
<tbody>${cells.map(
    ({ cellClass, bySource, rows: inCell }) =>
      html`<tr><th scope="row">${CLASS_WORDS[cellClass]}</th><td class="number">${number(inCell)}</td><td class="number">${share(inCell, rows)}</td><td class="number">${number(bySource.main_only)}</td><td class="number">${number(bySource.diff_over_main)}</td><td class="number">${number(bySource.diff_only)}</td><td class="number">${counted === null ? '…' : number(words[cellClass] ?? 0)}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row">Together</th><td class="number">${number(rows)}</td><td></td><td></td><td></td><td></td><td class="number">${counted === null ? '…' : number(allWords)}</td></tr></tfoot></table></div></section>`
}

const NO_WORK: DayTally = { manual: 0, machine: 0, proposals: 0, reviews: 0 }

function days(tallies: Readonly<Record<string, DayTally>>, nowMs: number): Html {
  const shown = Array.from({ length: daysShown }, (_, i) => {
    const day = new Date(nowMs - (daysShown - 1 - i) * dayMs).toISOString().slice(0, 10)
    return [day, tallies[day] ?? NO_WORK] as const
  })
  const worked = shown.filter(([day]) => tallies[day] !== undefined).toReversed()
  return html`<section><h2>By day ${csvLink('days')}</h2>
${columnChart({
  title: `Texts written in the last ${daysShown} days`,
  series: [
    { name: 'machine', kind: 'machine_fresh' },
    { name: 'manual', kind: 'manual_fresh' },
    { name: 'proposals', kind: 'none' },
  ],
  columns: shown.map(([day, { manual, machine, proposals }]) => ({ label: day, values: [machine, manual, proposals] })),
})}
${
  worked.length === 0
    ? html`<p class="hint">Nothing was written in these days.</p>`
    : html`<details class="box"><summary>Table</summary><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Day (UTC)</th><th scope="col" class="number">Machine</th><th scope="col" class="number">Manual</th><th scope="col" class="number">Proposals</th><th scope="col" class="number">Reviews</th></tr></thead>
<tbody>${worked.map(([day, tally]) => html`<tr><th scope="row">${day}</th><td class="number">${number(tally.machine)}</td><td class="number">${number(tally.manual)}</td><td class="number">${number(tally.proposals)}</td><td class="number">${number(tally.reviews)}</td></tr>`)}</tbody></table></div></details>`
}</section>`
}

const workOf = ({ manual, machine, proposed, reviewed }: PersonTally): number => manual + machine + proposed + reviewed

function people(visit: Visit, tallies: Readonly<Record<number, PersonTally>>): Html {
  const nameOf = createNames(visit.app)
  const shown = Object.entries(tallies).toSorted(([, a], [, b]) => workOf(b) - workOf(a))
  return html`<section><h2>By person ${csvLink('people')}</h2>
${
  shown.length === 0
    ? html`<p class="hint">Nobody has written anything yet.</p>`
    : html`<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Person</th><th scope="col" class="number">Manual texts</th><th scope="col" class="number">Machine texts</th><th scope="col" class="number">Proposals</th><th scope="col" class="number">approved</th><th scope="col" class="number">rejected</th><th scope="col" class="number">Reviews</th></tr></thead>
<tbody>${shown
        .slice(0, rowsShown)
        .map(
          ([id, tally]) =>
            html`<tr><th scope="row">${nameOf(Number(id))}</th><td class="number">${number(tally.manual)}</td><td class="number">${number(tally.machine)}</td><td class="number">${number(tally.proposed)}</td><td class="number">${number(tally.approved)}</td><td class="number">${number(tally.rejected)}</td><td class="number">${number(tally.reviewed)}</td></tr>`,
        )}</tbody></table></div>`
}</section>`
}

const modelName = ({ provider, model, origin }: ModelTally): readonly [string, string] =>
  provider === null && model === null
    ? [origin === 'localized_file_import' ? 'localized file' : 'unknown', '']
    : [provider ?? '', model ?? '']

function models(tallies: Readonly<Record<string, ModelTally>>): Html {
  const shown = Object.values(tallies).toSorted((a, b) => b.written - a.written)
  return html`<section><h2>By provider and model ${csvLink('models')}</h2>
<p class="hint">Survives: of the texts that somebody judged, the share that stands as the machine wrote it.</p>
${
  shown.length === 0
    ? html`<p class="hint">No machine texts yet.</p>`
    : html`<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Provider</th><th scope="col">Model</th><th scope="col" class="number">Written</th><th scope="col" class="number">In place</th><th scope="col" class="number">Kept</th><th scope="col" class="number">Changed</th><th scope="col" class="number">Rejected</th><th scope="col">Survives</th></tr></thead>
<tbody>${shown.slice(0, rowsShown).map((tally) => {
        const [provider, model] = modelName(tally)
        return html`<tr><th scope="row">${provider}</th><td>${model}</td><td class="number">${number(tally.written)}</td><td class="number">${number(tally.current)}</td><td class="number">${number(tally.kept)}</td><td class="number">${number(tally.changed)}</td><td class="number">${number(tally.rejected)}</td><td>${shareBar(survivalOf(tally))}</td></tr>`
      })}</tbody></table></div>`
}</section>`
}

/** A cell of a CSV file; a formula of a spreadsheet is kept from being one. */
const cell = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export async function statisticsCsv(visit: Visit): Promise<Response> {
  const table = oneOf(query(visit, 'table'), TABLES)
  const rows = csvRows(visit, table, await readStatistics(visit.app))
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n')
  return visit.c.body(`${text}\r\n`, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="windrow-${table}.csv"`,
  })
}

function csvRows(visit: Visit, table: (typeof TABLES)[number], { cells, counted }: Statistics): (string | number)[][] {
  const tally = counted?.tally
  if (table === 'progress') {
    return [
      ['state', 'main_only', 'diff_over_main', 'diff_only', 'rows', 'words'],
      ...cells.map(({ cellClass, bySource: by, rows }) => [
        cellClass,
        by.main_only,
        by.diff_over_main,
        by.diff_only,
        rows,
        tally?.words[cellClass] ?? 0,
      ]),
    ]
  }
  if (table === 'days') {
    const days = Object.entries(tally?.days ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return [
      ['day', 'machine', 'manual', 'proposals', 'reviews'],
      ...days.map(([day, each]) => [day, each.machine, each.manual, each.proposals, each.reviews]),
    ]
  }
  if (table === 'people') {
    const nameOf = createNames(visit.app)
    return [
      ['person', 'manual', 'machine', 'proposals', 'approved', 'rejected', 'reviews'],
      ...Object.entries(tally?.people ?? {}).map(([id, each]) => [
        nameOf(Number(id)) ?? '',
        each.manual,
        each.machine,
        each.proposed,
        each.approved,
        each.rejected,
        each.reviewed,
      ]),
    ]
  }
  return [
    ['provider', 'model', 'written', 'in_place', 'kept', 'changed', 'rejected', 'survives'],
    ...Object.values(tally?.models ?? {}).map((each) => [
      ...modelName(each),
      each.written,
      each.current,
      each.kept,
      each.changed,
      each.rejected,
      survivalOf(each)?.toFixed(4) ?? '',
    ]),
  ]
}
