// Parses the queries of the routes for histories, comments, proposals and decisions.
import type { HistoryPlace } from '../../app/rows/read-history.ts'
import type { Fault } from '../../api-v1/bad-request.ts'
import { limitOf, oneOf, parametersOf } from '../../api-v1/query.ts'
import type { WorkFilter } from '../../domain/work/work-filter.ts'
import { workFilterOf } from '../work-query.ts'
import { PROPOSAL_STATUSES, type ProposalStatus } from '../../domain/vocabulary.ts'

const numberMax = 0xffff_ffff

/** GET /rows/{row_id}/history. The cursor names the lowest revision shown of each layer. */
export function parseHistoryQuery(query: string, faults: Fault[]) {
  const values = parametersOf(query, ['cursor', 'limit'], faults)
  const cursor = values.get('cursor')
  const [, manual, machine] = /^(\d{1,10})\.(\d{1,10})$/.exec(cursor ?? '') ?? []
  const below = { manual: Number(manual), machine: Number(machine) }
  const isGood = below.manual <= numberMax && below.machine <= numberMax
  if (cursor !== undefined && !isGood) {
    faults.push({ field: 'cursor', message: 'is damaged; send meta.next_cursor of the page before, unchanged' })
  }
  return { below: cursor === undefined || !isGood ? null : below, limit: limitOf(values.get('limit'), faults) }
}

export const cursorOf = ({ manual, machine }: HistoryPlace): string => `${manual}.${machine}`

interface ProposalsQuery {
  readonly status: ProposalStatus | 'all'
  /** A person's name, or `me`. */
  readonly author: string | null
  /** The rows with the label; null: any row. */
  readonly filter: WorkFilter | null
  /** 0: the first page. */
  readonly after: number
  readonly limit: number
}

/** GET /proposals. */
export function parseProposalsQuery(query: string, faults: Fault[]): ProposalsQuery {
  const values = parametersOf(query, ['status', 'author', 'label', 'after', 'limit'], faults)
  return {
    status: oneOf('status', [...PROPOSAL_STATUSES, 'all'] as const, values.get('status'), 'pending', faults),
    author: values.get('author') ?? null,
    filter: workFilterOf(onlyLabel(values), faults, { names: ['label'] }),
    after: afterOf(values.get('after'), faults),
    limit: limitOf(values.get('limit'), faults),
  }
}

/** The other names mean something else in a filter. */
const onlyLabel = (values: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...values].filter(([name]) => name === 'label'))

/** GET /decisions. */
export function parseDecisionsQuery(
  query: string,
  faults: Fault[],
): { readonly after: number; readonly limit: number } {
  const values = parametersOf(query, ['after', 'limit'], faults)
  return { after: afterOf(values.get('after'), faults), limit: limitOf(values.get('limit'), faults) }
}

function afterOf(value: string | undefined, faults: Fault[]): number {
  if (value === undefined) return 0
  const after = /^\d{1,10}$/.test(value) ? Number(value) : numberMax + 1
  if (after <= numberMax) return after
  const allowed = { min: 0, max: numberMax }
  faults.push({ field: 'after', message: 'must be 0, or meta.next of the page before', allowed })
  return 0
}
