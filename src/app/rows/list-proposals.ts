// The review queue: proposals with their rows, filtered, a page at a time; pending ones oldest first, others newest
// first. A page reads a limited number, so a rare filter gives short pages.
import { hasWaivers, isProposalStale } from '../../domain/decide-review.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { Row } from '../../domain/row.ts'
import type { ProposalStatus } from '../../domain/vocabulary.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import { proposalsByAuthor, proposalsByStatus, readProposal } from '../../store/records.ts'
import { readHeads, readRow } from '../../store/rows.ts'
import type { App } from '../app.ts'

interface ListProposals {
  /** Only proposals in this status; null: in any. */
  readonly status: ProposalStatus | null
  readonly authorId: number | null
  /** Absent or null, as in what follows: any. */
  readonly stale?: boolean | null
  readonly waived?: boolean | null
  readonly olderThanMs?: number | null
  /** Only proposals for these rows. */
  readonly among?: RowSet | null
  /** The id of the last proposal of the page before; null: this is the first page. */
  readonly after: number | null
  readonly limit: number
  /** How many proposals a page reads at most; absent: 2,000. */
  readonly looksMax?: number
  /** The order of the page; absent: the usual one, pending proposals oldest first, others newest first. */
  readonly order?: 'oldest' | 'newest'
}

export interface ProposalInQueue {
  readonly proposal: Proposal
  readonly row: Row
  readonly isStale: boolean
}

interface ProposalsPage {
  readonly items: readonly ProposalInQueue[]
  /** The last id of this page; null: no page follows. */
  readonly next: number | null
}

const lookedAtMax = 2_000

export function listProposals(app: App, query: ListProposals): ProposalsPage {
  const { main, files } = app.store
  const { stale = null } = query
  const items: ProposalInQueue[] = []
  let looked = 0
  let last = 0
  for (const proposal of candidates(app, query)) {
    if (items.length === query.limit || looked === (query.looksMax ?? lookedAtMax)) return { items, next: last }
    looked++
    last = proposal.id
    if (!isWanted(app, query, proposal)) continue
    const row = readRow(main, files, proposal.ordinal)
    if (row === null) continue
    const isStale = proposal.status === 'pending' && isProposalStale(proposal, row)
    if (stale !== null && stale !== isStale) continue
    items.push({ proposal, row, isStale })
  }
  return { items, next: null }
}

function candidates(app: App, { status, authorId, after, order }: ListProposals): Generator<Proposal> {
  const { main } = app.store
  const highestId = 0xffffffff
  const isRising = order === undefined ? status === 'pending' : order === 'oldest'
  const range = isRising ? { afterId: after ?? 0 } : { beforeId: after ?? highestId }
  return authorId === null ? proposalsByStatus(main, status, range) : proposalsByAuthor(main, authorId, range)
}

function isWanted(app: App, query: ListProposals, proposal: Proposal): boolean {
  const { status, authorId, waived = null, olderThanMs = null, among } = query
  if ((status !== null && proposal.status !== status) || (authorId !== null && proposal.authorId !== authorId))
    return false
  if (among?.has(proposal.ordinal) === false) return false
  if (waived !== null && waived !== hasWaivers(proposal)) return false
  return olderThanMs === null || app.clock.nowMs() - proposal.updatedAtMs >= olderThanMs
}

export interface PlacedProposal {
  readonly proposal: Proposal
  readonly row: Row | null
}

export const placed = ({ store }: App, proposal: Proposal): PlacedProposal => ({
  proposal,
  row: readRow(store.main, store.files, proposal.ordinal),
})

/** A pending proposal is hidden while its row is not in the game, and seen again when the row is back. */
export const isHidden = ({ proposal, row }: PlacedProposal): boolean => row === null && proposal.status === 'pending'

export function findProposal(app: App, id: number): PlacedProposal | null {
  const proposal = readProposal(app.store.main, id)
  return proposal === undefined ? null : placed(app, proposal)
}

/** All proposals in a status (null: in any), without hidden ones. */
export function* allProposals(
  app: App,
  { status, authorId, among }: Pick<ListProposals, 'status' | 'authorId' | 'among'>,
): Generator<PlacedProposal> {
  const { main } = app.store
  const all = authorId === null ? proposalsByStatus(main, status) : proposalsByAuthor(main, authorId)
  for (const proposal of all) {
    if (status !== null && proposal.status !== status) continue
    if (among?.has(proposal.ordinal) === false) continue
    const it = placed(app, proposal)
    if (!isHidden(it)) yield it
  }
}

/** The row's current manual text, even if the row left the game. */
export const manualTextAt = ({ store }: App, ordinal: number): string | null =>
  readHeads(store.main, ordinal).manual?.text ?? null
