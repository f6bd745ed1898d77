// The tables of the statistics as CSV files, of all rows or those with a label.
import { createNames } from '../../../app/people/read-people.ts'
import { spreadsheet } from '../../../app/upkeep/spreadsheet.ts'
import { type Counted, readWhenCounted } from '../../../app/upkeep/statistics.ts'
import { countWork } from '../../../app/work/count-work.ts'
import { survivalOf } from '../../../domain/tally.ts'
import { filterOfClass, WORK_CLASSES, type WorkClass } from '../../../domain/work/work-filter.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { askedLabel } from '../../parts/work/label-table.ts'
import { query, type Visit } from '../../visit.ts'
import { inPart, modelName, ofModel, PARTS } from './statistics-filters.ts'

const TABLES = ['progress', 'days', 'people', 'models', 'readers'] as const

export async function statisticsCsv(visit: Visit): Promise<Response> {
  const table = TABLES.find((each) => each === query(visit, 'table'))
  if (table === undefined)
    return await notFoundPage(visit, 'there is no such table; there are progress, days, people, models and readers')
  const label = askedLabel(visit)
  const rows = await csvRows(visit, table, label, await readWhenCounted(visit.app, label))
  return visit.c.body(spreadsheet(rows), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="windrow-${table}.csv"`,
  })
}

async function csvRows(
  visit: Visit,
  table: (typeof TABLES)[number],
  label: string | null,
  { tally }: Counted,
): Promise<(string | number)[][]> {
  if (table === 'progress') {
    const ofClass = async (each: WorkClass): Promise<(string | number)[]> => {
      const counts: number[] = []
      for (const part of PARTS) counts.push(await countWork(visit.app, { ...inPart(filterOfClass(each), part), label }))
      return [each, ...counts, tally.words[each] ?? 0]
    }
    return [
      ['state', 'rows', 'main_only', 'diff_over_main', 'diff_only', 'words'],
      ...(await Promise.all(WORK_CLASSES.map(ofClass))),
    ]
  }
  if (table === 'days') {
    const days = Object.entries(tally.days).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return [
      ['day', 'machine', 'manual', 'proposals', 'reviews', 'imported'],
      ...days.map(([day, each]) => [day, each.machine, each.manual, each.proposals, each.reviews, each.imported]),
    ]
  }
  if (table === 'people') {
    const nameOf = createNames(visit.app)
    return [
      ['person', 'manual', 'machine', 'proposals', 'approved', 'rejected', 'reviews', 'imported'],
      ...Object.entries(tally.people).map(([id, each]) => [
        nameOf(Number(id)) ?? '',
        each.manual,
        each.machine,
        each.proposed,
        each.approved,
        each.rejected,
        each.reviewed,
        each.imported,
      ]),
    ]
  }
  if (table === 'readers')
    return [
      ['reader', 'verdict', 'given', 'right', 'wrong'],
      ...Object.entries(tally.readers).flatMap(([reader, verdicts]) =>
        Object.entries(verdicts).map(([verdict, { given, right, wrong }]) => [reader, verdict, given, right, wrong]),
      ),
    ]
  const models: (string | number)[][] = [
    ['provider', 'model', 'written', 'in_place', 'kept', 'changed', 'rejected', 'survives'],
  ]
  for (const each of Object.values(tally.models)) {
    models.push([
      ...modelName(each),
      each.written,
      await countWork(visit.app, { ...ofModel(each), label }),
      each.kept,
      each.changed,
      each.rejected,
      survivalOf(each)?.toFixed(4) ?? '',
    ])
  }
  return models
}
