// Statistics: progress, work by day, person, and model. Current numbers link to their rows; past ones are marked as history.
import { listLabels } from '../../../app/labels/read-labels.ts'
import { createNames } from '../../../app/people/read-people.ts'
import { readStatistics, type Statistics } from '../../../app/upkeep/statistics.ts'
import { countRows } from '../../../app/work/count-work.ts'
import { dayOf } from '../../../base/time.ts'
import {
  approvalOf,
  type DayTally,
  type ModelTally,
  type PersonTally,
  type ReaderTally,
  survivalOf,
} from '../../../domain/tally.ts'
import {
  ALL_WORK,
  filterOfClass,
  WORK_CLASSES,
  type WorkClass,
  type WorkFilter,
} from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { comesBack, page } from '../../layout.ts'
import { columnChart, shareBar } from '../../parts/charts.ts'
import { opened } from '../../parts/fields.ts'
import { type SortColumn, sortedTable } from '../../parts/sorted-table.ts'
import { askedLabel, labelChoice, labelTable } from '../../parts/work/label-table.ts'
import { type WorkNumbers, workNumbers } from '../../parts/work/work-numbers.ts'
import { classBar } from '../../parts/work/work-progress.ts'
import { may, type Visit } from '../../visit.ts'
import { CLASS_WORDS, number, share, time, zone } from '../../words.ts'
import { inPart, modelName, ofModel, ofPerson, PARTS, proposalsOf, reviewedBy } from './statistics-filters.ts'

/**
 * The second readers on the statistics page: how often people agreed with what each model kept and wrote. Empty until a
 * second reader has read a text. `link` leads to the table as a file.
 */
function readersSection(readers: Readonly<Record<string, ReaderTally>>, link: Html): Html {
  const named = Object.entries(readers).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (named.length === 0) return html``
  const cells = ({ given, right, wrong }: ReaderTally['keep']): Html =>
    html`<td class="number">${number(given)}</td><td class="number">${number(right)}</td><td class="number">${number(wrong)}</td>`
  return html`<section><h2>Second readers ${link}</h2>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Reader</th>
<th scope="col" class="number">Texts kept</th><th scope="col" class="number">People agreed</th>
<th scope="col" class="number">People disagreed</th><th scope="col" class="number">Texts bettered</th>
<th scope="col" class="number">People agreed</th><th scope="col" class="number">People disagreed</th></tr></thead>
<tbody>${named.map(([name, { keep, better }]) => html`<tr><th scope="row">${name}</th>${cells(keep)}${cells(better)}</tr>`)}</tbody>
</table></div>
<p class="hint">People agree when they keep the text that the reader kept or wrote, and disagree when they change or reject it.</p>
</section>`
}

/** The page to which numbers of rows link. */
const WORKBENCH = '/admin/bench'

const daysShown = 60
const rowsShown = 50
const dayMs = 24 * 60 * 60 * 1000

export async function statisticsPage(visit: Visit): Promise<Response> {
  const label = askedLabel(visit)
  const statistics = await readStatistics(visit.app, label)
  const { counted } = statistics
  const tally = counted?.tally ?? null
  const labels = label === null ? await byLabel(visit) : null
  const hasLabels = label !== null || listLabels(visit.app).length > 0
  const body = html`<h1>Statistics</h1>
${hasLabels ? html`<form method="get" class="filters">${labelChoice(visit, label)}<button>Show</button></form>` : ''}
${
  counted === null
    ? html`<p class="note" role="status">Words and work are being counted; this page comes back by itself. Rows by state are of now.</p>`
    : html`<p class="hint">Rows are of now; words and work were counted ${time(counted.countedAtMs)} ${zone}${
        statistics.isOlder ? say` and are being counted anew from time to time` : ''
      }.
A number with a link leads to exactly its rows; one without counts what was done, and much of that has been replaced since.</p>`
}
${await progress(visit, statistics, label)}${labels?.section ?? ''}
${
  tally === null
    ? ''
    : html`${days(visit, tally.days, label)}
${await people(visit, tally.people, label)}
${await models(visit, Object.values(tally.models), label)}
${readersSection(tally.readers, csvLink('readers', label))}`
}
${may(visit, 'review_translation') ? html`<p><a href="/admin/comparisons">Models compared blind</a></p>` : ''}`
  return await page(visit, {
    title: say`Statistics`,
    body,
    wide: true,
    headers: comesBack(counted === null || labels?.isCounting === true),
  })
}

const labelsShown = 50

/** Null: the game has no labels. */
async function byLabel(visit: Visit): Promise<{ readonly section: Html; readonly isCounting: boolean } | null> {
  const names = listLabels(visit.app).map(({ name }) => name)
  if (names.length === 0) return null
  const { table, isCounting } = await labelTable(visit, names.slice(0, labelsShown))
  const section = html`<section><h2>By label</h2>${table}
<p class="hint">A row with several labels is in the line of each. <a href="/admin/labels">All labels</a></p></section>`
  return { section, isCounting }
}

const TABLE_WORDS = words({
  progress: 'progress',
  days: 'days',
  people: 'people',
  models: 'models',
  readers: 'readers',
})

