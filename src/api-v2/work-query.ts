// Reads a filter of work (docs/filters.md#filters-of-work) from a query or a body's member `filter`. Unlike an
// address of the site, a request with a faulty or empty value is refused.
import type { Fault } from '../api-v1/bad-request.ts'
import { parametersOf } from '../api-v1/query.ts'
import type { Described } from './declared.ts'
import { FILTER_PARAMETERS, parseWorkFilter, valueFault, type WorkFilter } from '../domain/work/work-filter.ts'

export const WORK_NAMES: readonly string[] = FILTER_PARAMETERS.map(({ name }) => name)

/** The parameters of a filter of work, as the document has them. */
export const WORK = Object.fromEntries(
  FILTER_PARAMETERS.map(({ name, takes }): [string, Described] => [
    name,
    typeof takes === 'string'
      ? { description: `${takes[0]?.toUpperCase()}${takes.slice(1)}`, schema: { type: 'string' } }
      : { schema: { type: 'string', enum: takes } },
  ]),
)

/** How many characters of a faulty value its message repeats. */
const valueShownMax = 100

/** Null: none of these parameters is given. `prefix` is written before their names in faults. */
export function workFilterOf(values: ReadonlyMap<string, string>, faults: Fault[], prefix = ''): WorkFilter | null {
  if (!WORK_NAMES.some((name) => values.has(name))) return null
  const asked = parseWorkFilter(values)
  const empty = FILTER_PARAMETERS.filter(({ name }) => values.get(name) === '').map(({ name, takes }) => ({
    parameter: name,
    text: '',
    takes,
  }))
  for (const { parameter, text, takes } of [...empty, ...asked.faults]) {
    faults.push({
      field: prefix + parameter,
      message: valueFault({ text: text.slice(0, valueShownMax).toWellFormed(), takes }),
      ...(typeof takes !== 'string' && { allowed: takes }),
    })
  }
  return asked.filter
}

export const FILTER: Described = {
  description: 'Filter of GET /api/v2/rows as one text: layer=machine&status=draft',
  schema: { type: 'string' },
}

/** The parameter `filter` has the parameters as one text; `own` is the filter of those beside it. */
export function filterOf(
  values: ReadonlyMap<string, string>,
  own: WorkFilter | null,
  faults: Fault[],
): WorkFilter | null {
  const text = values.get('filter')
  if (text === undefined) return own
  const inner: Fault[] = []
  const filter = workFilterOf(parametersOf(text, WORK_NAMES, inner), inner)
  faults.push(...inner.map((fault) => ({ ...fault, field: `filter.${fault.field}` })))
  const field = 'filter'
  if (own !== null) faults.push({ field, message: 'cannot be used with its own parameters: put them inside it' })
  if (filter === null && inner.length === 0) faults.push({ field, message: 'must have at least one parameter' })
  return filter
}
