// The review queue: proposals with their rows, filtered, a page at a time. Pending ones come oldest first, ended ones
// newest first. A page looks at a bounded number of proposals, so a rare filter gives short pages, never slow ones.
// Proposals of retired rows are hidden until their row is back.
import { isProposalStale } from '../domain/decide-review.ts'
import type { Proposal } from '../domain/proposal.ts'
import type { Row } from '../domain/row.ts'
import type { ProposalStatus } from '../domain/vocabulary.ts'
import { proposalsByAuthor, proposalsByStatus } from '../store/proposals.ts'
import { readRow } from '../store/rows.ts'
import type { App } from './app.ts'

export interface ListProposals {
  readonly status: ProposalStatus
  readonly authorId: number | null
  /** Null: stale and fresh ones. */
  readonly stale: boolean | null
  /** Only those that have waited at least this long. */
  readonly olderThanMs: number | null
  /** The last id of the page before; null for the first page. */
  readonly after: number | null
  readonly limit: number
}

export interface ProposalInQueue {
  readonly proposal: Proposal
  readonly row: Row
  readonly isStale: boolean
}

export interface ProposalsPage {
  readonly items: readonly ProposalInQueue[]
  /** Where the next page goes on, or null. */
  readonly next: number | null
}

const lookedAtMax = 2_000

/** Reads one page of the queue. */
export function listProposals(app: App, query: ListProposals): ProposalsPage {
  const { main, files } = app.store
  const items: ProposalInQueue[] = []
  let looked = 0
  let last = 0
  for (const proposal of candidates(app, query)) {
    if (items.length === query.limit || looked === lookedAtMax) return { items, next: last }
    looked++
    last = proposal.id
    if (!isWanted(app, query, proposal)) continue
    const row = readRow(main, files, proposal.ordinal)
    if (row === null) continue
    const isStale = proposal.status === 'pending' && isProposalStale(proposal, row)
    if (query.stale !== null && query.stale !== isStale) continue
    items.push({ proposal, row, isStale })
  }
  return { items, next: null }
}

function candidates(app: App, { status, authorId, after }: ListProposals): Generator<Proposal> {
  const { main } = app.store
  const highestId = 0xffffffff
  const range = status === 'pending' ? { afterId: after ?? 0 } : { beforeId: after ?? highestId }
  return authorId === null ? proposalsByStatus(main, status, range) : proposalsByAuthor(main, authorId, range)
}

function isWanted(app: App, { status, authorId, olderThanMs }: ListProposals, proposal: Proposal): boolean {
  if (proposal.status !== status || (authorId !== null && proposal.authorId !== authorId)) return false
  return olderThanMs === null || app.clock.nowMs() - proposal.updatedAtMs >= olderThanMs
}

/** The pending proposals next to one in the queue, for a reviewer who goes through it. */
export function neighboursOf(app: App, id: number): { readonly before: number | null; readonly after: number | null } {
  const first = (range: { beforeId: number } | { afterId: number }): number | null => {
    let looked = 0
    for (const proposal of proposalsByStatus(app.store.main, 'pending', range)) {
      if (readRow(app.store.main, app.store.files, proposal.ordinal) !== null) return proposal.id
      if (++looked === lookedAtMax) break
    }
    return null
  }
  return { before: first({ beforeId: id }), after: first({ afterId: id }) }
}