function csvLink(table: keyof typeof TABLE_WORDS, label: string | null): Html {
  const asked = new URLSearchParams({ table, ...(label !== null && { label }) }).toString()
  return html`<a class="csv" href="/admin/statistics/csv?${asked}" download>CSV<span class="hidden"> of ${TABLE_WORDS[table]}</span></a>`
}

async function progress(visit: Visit, { counted }: Statistics, label: string | null): Promise<Html> {
  const together: WorkFilter = { ...ALL_WORK, label }
  const ofClass = (each: WorkClass): WorkFilter => ({ ...filterOfClass(each), label })
  const numbers = await workNumbers(
    visit,
    [together, ...WORK_CLASSES.map(ofClass)].flatMap((filter) => PARTS.map((part) => inPart(filter, part))),
    WORKBENCH,
  )
  const all = numbers.of(together)
  const inWords = counted?.tally.words ?? null
  const allWords = Object.values(inWords ?? {}).reduce((sum, count) => sum + count, 0)
  const cells = (filter: WorkFilter): Html =>
    html`${PARTS.map((part) => html`<td class="number">${numbers.link(inPart(filter, part))}</td>`)}`
  return html`<section><h2>Progress ${csvLink('progress', label)}</h2>${classBar(numbers, label)}
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">State</th><th scope="col" class="number">Share</th>
<th scope="col" class="number">Rows</th><th scope="col" class="number">Main only</th>
<th scope="col" class="number">Diff over main</th><th scope="col" class="number">Diff only</th>
<th scope="col" class="number">Words of the source</th></tr></thead>
<tbody>${WORK_CLASSES.map((each) => {
    const filter = ofClass(each)
    const part = all === null ? '…' : share(numbers.of(filter) ?? 0, all)
    return html`<tr><th scope="row">${CLASS_WORDS[each]}</th><td class="number">${part}</td>${cells(filter)}
<td class="number">${inWords === null ? '…' : number(inWords[each] ?? 0)}</td></tr>`
  })}</tbody>
<tfoot>
<tr><th scope="row">Together</th><td></td>${cells(together)}<td class="number">${inWords === null ? '…' : number(allWords)}</td></tr>
</tfoot></table></div>
${
  all === null || label !== null
    ? ''
    : html`<p class="hint">Rows without anything to translate, or emptied by the diff:
${number(countRows(visit.app) - all)}. They are in no work list, only among <a href="/admin/rows">all rows</a>.</p>`
}</section>`
}

const NO_WORK: DayTally = { manual: 0, machine: 0, imported: 0, proposals: 0, reviews: 0 }

type Day = DayTally & { readonly day: string }

const dayColumn = (name: Exclude<keyof Day, 'day'>, heading: string): SortColumn<Day> => ({
  name,
  heading,
  by: (day) => day[name],
  cell: (day) => number(day[name]),
  isNumber: true,
})

const dayColumns = (): readonly SortColumn<Day>[] => [
  { name: 'day', heading: say`Day (UTC)`, by: ({ day }) => day, cell: ({ day }) => day },
  dayColumn('machine', say`Machine`),
  dayColumn('manual', say`Manual`),
  dayColumn('proposals', say`Proposals`),
  dayColumn('reviews', say`Reviews`),
  dayColumn('imported', say`From game files`),
]

function days(visit: Visit, tallies: Readonly<Record<string, DayTally>>, label: string | null): Html {
  const nowMs = visit.app.clock.nowMs()
  const shown = Array.from({ length: daysShown }, (_, i) => {
    const day = dayOf(nowMs - (daysShown - 1 - i) * dayMs)
    return { day, ...(tallies[day] ?? NO_WORK) }
  })
  const worked = shown.filter(({ day }) => tallies[day] !== undefined)
  const isSorted = visit.url.searchParams.has('days')
  return html`<section><h2>By day ${csvLink('days', label)}</h2>
${columnChart({
  title: say`Texts written in the last ${daysShown} days`,
  series: [
    { name: say`machine`, kind: 'machine_fresh' },
    { name: say`proposals`, kind: 'waiting' },
    { name: say`manual`, kind: 'manual_fresh' },
  ],
  columns: shown.map(({ day, manual, machine, proposals }) => ({ label: day, values: [machine, proposals, manual] })),
})}
${
  worked.length === 0
    ? html`<p class="hint">Nothing was written in these days.</p>`
    : html`<details class="box"${opened(isSorted)}><summary>Table</summary>
${sortedTable(visit, { name: 'days', columns: dayColumns(), start: '-day' }, worked, daysShown)}</details>`
}</section>`
}

type Person = PersonTally & { readonly id: number; readonly name: string }

const workOf = ({ manual, machine, proposed, reviewed }: PersonTally): number => manual + machine + proposed + reviewed

const column = <T>(
  name: string,
  heading: string,
  by: (row: T) => number | null,
  cell: (row: T) => Html | string,
): SortColumn<T> => ({ name, heading, by, cell, isNumber: true })

