// Addresses of the workbench: the filter of work, and the current row or proposal. Forms carry the filter in one field.
import * as z from 'zod'
import type { TextSearch } from '../../../app/bench/bench-rows.ts'
import {
  ALL_WORK,
  filterOfJob,
  isSameFilter,
  parseWorkFilter,
  type WorkFilter,
} from '../../../domain/work/work-filter.ts'
import { type ParcelName, parseParcel, writeParcel } from '../../../domain/work/map.ts'
import { takes } from '../../form.ts'
import { listOf, readTextSearch } from '../../parts/work/bench-links.ts'
import { type OpenVisit, query, wholeNumber } from '../../visit.ts'

export interface BenchAddress {
  /** The filter as parameters: a job by its name, or single conditions. */
  readonly parameters: URLSearchParams
  readonly filter: WorkFilter
  /** Only rows of the filter with this text; null: all. */
  readonly search: TextSearch | null
  /** Only rows with a pending proposal of this person; null: all. */
  readonly proposedBy: number | null
  /** Only rows of the filter in this parcel of the map; null: all. */
  readonly parcel: ParcelName | null
  /** The current row, 16 hex characters in lower case; null: the filter's first row. */
  readonly rowId: string | null
  /** The row where the family of the current one was begun; null: the current one, or its list is in the order of the game. */
  readonly begunId: string | null
  readonly proposalId: number | null
  /** Opens the editor where a decision is expected. */
  readonly wantsToWrite: boolean
}

const ROW_ID = /^[0-9a-f]{16}$/
const defaultJob = 'untranslated'

function readList(asked: URLSearchParams) {
  const proposedBy = wholeNumber(asked.get('by') ?? '')
  if (proposedBy !== null) {
    const parameters = new URLSearchParams({ job: 'proposals', by: String(proposedBy) })
    return { parameters, filter: filterOfJob('proposals'), search: null, proposedBy, parcel: null }
  }
  const search = readTextSearch(asked)
  const { filter: written } = parseWorkFilter(asked)
  const asksNothing = isSameFilter(written, ALL_WORK) && !asked.has('layer') && search === null
  const filter = asksNothing ? filterOfJob(defaultJob) : written
  const parameters = listOf(filter, search)
  const parcel = search !== null || !asked.has('parcel') ? null : parseParcel(asked.get('parcel') ?? '')
  if (parcel !== null) parameters.set('parcel', writeParcel(parcel))
  return { parameters, filter, search, proposedBy, parcel }
}

const rowIdIn = (text: string): string | null => (ROW_ID.test(text.toLowerCase()) ? text.toLowerCase() : null)

export const benchAddress = (visit: OpenVisit): BenchAddress => ({
  ...readList(visit.url.searchParams),
  rowId: rowIdIn(query(visit, 'row')),
  begunId: rowIdIn(query(visit, 'begun')),
  proposalId: wholeNumber(query(visit, 'proposal')),
  wantsToWrite: query(visit, 'write') !== '',
})

export const ADDRESS_FIELDS = z.object({
  at: takes.exact,
  row: takes.exact,
  begun: takes.exact,
  proposal: takes.whole,
  write: takes.exact,
})

export const postedAddress = ({ at, row, begun, proposal, write }: z.output<typeof ADDRESS_FIELDS>): BenchAddress => ({
  ...readList(new URLSearchParams(at)),
  rowId: rowIdIn(row),
  begunId: rowIdIn(begun),
  proposalId: proposal,
  wantsToWrite: write !== '',
})

/** True: rows of one family (like sources) follow each other. So it is for untranslated work (docs/memory.md#likeness). */
export const isByFamily = ({ filter, search, proposedBy, parcel }: BenchAddress): boolean =>
  proposedBy === null && search === null && parcel === null && filter.layer === 'none'

/** Another row of the list, and where its family was begun. */
export type Step = { readonly row: string } | { readonly row: string; readonly begun: string }

export function benchPath(parameters: URLSearchParams, more: Readonly<Record<string, string | number>> = {}): string {
  const all = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(more)) all.set(name, String(value))
  return `/admin/bench?${all.toString()}`
}
