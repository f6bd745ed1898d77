// Writes the card of a proposal.
import type { createNames } from '../../app/people/read-people.ts'
import type { Call } from '../../api-v1/visit.ts'
import { isoTime } from '../../base/time.ts'
import { hasWaivers, isProposalStale } from '../../domain/decide-review.ts'
import type { Proposal } from '../../domain/proposal.ts'
import { type Row, sourceTextOf } from '../../domain/row.ts'
import type { Json } from '../errors.ts'

type NameOf = ReturnType<typeof createNames>

export interface ShownProposal {
  readonly proposal: Proposal
  readonly row: Row
}

export function proposalJson({ actor }: Call, { proposal, row }: ShownProposal, nameOf: NameOf): Json {
  return {
    id: proposal.id,
    version: proposal.version,
    status: proposal.status,
    row_id: row.rowId,
    ordinal: row.ordinal,
    source_text: sourceTextOf(row),
    source_hash: row.sourceHash,
    stale: proposal.status === 'pending' && isProposalStale(proposal, row),
    text: proposal.text,
    waived: hasWaivers(proposal),
    author: nameOf(proposal.authorId),
    by_me: proposal.authorId === actor.user.id,
    created_at: isoTime(proposal.createdAtMs),
    updated_at: isoTime(proposal.updatedAtMs),
    decided_by: nameOf(proposal.reviewerId),
    decided_at: proposal.reviewedAtMs === null ? null : isoTime(proposal.reviewedAtMs),
    reason: proposal.reason,
  }
}
