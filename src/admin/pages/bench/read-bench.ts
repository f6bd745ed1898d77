// Everything the workbench shows of one moment: the list around the row in front of one, and all that is known of the row.
import { readHistory, type RowHistory } from '../../../app/rows/read-history.ts'
import { pendingOfRow, type ProposalView, readProposal } from '../../../app/rows/read-proposal.ts'
import { readRow } from '../../../app/rows/read-row.ts'
import type { WorkRow } from '../../../app/work/list-work.ts'
import { readSurroundings, type Surroundings } from '../../../app/bench/read-surroundings.ts'
import type { Proposal } from '../../../domain/proposal.ts'
import { type Matter, matterOf } from '../../../domain/work/matter.ts'
import { may, type Visit } from '../../visit.ts'
import type { BenchAddress } from './address.ts'
import { queueOf } from './queue.ts'

/** The row in front of one. */
export interface Present {
  readonly history: RowHistory
  readonly matter: Matter
  /** The proposal to judge, if that is the matter. */
  readonly view: ProposalView | null
  /** Its pending proposals, oldest first. */
  readonly pending: readonly Proposal[]
  readonly around: Surroundings
}

export interface Bench {
  readonly address: BenchAddress
  /** Some thirty rows of the filter, among them the present one if it is still in it. */
  readonly list: readonly WorkRow[]
  readonly total: number
  /** Of the present row, from 1; null when it is not in the filter (any more). */
  readonly index: number | null
  /** Ids of the rows of the filter on either side. */
  readonly previous: string | null
  readonly next: string | null
  /** Null: the filter holds no row. */
  readonly present: Present | null
}

const listedBefore = 6
const listedMax = 30
const revisionsShown = 8

/** Reads the workbench of an address. A row that is not in the game now counts as none. */
export async function readBench(visit: Visit, address: BenchAddress): Promise<Bench> {
  const { app } = visit
  const queue = queueOf(app, address)
  const asked = address.rowId === null ? null : readRow(app, address.rowId)
  const row = asked ?? (await queue.rows({ after: 0, limit: 1 }))[0]?.row ?? null
  if (row === null) return { address, list: [], total: 0, index: null, previous: null, next: null, present: null }
  const { ordinal } = row
  const { index, total } = await queue.place(ordinal)
  const before = await queue.rows({ after: 0, before: ordinal, limit: listedBefore })
  const rest = await queue.rows({ after: ordinal - 1, limit: listedMax - before.length })
  return {
    address,
    list: [...before, ...rest],
    total,
    index,
    previous: before.at(-1)?.row.rowId ?? null,
    next: rest.find((each) => each.row.ordinal > ordinal)?.row.rowId ?? null,
    present: readPresent(visit, address, row.rowId),
  }
}

function readPresent(visit: Visit, address: BenchAddress, rowId: string): Present | null {
  const { app } = visit
  const history = readHistory(app, rowId, visit.user, revisionsShown)
  if (history === null) return null
  const pending = may(visit, 'propose_translation') ? pendingOfRow(app, history.row) : []
  const wanted =
    pending.find(({ id }) => id === address.proposalId) ??
    pending.find(({ authorId }) => address.proposedBy === null || authorId === address.proposedBy)
  const matter = matterOf({
    row: history.row,
    heads: history.heads,
    canReview: may(visit, 'review_translation'),
    wantsProposals:
      address.filter.proposals === 'with' || address.filter.proposals === 'waived' || address.proposalId !== null,
    hasPending: wanted !== undefined,
    wantsToWrite: address.wantsToWrite,
  })
  return {
    history,
    matter,
    view: matter === 'proposal' && wanted !== undefined ? readProposal(app, wanted.id) : null,
    pending,
    around: readSurroundings(app, history.row),
  }
}

/** The id of the row of the filter that follows an ordinal, or the first one when none does; null when it holds none. */
export async function rowAfter({ app }: Visit, address: BenchAddress, ordinal: number): Promise<string | null> {
  const queue = queueOf(app, address)
  const found = (await queue.rows({ after: ordinal, limit: 1 }))[0] ?? (await queue.rows({ after: 0, limit: 1 }))[0]
  return found?.row.rowId ?? null
}
