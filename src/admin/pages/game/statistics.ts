// Statistics: progress, work by day, person, model and second reader, each a picture with its table behind it, and a file. Current
// numbers link to their rows; past ones count what was done.
import { listLabels } from '../../../app/labels/read-labels.ts'
import { spreadsheet } from '../../../app/upkeep/spreadsheet.ts'
import { readStatistics, readWhenCounted } from '../../../app/upkeep/statistics.ts'
import { countRows } from '../../../app/rows/read-row.ts'
import { countWork } from '../../../app/work/count-work.ts'
import { ALL_WORK } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { comesBack, titledPage } from '../../layout.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { askedLabel, labelChoice } from '../../parts/work/label-table.ts'
import { workNumbers } from '../../parts/work/work-numbers.ts'
import { query, type Visit } from '../../visit.ts'
import { number, time, zone } from '../../words.ts'
import { STATISTICS, type StatisticName } from './statistics-tables.ts'

const NAMES = Object.keys(STATISTICS) as StatisticName[]
const HEADINGS: Readonly<Record<StatisticName, string>> = words({
  progress: 'Progress',
  days: 'By day',
  people: 'By person',
  models: 'By provider and model',
  readers: 'Second readers',
})

export async function statisticsPage(visit: Visit): Promise<Response> {
  const label = askedLabel(visit)
  const { counted, isOlder } = await readStatistics(visit.app, label)
  const hasLabels = label !== null || listLabels(visit.app).length > 0
  const sections: Html[] = []
  for (const name of counted === null ? (['progress'] as const) : NAMES) {
    const { rows, shown } = await STATISTICS[name](visit, counted?.tally ?? null, label)
    if (rows > 0)
      sections.push(html`<section class="box"><h2>${HEADINGS[name]} ${fileLink(name, label)}</h2>${shown}</section>`)
  }
  const body = html`${hasLabels && html`<form method="get" class="filters">${labelChoice(visit, label)}<button>Show</button></form>`}
${
  counted === null
    ? html`<p class="note" role="status">Words and work are being counted; this page reloads by itself. Rows by state are up to date.</p>`
    : html`<p class="hint">Rows are up to date; words and work were counted ${time(counted.countedAtMs)} ${zone}${
        isOlder ? say` and are counted again from time to time` : ''
      }.
A number with a link leads to its rows; one without counts past work, much of which has been replaced since.</p>`
}
${sections}${label === null ? await withoutWork(visit) : ''}`
  return await titledPage(visit, { title: say`Statistics`, body, wide: true, headers: comesBack(counted === null) })
}

async function withoutWork(visit: Visit): Promise<Html> {
  const work = (await workNumbers(visit, [ALL_WORK])).of(ALL_WORK)
  if (work === null) return html``
  const rows = countRows(visit.app) - work
  return html`<p class="hint">Rows without anything to translate, or emptied by the diff:
${number(rows)}. They are in no work list, only among <a href="/admin/rows">all rows</a>.</p>`
}

function fileLink(table: StatisticName, label: string | null): Html {
  const asked = new URLSearchParams({ table, ...(label !== null && { label }) }).toString()
  return html`<a class="csv" href="/admin/statistics/csv?${asked}" download>CSV<span class="hidden"> ${HEADINGS[table]}</span></a>`
}

export async function statisticsCsv(visit: Visit): Promise<Response> {
  const table = NAMES.find((each) => each === query(visit, 'table'))
  if (table === undefined)
    return await notFoundPage(visit, 'there is no such table; there are progress, days, people, models and readers')
  const label = askedLabel(visit)
  const { tally } = await readWhenCounted(visit.app, label)
  // Waits until rows can be counted at once.
  await countWork(visit.app, { ...ALL_WORK, label })
  const { lines } = await STATISTICS[table](visit, tally, label)
  return visit.c.body(spreadsheet(lines), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="windrow-${table}.csv"`,
  })
}
