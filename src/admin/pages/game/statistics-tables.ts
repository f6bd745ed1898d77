// The tables of the statistics, each once: its picture, the table behind it, and the same columns as a file.
import { createNames } from '../../../app/people/read-people.ts'
import { dayOf } from '../../../base/time.ts'
import {
  approvalOf,
  type DayTally,
  type ModelTally,
  type PersonTally,
  survivalOf,
  type Tally,
} from '../../../domain/tally.ts'
import {
  ALL_WORK,
  filterOfClass,
  WORK_CLASSES,
  type WorkClass,
  type WorkFilter,
  NO_NAME,
} from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { barList, behind, columnChart, shareBar } from '../../parts/charts.ts'
import { fileLines, type SortColumn, sortedTable } from '../../parts/sorted-table.ts'
import { workNumbers } from '../../parts/work/work-numbers.ts'
import { classBar } from '../../parts/work/work-progress.ts'
import { may, type Visit } from '../../visit.ts'
import { CLASS_WORDS, number, share } from '../../words.ts'
import type { Origin } from '../../../domain/vocabulary.ts'

const ofPerson = (authorId: number): WorkFilter => ({ ...ALL_WORK, authorId })
const reviewedBy = (reviewerId: number): WorkFilter => ({ ...ALL_WORK, reviewerId })

/** Current machine texts of a model; without a name, by their origin. */
const ofModel = ({ provider, model, origin }: ModelTally): WorkFilter => ({
  ...ALL_WORK,
  layer: 'machine',
  provider: provider ?? NO_NAME,
  model: model ?? NO_NAME,
  // The tally's value comes from a revision, so it is an origin.
  origin: provider === null && model === null ? (origin as Origin) : null,
})

const STATUS = { proposed: 'all', approved: 'approved', rejected: 'rejected' } as const

function proposalsOf(id: number, what: keyof typeof STATUS, label: string | null): string {
  const asked = { status: STATUS[what], author: String(id), ...(label !== null && { label }) }
  return `/admin/proposals?${new URLSearchParams(asked).toString()}`
}

const modelName = ({ provider, model, origin }: ModelTally): readonly [provider: string, model: string] =>
  provider === null && model === null
    ? [origin === 'localized_file_import' ? say`localized file` : 'unknown', '']
    : [provider ?? '', model ?? '']

/** The page to which numbers of rows link. */
const WORKBENCH = '/admin/bench'

const rowsShown = 50
const barsShown = 12
const dayMs = 24 * 60 * 60 * 1000

interface Statistic {
  readonly rows: number
  /** The picture, with the table behind it. */
  readonly shown: Html
  readonly lines: (string | number)[][]
}

interface Parts<T> {
  readonly name: StatisticName
  readonly columns: readonly SortColumn<T>[]
  readonly start?: string
  readonly rows: readonly T[]
  readonly picture: Html | ''
  /** Says something of the table. */
  readonly hint?: Html
}

function statistic<T>(visit: Visit, { rows, picture, hint, ...table }: Parts<T>): Statistic {
  const shown = html`${sortedTable(visit, table, rows, rowsShown)}${hint ?? ''}`
  const isOpen = picture === '' || visit.url.searchParams.has(table.name)
  return {
    rows: rows.length,
    shown: html`${picture}${behind(shown, isOpen)}`,
    lines: fileLines(table, rows),
  }
}

type Of = (visit: Visit, tally: Tally | null, label: string | null) => Promise<Statistic> | Statistic

const count = <T>(name: string, heading: string, by: (row: T) => number | null): SortColumn<T> => ({
  name,
  heading,
  by,
  isNumber: true,
})

async function progress(visit: Visit, tally: Tally | null, label: string | null): Promise<Statistic> {
  const ofClass = (each: WorkClass, source: WorkFilter['source'] = 'all'): WorkFilter => ({
    ...filterOfClass(each),
    source,
    label,
  })
  const parts = ['all', 'main', 'diff_over_main', 'diff_only'] as const
  const all: WorkFilter = { ...ALL_WORK, label }
  const filters = [all, ...WORK_CLASSES.flatMap((each) => parts.map((part) => ofClass(each, part)))]
  const numbers = await workNumbers(visit, filters, WORKBENCH)
  const rowsIn = (name: string, heading: string, part: (typeof parts)[number]): SortColumn<WorkClass> => ({
    ...count<WorkClass>(name, heading, (each) => numbers.of(ofClass(each, part))),
    cell: (each) => numbers.link(ofClass(each, part)),
  })
  const total = numbers.of(all)
  return statistic<WorkClass>(visit, {
    name: 'progress',
    rows: WORK_CLASSES,
    picture: classBar(numbers, label),
    columns: [
      { name: 'state', heading: say`State`, by: (each) => each, cell: (each) => CLASS_WORDS[each] },
      rowsIn('rows', say`Rows`, 'all'),
      rowsIn('main_only', say`Main only`, 'main'),
      rowsIn('diff_over_main', say`Diff over main`, 'diff_over_main'),
      rowsIn('diff_only', say`Diff only`, 'diff_only'),
      {
        ...count<WorkClass>('words', say`Words of the source`, (each) =>
          tally === null ? null : (tally.words[each] ?? 0),
        ),
        cell: (each) => (tally === null ? '…' : number(tally.words[each] ?? 0)),
      },
      { ...count<WorkClass>('', '', () => null), cell: (each) => share(numbers.of(ofClass(each)) ?? 0, total ?? 0) },
    ],
  })
}

