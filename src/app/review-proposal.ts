// Ending a proposal (decisions §5): approving runs the gate again and writes the manual revision; rejecting gives a reason.
// The site and the command line call these alike, with the same rules.
import { ok, refuse, type Result } from '../base/result.ts'
import { runGate } from '../domain/checks/gate.ts'
import type { Finding } from '../domain/finding.ts'
import { isProposalStale, type ReviewRefusal, reviewRefusal } from '../domain/decide-review.ts'
import type { User } from '../domain/people.ts'
import type { Proposal } from '../domain/proposal.ts'
import type { Heads, Row } from '../domain/row.ts'
import { sourceTextOf } from '../domain/row.ts'
import { breaksMarkup } from '../domain/text/compare.ts'
import { appendRevision, readHeads } from '../store/heads.ts'
import { putProposal, readProposal } from '../store/proposals.ts'
import { readRow } from '../store/rows.ts'
import { type Txn, write } from '../store/write.ts'
import type { App } from './app.ts'
import { notWritten } from './not-written.ts'

export type ProposalRefusal =
  | ReviewRefusal
  | { readonly code: 'not_found' | 'busy' | 'save_failed' | 'version_changed' | 'no_reason'; readonly message: string }
  | {
      readonly code: 'gate'
      readonly message: string
      readonly errors: readonly Finding[]
      readonly warnings: readonly Finding[]
    }

export interface ApproveProposal {
  readonly id: number
  /** The version the reviewer saw; null when they named none. */
  readonly version: number | null
  /** The reviewer looked at the changed source and stands by the text. */
  readonly confirmSource: boolean
  /** The reviewer's own wording ("edit and approve"); null keeps the author's. */
  readonly text: string | null
}

const waitMsMax = 5_000

/** Approves a proposal; the row's other pending proposals stay pending. */
export async function approveProposal(
  app: App,
  reviewer: User,
  request: ApproveProposal,
): Promise<Result<Proposal, ProposalRefusal>> {
  return await writeReview(app, (txn) => {
    const found = findPending(app, reviewer, request, 'approve')
    if (!found.ok) return found
    const { proposal, row, heads } = found.value
    if (isProposalStale(proposal, row) && !request.confirmSource) {
      return refuse({
        code: 'stale_source',
        currentSourceHash: row.sourceHash,
        message: `the source has changed since proposal ${proposal.id} was made; look at the new source and confirm it (--confirm-source)`,
      })
    }
    const text = request.text ?? proposal.text
    const rules = app.rules.now()
    const { errors, warnings } = runGate({
      source: sourceTextOf(row),
      isServiceRow: row.isServiceRow,
      text,
      rules: rules.gate,
      glossary: rules.glossary,
      waivers: proposal.waivers,
    })
    if (errors.length > 0) {
      const message = `the text of proposal ${proposal.id} does not pass: ${errors.map((e) => e.message).join('; ')}`
      return refuse({ code: 'gate', message, errors, warnings })
    }
    const approved = endProposal(txn, reviewer, { ...proposal, sourceHash: row.sourceHash }, 'approved', null)
    appendRevision(
      txn,
      row,
      heads,
      'manual',
      {
        text,
        status: 'approved',
        origin: 'human',
        provider: null,
        model: null,
        sourceHash: row.sourceHash,
        isVerified: true,
        authorId: proposal.authorId,
        keyId: proposal.keyId,
        approverId: reviewer.id,
        approvedAtMs: txn.timeMs,
        proposalId: proposal.id,
      },
      breaksMarkup(sourceTextOf(row), text, rules.gate.captionPolicy),
    )
    return ok(approved)
  })
}

/** Rejects a proposal. The reason is for its author: at least one character that is not white space. */
export async function rejectProposal(
  app: App,
  reviewer: User,
  request: { readonly id: number; readonly version: number | null; readonly reason: string },
): Promise<Result<Proposal, ProposalRefusal>> {
  if (request.reason.trim() === '') {
    return refuse({ code: 'no_reason', message: 'say why the proposal is rejected, so that its author can do better' })
  }
  return await writeReview(app, (txn) => {
    const found = findPending(app, reviewer, request, 'reject')
    return found.ok ? ok(endProposal(txn, reviewer, found.value.proposal, 'rejected', request.reason)) : found
  })
}

async function writeReview(
  app: App,
  change: (txn: Txn) => Result<Proposal, ProposalRefusal>,
): Promise<Result<Proposal, ProposalRefusal>> {
  const written = await write(app.store, waitMsMax, change)
  return written.ok ? written.value : refuse(notWritten(written.refusal))
}

function findPending(
  app: App,
  reviewer: User,
  request: { readonly id: number; readonly version: number | null },
  decision: 'approve' | 'reject',
): Result<{ proposal: Proposal; row: Row; heads: Heads }, ProposalRefusal> {
  const { main, files } = app.store
  const proposal = readProposal(main, request.id)
  const row = proposal === undefined ? null : readRow(main, files, proposal.ordinal)
  if (proposal === undefined || row === null) {
    const message =
      proposal === undefined
        ? `there is no proposal ${request.id}`
        : `the row of proposal ${request.id} is not in the game now; it can be reviewed when the row is back`
    return refuse({ code: 'not_found', message })
  }
  const refusal = reviewRefusal(reviewer, proposal, decision)
  if (refusal !== null) return refuse(refusal)
  if (request.version !== null && request.version !== proposal.version) {
    return refuse({
      code: 'version_changed',
      message: `proposal ${proposal.id} was changed by its author meanwhile (version ${proposal.version}); look at it again`,
    })
  }
  return ok({ proposal, row, heads: readHeads(main, proposal.ordinal) })
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
  return after
}
