// Taking back what somebody did to one row a moment ago: a revision just written, or a proposal just approved or rejected
// (docs/operations.md#taking-work-back). What stood before stands again as a new revision; a proposal waits for a reviewer
// again. Only the latest step of a layer can be taken back: where something was written since, it is left alone, and the
// row's page or `windrow revert` is the way. Work that somebody else approved is theirs to take back.
import { ok, refuse, type Result } from '../../base/result.ts'
import { hasPermission } from '../../domain/access.ts'
import { isForeignApproval } from '../../domain/decide-write.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { Head, Heads, Row } from '../../domain/row.ts'
import { restoring } from '../../domain/undo/restored.ts'
import { viaRevert } from '../../domain/undo/via.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import { putAudit } from '../../store/records/audit.ts'
import { REVERT, nextId } from '../../store/records/ids.ts'
import { pendingOf, putProposal, readProposal } from '../../store/records/proposals.ts'
import { readHeads, readRevision } from '../../store/rows/heads.ts'
import { readRow, readRowById } from '../../store/rows/rows.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'
import { addRevision } from '../writes/add-revision.ts'

/** One step: the revision that the person saw as the latest of its layer. */
interface Step {
  readonly rowId: string
  readonly layer: Layer
  readonly seq: number
}

interface TakenBack {
  readonly row: Row
  /** As they are now. */
  readonly heads: Heads
  /** The proposal that waits again, if the step was the end of one. */
  readonly reopened: Proposal | null
}

export type TakeBackRefusal =
  | NotWritten
  | { readonly code: 'may_not_take_back' | 'row_not_in_game' }
  | {
      readonly code:
        | 'no_proposal'
        | 'row_of_proposal_gone'
        /** It waits already, or waits again. */
        | 'proposal_waits'
        | 'rejected_by_other'
        /** Its author has sent another proposal for the row, and each has one at a time. */
        | 'proposed_again'
      readonly id: number
    }
  /** The layer says something else by now, or nothing. */
  | { readonly code: 'layer_changed'; readonly layer: Layer }
  | { readonly code: 'approved_by_other' }

/** Takes back the latest revision of a layer of a row; one that came from a proposal reopens it. */
export async function takeBackRevision(
  app: App,
  actor: Actor,
  step: Step,
): Promise<Result<TakenBack, TakeBackRefusal>> {
  return await takeBack(app, actor, (txn, by) => {
    const row = readRowById(txn.db, txn.store.files, step.rowId)
    if (row === null) return refuse({ code: 'row_not_in_game' })
    return undoHead(app, txn, by, row, step.layer, (head) => head.seq === step.seq)
  })
}

/**
 * Takes back the end of a proposal, which then waits for a reviewer again. Of an approved one, what the manual layer said
 * before stands again.
 */
export async function takeBackReview(
  app: App,
  actor: Actor,
  { id }: { readonly id: number },
): Promise<Result<TakenBack, TakeBackRefusal>> {
  return await takeBack(app, actor, (txn, by) => {
    const proposal = readProposal(txn.db, id)
    const row = proposal === undefined ? null : readRow(txn.db, txn.store.files, proposal.ordinal)
    if (proposal === undefined) return refuse({ code: 'no_proposal', id })
    if (row === null) return refuse({ code: 'row_of_proposal_gone', id })
    if (proposal.status === 'pending') return refuse({ code: 'proposal_waits', id })
    if (proposal.status === 'approved')
      return undoHead(app, txn, by, row, 'manual', (head) => head.proposalId === id && head.restores === undefined)
    if (proposal.reviewerId !== by.user.id) return refuse({ code: 'rejected_by_other', id })
    const reopened = reopen(txn, proposal)
    return reopened.ok ? ok({ row, heads: readHeads(txn.db, row.ordinal), reopened: reopened.value }) : reopened
  })
}

const takeBack = (
  app: App,
  actor: Actor,
  work: (txn: Txn, by: Actor) => Result<TakenBack, TakeBackRefusal>,
): Promise<Result<TakenBack, TakeBackRefusal>> =>
  change<Actor, TakenBack, TakeBackRefusal>(app, actor, (txn, by) =>
    hasPermission(by.user.role, 'review_translation') ? work(txn, by) : refuse({ code: 'may_not_take_back' }),
  )

function undoHead(
  app: App,
  txn: Txn,
  { user }: Actor,
  row: Row,
  layer: Layer,
  isMeant: (head: Head) => boolean,
): Result<TakenBack, TakeBackRefusal> {
  const heads = readHeads(txn.db, row.ordinal)
  const head = heads[layer]
  if (head === null || !isMeant(head)) return refuse({ code: 'layer_changed', layer })
  if (isForeignApproval(head, user.id)) return refuse({ code: 'approved_by_other' })
  const proposal = head.proposalId === null ? undefined : readProposal(txn.db, head.proposalId)
  // A text that came back with an earlier revert only carries the name of its proposal.
  const ended = head.restores === undefined && proposal?.status === 'approved' ? proposal : null
  const reopened = ended === null ? ok(null) : reopen(txn, ended)
  if (!reopened.ok) return reopened
  const number = nextId(txn, REVERT)
  const before = readRevision(txn.db, row.ordinal, layer, head.seq - 1) ?? null
  const said = restoring(before, row, { via: viaRevert(number), byId: user.id })
  const after = addRevision(txn, app.rules.now(), { row, heads }, layer, said)
  putAudit(txn, {
    userId: user.id,
    action: 'text.revert',
    subject: viaRevert(number),
    details: { row: row.rowId, layer, revision: head.seq },
  })
  return ok({ row, heads: after, reopened: reopened.value })
}

/** Back into the queue, as its author left it. */
function reopen(txn: Txn, proposal: Proposal): Result<Proposal, TakeBackRefusal> {
  if (pendingOf(txn.db, proposal.authorId, proposal.ordinal) !== null) {
    return refuse({ code: 'proposed_again', id: proposal.id })
  }
  const waiting: Proposal = {
    ...proposal,
    status: 'pending',
    reviewerId: null,
    reviewedAtMs: null,
    reason: null,
    updatedAtMs: txn.timeMs,
  }
  putProposal(txn, proposal, waiting)
  return ok(waiting)
}
