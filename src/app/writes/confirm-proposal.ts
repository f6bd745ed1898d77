// The author of a pending proposal confirms its text for the new source (docs/rows.md#proposals): the source's hash is
// renewed, the version stays, and it can be approved again.
import { ok, refuse, type Result } from '../../base/result.ts'
import { hasPermission } from '../../domain/access.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { ProposalStatus } from '../../domain/vocabulary.ts'
import { putProposal, readProposal } from '../../store/records.ts'
import { readRow } from '../../store/rows.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'

export type ConfirmRefusal =
  | NotWritten
  | { readonly code: 'proposal_gone' | 'not_the_author' | 'source_changed_once_more' }
  | { readonly code: 'proposal_ended'; readonly status: ProposalStatus }

/** Confirms a proposal. `sourceHash`: the hash of the source that the author saw. */
export async function confirmProposal(
  app: App,
  actor: Actor,
  request: { readonly id: number; readonly sourceHash: string },
): Promise<Result<Proposal, ConfirmRefusal>> {
  return await change<Actor, Proposal, ConfirmRefusal>(app, actor, (txn, { user: author }) => {
    const proposal = readProposal(txn.db, request.id)
    const row = proposal === undefined ? null : readRow(txn.db, txn.store.files, proposal.ordinal)
    if (proposal === undefined || row === null) return refuse({ code: 'proposal_gone' })
    if (proposal.authorId !== author.id || !hasPermission(author.role, 'propose_translation')) {
      return refuse({ code: 'not_the_author' })
    }
    if (proposal.status !== 'pending') return refuse({ code: 'proposal_ended', status: proposal.status })
    if (row.sourceHash !== request.sourceHash) return refuse({ code: 'source_changed_once_more' })
    const after: Proposal = { ...proposal, sourceHash: row.sourceHash, isVerified: true, updatedAtMs: txn.timeMs }
    putProposal(txn, proposal, after)
    return ok(after)
  })
}
