// Ends a proposal (docs/rows.md#proposals). Approving runs the checks again and writes the manual revision;
// rejecting needs a reason.
import { ok, refuse, type Result } from '../../base/result.ts'
import type { Finding } from '../../domain/finding.ts'
import { isProposalStale, type ReviewRefusal, reviewRefusal } from '../../domain/decide-review.ts'
import type { WriteRefusal } from '../../domain/decide-write.ts'
import type { User } from '../../domain/people.ts'
import type { Proposal } from '../../domain/proposal.ts'
import { approvedBy, newRevision } from '../../domain/revision.ts'
import { type Heads, lastSeq, type Row } from '../../domain/row.ts'
import { readHeads, readRow } from '../../store/rows.ts'
import { noteReview, putProposal, readProposal } from '../../store/records.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'
import { gateWithWaived, isClean } from '../rows/read-proposal.ts'
import { addRevision } from './add-revision.ts'

export type ProposalRefusal =
  | ReviewRefusal
  | NotWritten
  | Extract<WriteRefusal, { readonly code: 'stale_head' }>
  | { readonly code: 'no_proposal' | 'proposal_row_gone' | 'proposal_stale'; readonly id: number }
  | { readonly code: 'version_changed'; readonly id: number; readonly version: number }
  | { readonly code: 'no_reason' | 'not_clean' }
  /** `proposal_gate`: the checks found errors. `waived`: the author waived errors, and the reviewer has not accepted that yet. */
  | { readonly code: 'proposal_gate' | 'waived'; readonly id: number; readonly errors: readonly Finding[] }

interface ApproveProposal {
  readonly id: number
  /** The version of the proposal that the reviewer saw; null: any will do. */
  readonly version: number | null
  /** The number of the manual text that the reviewer saw (0: none): another one by now refuses the review. Absent: any will do. */
  readonly seenSeq?: number | undefined
  /** Approves for the present source: true, or the hash of the source that the reviewer saw, which refuses if it is another one by now. */
  readonly confirmSource: boolean | string
  readonly confirmWaived: boolean
  /** The reviewer's own wording ("edit and approve"); null: the author's stays. */
  readonly text: string | null
  /** For approving proposals unread: refuses if the checks find anything, even warnings and waived errors. */
  readonly onlyClean?: boolean
}

/** Approves a proposal. The row's other proposals stay pending. */
export async function approveProposal(
  app: App,
  actor: Actor,
  request: ApproveProposal,
): Promise<Result<Proposal, ProposalRefusal>> {
  return await change<Actor, Proposal, ProposalRefusal>(app, actor, (txn, { user: reviewer }) => {
    const found = findPending(txn, reviewer, request, 'approve')
    if (!found.ok) return found
    const { proposal, row, heads } = found.value
    const { id } = proposal
    if ((request.seenSeq ?? heads.manual?.seq ?? 0) !== (heads.manual?.seq ?? 0))
      return refuse({ code: 'stale_head', row, head: heads.manual })
    const text = request.text ?? proposal.text
    const judged = gateWithWaived(app, row, text, proposal.waivers)
    if (request.onlyClean === true && !isClean(judged)) return refuse({ code: 'not_clean' })
    if (!isSourceSeen(proposal, row, request.confirmSource)) return refuse({ code: 'proposal_stale', id })
    const { gate, waived } = judged
    if (gate.errors.length > 0) return refuse({ code: 'proposal_gate', id, errors: gate.errors })
    if (waived.length > 0 && !request.confirmWaived) return refuse({ code: 'waived', id, errors: waived })
    const revision = newRevision({
      text,
      ...approvedBy(reviewer.id, txn.timeMs),
      sourceHash: row.sourceHash,
      isVerified: true,
      authorId: proposal.authorId,
      keyId: proposal.keyId,
      proposalId: id,
      ...(gate.warnings.length > 0 && { isDoubted: true as const }),
      // A client is named only with its own text: it did not write the reviewer's wording.
      ...(proposal.client !== undefined && text === proposal.text && { client: proposal.client }),
    })
    const after = addRevision(txn, app.rules.now(), { row, heads }, 'manual', revision, waived.length === 0)
    const ended = endProposal(txn, reviewer, { ...proposal, sourceHash: row.sourceHash }, 'approved', null)
    noteReview(txn, ended, { manual: lastSeq(after, 'manual'), machine: heads.machine?.seq ?? 0 })
    return ok(ended)
  })
}

const isSourceSeen = (proposal: Proposal, row: Row, seen: boolean | string): boolean =>
  typeof seen === 'string' ? seen === row.sourceHash : seen || !isProposalStale(proposal, row)

/** Rejects a proposal. The reason must not be white space only. */
export async function rejectProposal(
  app: App,
  actor: Actor,
  request: { readonly id: number; readonly version: number | null; readonly reason: string },
): Promise<Result<Proposal, ProposalRefusal>> {
  if (request.reason.trim() === '') {
    return refuse({ code: 'no_reason' })
  }
  return await change<Actor, Proposal, ProposalRefusal>(app, actor, (txn, { user: reviewer }) => {
    const found = findPending(txn, reviewer, request, 'reject')
    if (!found.ok) return found
    const { proposal, heads } = found.value
    const ended = endProposal(txn, reviewer, proposal, 'rejected', request.reason)
    noteReview(txn, ended, { manual: 0, machine: heads.machine?.seq ?? 0 })
    return ok(ended)
  })
}

function findPending(
  { db, store }: Txn,
  reviewer: User,
  request: { readonly id: number; readonly version: number | null },
  decision: 'approve' | 'reject',
): Result<{ proposal: Proposal; row: Row; heads: Heads }, ProposalRefusal> {
  const { id } = request
  const proposal = readProposal(db, id)
  if (proposal === undefined) return refuse({ code: 'no_proposal', id })
  const row = readRow(db, store.files, proposal.ordinal)
  if (row === null) return refuse({ code: 'proposal_row_gone', id })
  const refusal = reviewRefusal(reviewer, proposal, decision)
  if (refusal !== null) return refuse(refusal)
  if (request.version !== null && request.version !== proposal.version) {
    return refuse({ code: 'version_changed', id, version: proposal.version })
  }
  return ok({ proposal, row, heads: readHeads(db, proposal.ordinal) })
}

function endProposal(
  txn: Txn,
  reviewer: User,
  proposal: Proposal,
  status: 'approved' | 'rejected',
  reason: string | null,
): Proposal {
  const before = readProposal(txn.db, proposal.id) ?? proposal
  const after: Proposal = {
    ...proposal,
    status,
    reason,
    reviewerId: reviewer.id,
    reviewedAtMs: txn.timeMs,
    updatedAtMs: txn.timeMs,
  }
  putProposal(txn, before, after)
  const { id: number, ordinal, rowId } = after
  const by = { userId: reviewer.id, keyId: null, provider: null, model: null }
  txn.acts.note({ kind: status, ...by, ordinal, rowId, number })
  return after
}
