// The author of a pending proposal stands by its text against the new source (decisions §5): its hash is renewed, its
// version stays, and it can be approved again.
import { ok, refuse, type Result } from '../base/result.ts'
import type { User } from '../domain/people.ts'
import type { Proposal } from '../domain/proposal.ts'
import { putProposal, readProposal } from '../store/proposals.ts'
import { readRow } from '../store/rows.ts'
import type { App } from './app.ts'
import { manage, type ManageRefusal } from './manage-users.ts'

/** `sourceHash` is that of the source the author saw. */
export async function confirmProposal(
  app: App,
  author: User,
  request: { readonly id: number; readonly sourceHash: string },
): Promise<Result<Proposal, ManageRefusal>> {
  return await manage<Proposal>(app, author, (txn) => {
    const proposal = readProposal(txn.db, request.id)
    const row = proposal === undefined ? null : readRow(txn.db, app.store.files, proposal.ordinal)
    if (proposal === undefined || row === null) {
      return refuse({ code: 'not_found', message: 'there is no such proposal, or its row is not in the game now' })
    }
    if (proposal.authorId !== author.id || author.state !== 'active') {
      return refuse({
        code: 'not_allowed',
        message: 'only its author can confirm a proposal; a reviewer confirms by approving',
      })
    }
    if (proposal.status !== 'pending') {
      return refuse({ code: 'conflict', message: `the proposal was ${proposal.status} already` })
    }
    if (row.sourceHash !== request.sourceHash) {
      return refuse({ code: 'conflict', message: 'the source was changed once more; look at the new one' })
    }
    const after: Proposal = { ...proposal, sourceHash: row.sourceHash, isVerified: true, updatedAtMs: txn.timeMs }
    putProposal(txn, proposal, after)
    return ok(after)
  })
}
