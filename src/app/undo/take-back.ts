// Takes back a recent change of one row (docs/taking-back.md): the previous text returns as a new revision, a
// reviewed proposal waits again. Only the latest step of a layer can be taken back, and work that another person approved only
// by that person.
import { ok, refuse, type Result } from '../../base/result.ts'
import { hasPermission } from '../../domain/access.ts'
import { isForeignApproval } from '../../domain/decide-write.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { Head, Row, RowWithHeads } from '../../domain/row.ts'
import { restoring } from '../../domain/revert.ts'
import { viaRevert } from '../../domain/revision.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import { type AuditEntry, nextId, pendingOf, putAudit, putProposal, readProposal, REVERT } from '../../store/records.ts'
import { readHeads, readRevision, readRow, readRowById } from '../../store/rows.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'
import { addRevision } from '../writes/add-revision.ts'

/** The revision which the person saw as the latest one of its layer. */
interface Step {
  readonly rowId: string
  readonly layer: Layer
  readonly seq: number
}

interface TakenBack extends RowWithHeads {
  readonly reopened: Proposal | null
}

export type TakeBackRefusal =
  | NotWritten
  | { readonly code: 'may_not_take_back' | 'row_not_in_game' }
  | {
      readonly code:
        | 'no_proposal'
        | 'row_of_proposal_gone'
        | 'proposal_waits'
        | 'rejected_by_other'
        /** The author already has a pending proposal for the row. */
        | 'proposed_again'
      readonly id: number
    }
  | { readonly code: 'layer_changed'; readonly layer: Layer }
  | { readonly code: 'approved_by_other' }

type Changed<T> = Promise<Result<T, TakeBackRefusal>>

/** Takes back a revision. The proposal that it came from waits for a reviewer again. */
export async function takeBackRevision(app: App, actor: Actor, step: Step): Changed<TakenBack> {
  return await changeBack(app, actor, (txn, by) => {
    const number = nextId(txn, REVERT)
    const back = undoStep(app, txn, by, step, number)
    if (back.ok) putRevert(txn, by, number, { row: step.rowId, layer: step.layer, revision: step.seq })
    return back
  })
}

/** How many steps one transaction takes back; between two transactions others may write. */
const stepsAtOnce = 50

export async function takeBackRevisions(
  app: App,
  actor: Actor,
  steps: readonly Step[],
): Promise<{ readonly rows: number; readonly refusals: readonly TakeBackRefusal[] }> {
  const refusals: TakeBackRefusal[] = []
  let number: number | null = null
  for (let at = 0; at < steps.length; at += stepsAtOnce) {
    const some = steps.slice(at, at + stepsAtOnce)
    const left: TakeBackRefusal[] = []
    const taken: Result<number, TakeBackRefusal> = await changeBack(app, actor, (txn, by) => {
      const id = number ?? nextId(txn, REVERT)
      for (const step of some) {
        const back = undoStep(app, txn, by, step, id)
        if (!back.ok) left.push(back.refusal)
      }
      if (left.length < some.length) putRevert(txn, by, id, { rows: some.length - left.length })
      return ok(id)
    })
    if (taken.ok) number = taken.value
    refusals.push(...(taken.ok ? left : some.map(() => taken.refusal)))
  }
  return { rows: steps.length - refusals.length, refusals }
}

function undoStep(app: App, txn: Txn, by: Actor, step: Step, number: number): Result<TakenBack, TakeBackRefusal> {
  const row = readRowById(txn.db, txn.store.files, step.rowId)
  if (row === null) return refuse({ code: 'row_not_in_game' })
  return undoHead(app, txn, by, { row, layer: step.layer, number, isMeant: (head) => head.seq === step.seq })
}

const putRevert = (txn: Txn, { user }: Actor, number: number, details: AuditEntry['details']): void =>
  putAudit(txn, { userId: user.id, action: 'text.revert', subject: viaRevert(number), details })

/** Takes back a review: the proposal waits for a reviewer again, and after an approval the previous manual text returns. */
export async function takeBackReview(app: App, actor: Actor, { id }: { readonly id: number }): Changed<TakenBack> {
  return await changeBack(app, actor, (txn, by) => {
    const proposal = readProposal(txn.db, id)
    const row = proposal === undefined ? null : readRow(txn.db, txn.store.files, proposal.ordinal)
    if (proposal === undefined) return refuse({ code: 'no_proposal', id })
    if (row === null) return refuse({ code: 'row_of_proposal_gone', id })
    if (proposal.status === 'pending') return refuse({ code: 'proposal_waits', id })
    if (proposal.status === 'approved') {
      const number = nextId(txn, REVERT)
      const isMeant = (head: Head): boolean => head.proposalId === id && head.restores === undefined
      const back = undoHead(app, txn, by, { row, layer: 'manual', number, isMeant })
      if (back.ok) putRevert(txn, by, number, { row: row.rowId, layer: 'manual', proposal: id })
      return back
    }
    if (proposal.reviewerId !== by.user.id) return refuse({ code: 'rejected_by_other', id })
    const reopened = reopen(txn, by.user.id, proposal)
    return reopened.ok ? ok({ row, heads: readHeads(txn.db, row.ordinal), reopened: reopened.value }) : reopened
  })
}

const changeBack = <T>(app: App, actor: Actor, work: (txn: Txn, by: Actor) => Result<T, TakeBackRefusal>): Changed<T> =>
  change<Actor, T, TakeBackRefusal>(app, actor, (txn, by) =>
    hasPermission(by.user.role, 'review_translation') ? work(txn, by) : refuse({ code: 'may_not_take_back' }),
  )

interface Undoing {
  readonly row: Row
  readonly layer: Layer
  readonly number: number
  readonly isMeant: (head: Head) => boolean
}

function undoHead(
  app: App,
  txn: Txn,
  { user }: Actor,
  { row, layer, number, isMeant }: Undoing,
): Result<TakenBack, TakeBackRefusal> {
  const heads = readHeads(txn.db, row.ordinal)
  const head = heads[layer]
  if (head === null || !isMeant(head)) return refuse({ code: 'layer_changed', layer })
  if (isForeignApproval(head, user.id)) return refuse({ code: 'approved_by_other' })
  const proposal = head.proposalId === null ? undefined : readProposal(txn.db, head.proposalId)
  // A revision that a revert restored only names its proposal: taking it back does not reopen the proposal.
  const ended = head.restores === undefined && proposal?.status === 'approved' ? proposal : null
  const reopened = ended === null ? ok(null) : reopen(txn, user.id, ended)
  if (!reopened.ok) return reopened
  const before = readRevision(txn.db, row.ordinal, layer, head.seq - 1) ?? null
  const said = restoring(before, row, { via: viaRevert(number), byId: user.id })
  const after = addRevision(txn, app.rules.now(), { row, heads }, layer, said)
  return ok({ row, heads: after, reopened: reopened.value })
}

function reopen(txn: Txn, userId: number, proposal: Proposal): Result<Proposal, TakeBackRefusal> {
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
  const { id: proposalId, rowId } = proposal
  txn.events.tell(userId, { kind: 'proposals.reopened', facts: { proposalId, rowId } })
  return ok(waiting)
}
