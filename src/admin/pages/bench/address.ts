// Addresses of the workbench: the filter of work, and the current row or proposal. Forms carry the filter in one field.
import * as z from 'zod'
import { parseWorkFilter, writeWorkFilter } from '../../../domain/work/work-address.ts'
import { ALL_WORK, filterOfJob, isSameFilter, jobOf, type WorkFilter } from '../../../domain/work/work-filter.ts'
import { takes } from '../../form.ts'
import { type OpenVisit, query, wholeNumber } from '../../visit.ts'

export interface BenchAddress {
  /** The filter: a job by its name, or single conditions. */
  readonly parameters: URLSearchParams
  readonly filter: WorkFilter
  /** Only rows with a pending proposal of this person; null: all. */
  readonly proposedBy: number | null
  /** 16 hex characters, lower case; null: the filter's first row. */
  readonly rowId: string | null
  /** The row where the family of the current one was begun; null: the current one, or its list is in the order of the game. */
  readonly fromId: string | null
  readonly proposalId: number | null
  /** Opens the editor where a decision is expected. */
  readonly wantsToWrite: boolean
}

const ROW_ID = /^[0-9a-f]{16}$/
const defaultJob = 'untranslated'

type FilterPart = Pick<BenchAddress, 'parameters' | 'filter' | 'proposedBy'>

function readFilter(asked: URLSearchParams): FilterPart {
  const proposedBy = wholeNumber(asked.get('by') ?? '')
  if (proposedBy === null) return { ...readWork(asked), proposedBy }
  const parameters = new URLSearchParams({ job: 'proposals', by: String(proposedBy) })
  return { parameters, filter: filterOfJob('proposals'), proposedBy }
}

function readWork(asked: URLSearchParams): Pick<BenchAddress, 'parameters' | 'filter'> {
  const { filter } = parseWorkFilter(asked)
  const isAll = isSameFilter(filter, ALL_WORK)
  if (isAll && !asked.has('layer'))
    return { parameters: new URLSearchParams({ job: defaultJob }), filter: filterOfJob(defaultJob) }
  const job = jobOf(filter)
  if (job !== null) return { parameters: new URLSearchParams({ job }), filter }
  return { parameters: isAll ? new URLSearchParams({ layer: filter.layer }) : writeWorkFilter(filter), filter }
}

const rowIdIn = (text: string): string | null => (ROW_ID.test(text.toLowerCase()) ? text.toLowerCase() : null)

export const benchAddress = (visit: OpenVisit): BenchAddress => ({
  ...readFilter(visit.url.searchParams),
  rowId: rowIdIn(query(visit, 'row')),
  fromId: rowIdIn(query(visit, 'from')),
  proposalId: wholeNumber(query(visit, 'proposal')),
  wantsToWrite: query(visit, 'write') !== '',
})

export const ADDRESS_FIELDS = z.object({
  at: takes.exact,
  row: takes.exact,
  from: takes.exact,
  proposal: takes.whole,
  write: takes.exact,
})

export const postedAddress = ({ at, row, from, proposal, write }: z.output<typeof ADDRESS_FIELDS>): BenchAddress => ({
  ...readFilter(new URLSearchParams(at)),
  rowId: rowIdIn(row),
  fromId: rowIdIn(from),
  proposalId: proposal,
  wantsToWrite: write !== '',
})

/** Untranslated work goes by families (docs/decisions.md#likeness). */
export const isByFamily = ({ filter, proposedBy }: BenchAddress): boolean =>
  proposedBy === null && filter.layer === 'none'

/** Another row of the list, and where its family was begun. */
export type Step = { readonly row: string } | { readonly row: string; readonly from: string }

export function benchPath(parameters: URLSearchParams, more: Readonly<Record<string, string | number>> = {}): string {
  const all = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(more)) all.set(name, String(value))
  return `/admin/bench?${all.toString()}`
}