type Day = DayTally & { readonly day: string }

const daysMin = 14
const daysMax = 60
const NO_WORK: DayTally = { manual: 0, machine: 0, imported: 0, proposals: 0, reviews: 0 }

/** The picture begins with the first day of work, so that a young store is no empty axis. */
function days(visit: Visit, tally: Tally | null): Statistic {
  const rows = Object.entries(tally?.days ?? {})
    .map(([day, of]) => ({ day, ...of }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const nowMs = visit.app.clock.nowMs()
  const since = Math.ceil((nowMs - Date.parse(rows[0]?.day ?? dayOf(nowMs))) / dayMs)
  const length = Math.min(daysMax, Math.max(daysMin, since))
  const shown = Array.from({ length }, (_, i) => dayOf(nowMs - (length - 1 - i) * dayMs))
  const of = (name: Exclude<keyof Day, 'day'>, heading: string): SortColumn<Day> =>
    count(name, heading, (day) => day[name])
  return statistic<Day>(visit, {
    name: 'days',
    start: '-day',
    rows,
    picture: columnChart({
      title: say`Texts written in the last ${length} days`,
      series: TEXTS(),
      columns: shown.map((day) => {
        const { machine, proposals, manual } = tally?.days[day] ?? NO_WORK
        return { label: day, values: [machine, proposals, manual] }
      }),
    }),
    columns: [
      { name: 'day', heading: say`Day (UTC)`, by: ({ day }) => day },
      of('machine', say`Machine`),
      of('manual', say`Manual`),
      of('proposals', say`Proposals`),
      of('reviews', say`Reviews`),
      of('imported', say`From game files`),
    ],
  })
}

const TEXTS = () => [
  { name: say`machine`, kind: 'machine_fresh' },
  { name: say`proposals`, kind: 'waiting' },
  { name: say`manual`, kind: 'manual_fresh' },
]

type Person = PersonTally & { readonly id: number; readonly name: string }

const workOf = ({ manual, machine, proposed, reviewed }: PersonTally): number => manual + machine + proposed + reviewed

async function people(visit: Visit, tally: Tally | null, label: string | null): Promise<Statistic> {
  const nameOf = createNames(visit.app)
  const rows = Object.entries(tally?.people ?? {})
    .map(([id, of]) => ({ ...of, id: Number(id), name: nameOf(Number(id)) ?? '' }))
    .toSorted((a, b) => workOf(b) - workOf(a))
  const filters = rows.flatMap(({ id }) => [ofPerson(id), reviewedBy(id)]).map((filter) => ({ ...filter, label }))
  const numbers = await workNumbers(visit, filters, WORKBENCH)
  const now = (name: string, heading: string, of: (id: number) => WorkFilter): SortColumn<Person> => ({
    ...count(name, heading, ({ id }) => numbers.of({ ...of(id), label })),
    cell: ({ id }) => numbers.link({ ...of(id), label }),
  })
  const proposals = (name: string, heading: string, what: 'proposed' | 'approved' | 'rejected') => ({
    ...count<Person>(name, heading, (person) => person[what]),
    cell: (person: Person) =>
      person[what] === 0 || !may(visit, 'propose_translation')
        ? number(person[what])
        : html`<a href="${proposalsOf(person.id, what, label)}">${number(person[what])}</a>`,
  })
  const person = ({ id, name }: Person): Html => html`<a href="/admin/team/${id}"><bdi>${name}</bdi></a>`
  return statistic<Person>(visit, {
    name: 'people',
    start: '-manual',
    rows,
    picture: barList(
      say`Texts by person`,
      TEXTS(),
      rows.slice(0, barsShown).map((each) => ({
        name: person(each),
        values: [each.machine, each.proposed, each.manual],
      })),
    ),
    columns: [
      { name: 'person', heading: say`Person`, by: ({ name }) => name, cell: person },
      count('manual', say`Manual texts`, ({ manual }) => manual),
      count('machine', say`Machine texts`, ({ machine }) => machine),
      now('now', say`Their texts now`, ofPerson),
      proposals('proposals', say`Proposals`, 'proposed'),
      proposals('approved', say`approved`, 'approved'),
      proposals('rejected', say`rejected`, 'rejected'),
      {
        name: 'approval',
        heading: say`Share approved`,
        by: approvalOf,
        cell: (each) => shareBar(approvalOf(each)),
      },
      count('reviews', say`Reviews`, ({ reviewed }) => reviewed),
      now('reviewed_now', say`Reviewed texts now`, reviewedBy),
      count('imported', say`From game files`, ({ imported }) => imported),
    ],
  })
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

async function models(visit: Visit, tally: Tally | null, label: string | null): Promise<Statistic> {
  const rows = Object.values(tally?.models ?? {}).toSorted((a, b) => b.written - a.written)
  const numbers = await workNumbers(
    visit,
    rows.map((model) => ({ ...ofModel(model), label })),
    WORKBENCH,
  )
  const name = (model: ModelTally): string => modelName(model).filter(Boolean).join(' · ')
  return statistic<ModelTally>(visit, {
    name: 'models',
    start: '-written',
    rows,
    picture: barList(
      say`What happened to their texts`,
      [
        { name: say`kept`, kind: 'manual_fresh' },
        { name: say`changed`, kind: 'waiting' },
        { name: say`rejected`, kind: 'rust' },
        { name: say`not judged yet`, kind: 'none' },
      ],
      rows.slice(0, barsShown).map((each) => {
        const { written, kept, changed, rejected } = each
        return { name: name(each), values: [kept, changed, rejected, Math.max(0, written - kept - changed - rejected)] }
      }),
    ),
    hint: html`<p class="hint">Survives: the share of judged texts that stayed as the machine wrote them. A text is judged once, while
it is current: by a reviewer's mark, by a person's own text, or by taking it back. Later repairs do not count.</p>`,
    columns: [
      { name: 'provider', heading: say`Provider`, by: (model) => modelName(model)[0] },
      { name: 'model', heading: say`Model`, by: (model) => modelName(model)[1] },
      count('written', say`Written`, ({ written }) => written),
      {
        ...count<ModelTally>('in_place', say`In place`, (model) => numbers.of({ ...ofModel(model), label })),
        cell: (model) => numbers.link({ ...ofModel(model), label }),
      },
      count('kept', say`Kept`, ({ kept }) => kept),
      count('changed', say`Changed`, ({ changed }) => changed),
      count('rejected', say`Rejected`, ({ rejected }) => rejected),
      { name: 'survives', heading: say`Survives`, by: survivalOf, cell: (row) => shareBar(survivalOf(row)) },
      ...(label === null && may(visit, 'review_translation') ? [takeBack] : []),
    ],
  })
}

const VERDICTS = words({ keep: 'Texts kept', better: 'Texts bettered' })

/** How often people agreed with what each second reader kept and wrote. */
function readers(visit: Visit, tally: Tally | null): Statistic {
  const rows = Object.entries(tally?.readers ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([reader, of]) => (['keep', 'better'] as const).map((verdict) => ({ reader, verdict, ...of[verdict] })))
  return statistic<(typeof rows)[number]>(visit, {
    name: 'readers',
    rows,
    picture: barList(
      say`What people decided`,
      [
        { name: say`People agreed`, kind: 'manual_fresh' },
        { name: say`People disagreed`, kind: 'waiting' },
      ],
      rows.map(({ reader, verdict, right, wrong }) => ({
        name: html`<bdi>${reader}</bdi>: ${VERDICTS[verdict]}`,
        values: [right, wrong],
      })),
    ),
    hint: html`<p class="hint">People agree when they keep the text that the reader kept or wrote,
and disagree when they change or reject it.</p>`,
    columns: [
      { name: 'reader', heading: say`Reader`, by: ({ reader }) => reader },
      {
        name: 'verdict',
        heading: say`Verdict`,
        by: ({ verdict }) => verdict,
        cell: ({ verdict }) => VERDICTS[verdict],
      },
      count('given', say`Texts`, ({ given }) => given),
      count('right', say`People agreed`, ({ right }) => right),
      count('wrong', say`People disagreed`, ({ wrong }) => wrong),
    ],
  })
}

export const STATISTICS = { progress, days, people, models, readers } as const satisfies Readonly<Record<string, Of>>
export type StatisticName = keyof typeof STATISTICS
