// Checks proposals against their rows and reviews.
import type { Proposal } from '../../domain/proposal.ts'
import type { Database } from '../file/environment.ts'
import { PROPOSAL, readProposal } from '../records/proposals.ts'
import { readRevisions } from '../rows/heads.ts'
import { ordinalOf } from '../rows/read-rows.ts'
import type { Beside } from './check-kinds.ts'
import type { Visit } from './check-findings.ts'

export const proposalsOfRows = ({ db, findings }: Visit): Beside<Proposal> => ({
  onRecord(proposal) {
    for (const problem of problemsOf(db, proposal)) findings.add(PROPOSAL, `proposal ${proposal.id}`, problem)
  },
})

function* problemsOf(db: Database, proposal: Proposal): Generator<string> {
  const { reviewerId, reviewedAtMs, status } = proposal
  if (ordinalOf(db, proposal.rowId) !== proposal.ordinal)
    yield `names row ${proposal.rowId} and number ${proposal.ordinal}, which differ`
  if ((status === 'pending') !== (reviewerId === null) || (reviewerId === null) !== (reviewedAtMs === null))
    yield `is ${status} and has ${reviewerId === null ? 'no' : 'a'} reviewer`
  if (status === 'approved' && !hasRevision(db, proposal)) yield 'is approved, but no revision of its row comes from it'
}

/** Whether this approval made a revision of the row's manual layer. */
function hasRevision(db: Database, proposal: Proposal): boolean {
  try {
    return readRevisions(db, proposal.ordinal, 'manual').some(({ proposalId }) => proposalId === proposal.id)
  } catch {
    // The record is damaged, which the check of revisions reports.
    return true
  }
}

/** Whether revisions of the row may name the proposal. It may be open again: an approval can be taken back. */
export function isProposalOf(db: Database, id: number, ordinal: number): boolean {
  try {
    return readProposal(db, id)?.ordinal === ordinal
  } catch {
    // The record is damaged, which the check of proposals reports.
    return true
  }
}