function personColumns(visit: Visit, numbers: WorkNumbers, label: string | null): readonly SortColumn<Person>[] {
  const proposals = (name: 'proposed' | 'approved' | 'rejected', heading: string): SortColumn<Person> =>
    column(
      name,
      heading,
      (person) => person[name],
      (person) => {
        const count = number(person[name])
        return person[name] === 0 || !may(visit, 'propose_translation')
          ? count
          : html`<a href="${proposalsOf(person.id, name, label)}">${count}</a>`
      },
    )
  const done = (name: 'manual' | 'machine' | 'reviewed', heading: string): SortColumn<Person> =>
    column(
      name,
      heading,
      (person) => person[name],
      (person) => number(person[name]),
    )
  const now = (name: string, heading: string, of: (id: number) => WorkFilter): SortColumn<Person> =>
    column(
      name,
      heading,
      ({ id }) => numbers.of({ ...of(id), label }),
      ({ id }) => numbers.link({ ...of(id), label }),
    )
  return [
    {
      name: 'name',
      heading: say`Person`,
      by: ({ name }) => name,
      cell: ({ id, name }) => html`<a href="/admin/team/${id}"><bdi>${name}</bdi></a>`,
    },
    done('manual', say`Manual texts`),
    done('machine', say`Machine texts`),
    now('standing', say`Their texts now`, ofPerson),
    proposals('proposed', say`Proposals`),
    proposals('approved', say`approved`),
    proposals('rejected', say`rejected`),
    {
      name: 'approval',
      heading: say`Approved of the decided`,
      by: approvalOf,
      cell: (row) => shareBar(approvalOf(row)),
    },
    done('reviewed', say`Reviews`),
    now('reviewed_now', say`Reviewed texts now`, reviewedBy),
  ]
}

async function people(
  visit: Visit,
  tallies: Readonly<Record<number, PersonTally>>,
  label: string | null,
): Promise<Html> {
  const nameOf = createNames(visit.app)
  const all = Object.entries(tallies)
    .map(([id, tally]) => ({ ...tally, id: Number(id), name: nameOf(Number(id)) ?? '' }))
    .toSorted((a, b) => workOf(b) - workOf(a))
  const numbers = await workNumbers(
    visit,
    all.flatMap(({ id }) => [ofPerson(id), reviewedBy(id)]).map((filter) => ({ ...filter, label })),
    WORKBENCH,
  )
  const columns = personColumns(visit, numbers, label)
  return html`<section><h2>By person ${csvLink('people', label)}</h2>
${
  all.length === 0
    ? html`<p class="hint">Nobody has written anything yet.</p>`
    : sortedTable(visit, { name: 'people', columns, start: '-manual' }, all, rowsShown)
}</section>`
}

const takeBack: SortColumn<ModelTally> = {
  name: 'undo',
  heading: '',
  by: () => null,
  cell: ({ provider, model }) => {
    const asked = Object.entries({ provider, model }).filter((each): each is [string, string] => each[1] !== null)
    if (asked.length === 0) return ''
    const [path, name] = [`/admin/undo?${new URLSearchParams(asked).toString()}`, model ?? provider ?? '']
    return html`<a href="${path}">Take back<span class="hidden"> ${name}</span></a>`
  },
}

function modelColumns(visit: Visit, numbers: WorkNumbers, label: string | null): readonly SortColumn<ModelTally>[] {
  const done = (name: 'written' | 'kept' | 'changed' | 'rejected', heading: string): SortColumn<ModelTally> =>
    column(
      name,
      heading,
      (model) => model[name],
      (model) => number(model[name]),
    )
  const word = (name: string, heading: string, at: 0 | 1): SortColumn<ModelTally> => {
    const by = (model: ModelTally): string => modelName(model)[at]
    return { name, heading, by, cell: by }
  }
  return [
    word('provider', say`Provider`, 0),
    word('model', say`Model`, 1),
    done('written', say`Written`),
    column(
      'now',
      say`In place`,
      (model) => numbers.of({ ...ofModel(model), label }),
      (model) => numbers.link({ ...ofModel(model), label }),
    ),
    done('kept', say`Kept`),
    done('changed', say`Changed`),
    done('rejected', say`Rejected`),
    { name: 'survives', heading: say`Survives`, by: survivalOf, cell: (row) => shareBar(survivalOf(row)) },
    ...(label === null && may(visit, 'review_translation') ? [takeBack] : []),
  ]
}

async function models(visit: Visit, all: readonly ModelTally[], label: string | null): Promise<Html> {
  const numbers = await workNumbers(
    visit,
    all.map((model) => ({ ...ofModel(model), label })),
    WORKBENCH,
  )
  const columns = modelColumns(visit, numbers, label)
  return html`<section><h2>By provider and model ${csvLink('models', label)}</h2>
<p class="hint">Survives: of the texts that somebody judged, the share that stood as the machine wrote it.
A text is judged once, while it stands: by a reviewer's mark, by a person's own text, or by taking it back.
Repairing a row later changes nothing here.</p>
${
  all.length === 0
    ? html`<p class="hint">No machine texts yet.</p>`
    : sortedTable(visit, { name: 'models', columns, start: '-written' }, all, rowsShown)
}</section>`
}
