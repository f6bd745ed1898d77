// The routes that approve and reject proposals. A decision that this person has made already, in the same words, gets its answer again.
import { createNames } from '../../app/people/read-people.ts'
import { findProposal, type PlacedProposal } from '../../app/rows/list-proposals.ts'
import { approvedTextOf } from '../../app/rows/read-decisions.ts'
import { approveProposal, type ProposalRefusal, rejectProposal } from '../../app/writes/review-proposal.ts'
import { type Answer, success } from '../../api-v1/answer.ts'
import { taking } from '../../api-v1/sent-body.ts'
import type { Call, Work } from '../../api-v1/visit.ts'
import type { Result } from '../../base/result.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { Row } from '../../domain/row.ts'
import { APPROVE_BODY, REJECT_BODY } from './bodies.ts'
import { proposalJson } from './card.ts'
import { refusedDecision } from './refusals.ts'

/** POST /proposals/{proposal_id}/approve. */
export const approve: Work = taking(
  APPROVE_BODY,
  async (call, { value: { version, text, sourceHash, confirmWaived } }) => {
    const id = Number(call.id)
    const request = { id, version, text, confirmSource: sourceHash ?? false, confirmWaived }
    const ended = await approveProposal(call.app, call.actor, request)
    return answerTo(
      call,
      ended,
      (proposal) =>
        proposal.status === 'approved' &&
        proposal.version === version &&
        approvedTextOf(call.app, proposal) === (text ?? proposal.text),
    )
  },
)

/** POST /proposals/{proposal_id}/reject. */
export const reject: Work = taking(REJECT_BODY, async (call, { value: { version, reason } }) => {
  const ended = await rejectProposal(call.app, call.actor, { id: Number(call.id), version, reason })
  return answerTo(
    call,
    ended,
    (proposal) => proposal.status === 'rejected' && proposal.version === version && proposal.reason === reason,
  )
})

function answerTo(
  call: Call,
  ended: Result<Proposal, ProposalRefusal>,
  isSame: (proposal: Proposal) => boolean,
): Answer {
  const found = findProposal(call.app, Number(call.id))
  const row = found?.row ?? null
  const now = found === null || row === null ? null : { proposal: found.proposal, row }
  if (ended.ok && now !== null) return decided(call, { ...now, proposal: ended.value }, false)
  const refusal = ended.ok ? ({ code: 'no_proposal', id: ended.value.id } as const) : ended.refusal
  const isMine = refusal.code === 'not_pending' && now?.proposal.reviewerId === call.actor.user.id
  if (isMine && now !== null && isSame(now.proposal)) return decided(call, now, true)
  return refusedDecision(call, refusal, now)
}

function decided(call: Call, { proposal, row }: PlacedProposal & { readonly row: Row }, isRepeated: boolean): Answer {
  const { app } = call
  const final = proposal.status === 'approved' ? approvedTextOf(app, proposal) : null
  const answer = success({
    proposal: proposalJson(call, { proposal, row }, createNames(app)),
    outcome: final === null ? 'rejected' : final === proposal.text ? 'approved' : 'edited',
    final_text: final,
  })
  return isRepeated ? { ...answer, headers: { 'Idempotent-Replayed': 'true' } } : answer
}
