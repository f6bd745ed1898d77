// Addresses of the workbench: the filter of work as every list writes it, and the row, or the proposal, in front of one.
// Forms carry the filter along as one field, so that whatever is done leads to the next row of the same filter.
import { parseWorkFilter, writeWorkFilter } from '../../../domain/work/work-address.ts'
import { ALL_WORK, filterOfJob, isSameFilter, jobOf, type WorkFilter } from '../../../domain/work/work-filter.ts'
import { type OpenVisit, query, wholeNumber } from '../../visit.ts'

export interface BenchAddress {
  /** The parameters of the filter: a job by its name, else what is asked. */
  readonly parameters: URLSearchParams
  readonly filter: WorkFilter
  /** Only rows for which this person has a proposal waiting; null: whoever. */
  readonly proposedBy: number | null
  /** 16 hex characters, lower case; null: the first row of the filter. */
  readonly rowId: string | null
  readonly proposalId: number | null
  /** Somebody asked to write where something is to be decided. */
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

/** Reads the address of a visit. */
export const benchAddress = (visit: OpenVisit): BenchAddress => ({
  ...readFilter(visit.url.searchParams),
  rowId: rowIdIn(query(visit, 'row')),
  proposalId: wholeNumber(query(visit, 'proposal')),
  wantsToWrite: query(visit, 'write') !== '',
})

/** The same from a posted form: where its person was. */
export const postedAddress = ({ form }: OpenVisit): BenchAddress => ({
  ...readFilter(new URLSearchParams(form.get('at') ?? '')),
  rowId: rowIdIn(form.get('row') ?? ''),
  proposalId: wholeNumber(form.get('proposal') ?? ''),
  wantsToWrite: (form.get('write') ?? '') !== '',
})

/** An address of the workbench with this filter. */
export function benchPath(parameters: URLSearchParams, more: Readonly<Record<string, string | number>> = {}): string {
  const all = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(more)) all.set(name, String(value))
  return `/admin/bench?${all.toString()}`
}
