// Refusals to decide a proposal, by the codes of the API.
import { createNames } from '../../app/people/read-people.ts'
import { sentenceFor } from '../../app/refusal-sentences.ts'
import type { ProposalRefusal } from '../../app/writes/review-proposal.ts'
import { type Answer, failure, retryAfter, turnedAway } from '../../api-v1/answer.ts'
import { boundedProblems } from '../../api-v1/bytes/problems-json.ts'
import { type ErrorCode, ERRORS } from '../../api-v1/errors.ts'
import type { Call } from '../../api-v1/visit.ts'
import { unreachable } from '../../base/assert.ts'
import { abilityRefusal, NO_KEY, rolesWith } from '../../domain/access.ts'
import { type ReviewRefusal, reviewRefusal } from '../../domain/decide-review.ts'
import type { Finding } from '../../domain/finding.ts'
import { lockRetryAfterSeconds } from '../../domain/limits.ts'
import type { Proposal } from '../../domain/proposal.ts'
import { sourceTextOf } from '../../domain/row.ts'
import { type Json, staleHead } from '../errors.ts'
import { proposalJson, type ShownProposal } from './card.ts'

const CODES: Readonly<Record<ReviewRefusal['code'], ErrorCode | 'stale_head'>> = {
  may_not_review: 'forbidden_permission',
  own_proposal: 'forbidden_permission',
  not_pending: 'stale_head',
}

function sentence(refusal: ProposalRefusal): string {
  const said = sentenceFor('tools', refusal)
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
}

/** Whether this key may make the decision; if not, with the reason as a code and a sentence. */
export function mayDecide({ actor: { user, key } }: Call, proposal: Proposal, decision: 'approve' | 'reject'): Json {
  const lacks = abilityRefusal('translations:write-manual', user.role, key ?? NO_KEY)
  if (lacks !== null) return { allowed: false, code: lacks.code, message: ERRORS[lacks.code].message }
  const refusal = reviewRefusal(user, proposal, decision)
  if (refusal === null) return { allowed: true }
  return { allowed: false, code: CODES[refusal.code], message: sentence(refusal) }
}

export const noProposal = (message = 'There is no such proposal, or its row is not in the game now.'): Answer =>
  failure('entry_not_found', { message, hint: 'List the proposals with GET /api/v2/proposals.' })

/** `now` is the proposal as it is; null: it is not there, or its row is not. */
export function refusedDecision(call: Call, refusal: ProposalRefusal, now: ShownProposal | null): Answer {
  switch (refusal.code) {
    case 'no_proposal':
    case 'proposal_row_gone':
      return noProposal(sentence(refusal))
    case 'may_not_review':
    case 'own_proposal':
      return failure('forbidden_permission', {
        message: sentence(refusal),
        details: { required_roles: rolesWith(refusal.code === 'own_proposal' ? 'manage_users' : 'review_translation') },
      })
    case 'not_pending':
    case 'version_changed':
      return staleHead(sentence(refusal), 'Look at details.proposal: leave it, or decide about that version.', {
        proposal: now === null ? null : proposalJson(call, now, createNames(call.app)),
      })
    case 'proposal_stale':
      return failure('stale_source', {
        message: 'The source has changed since the proposal was made, or since you read it.',
        hint: 'Compare the text with details.current_source_text; if it fits, send source_hash with the hash of that source.',
        details: {
          current_source_hash: now?.row.sourceHash ?? null,
          current_source_text: now === null ? null : sourceTextOf(now.row),
        },
      })
    case 'proposal_gate':
      return refusedText(refusal.errors, 'Repair the text by details.errors, or reject the proposal.')
    case 'waived':
      return refusedText(
        refusal.errors,
        'Repair the text, or send confirm_waived: true if it is right in spite of them.',
      )
    case 'busy':
      return failure('layer_busy', { headers: retryAfter(lockRetryAfterSeconds) })
    case 'save_failed':
      return failure('save_failed')
    case 'invalid_key':
    case 'key_inactive':
    case 'account_inactive':
      return turnedAway(refusal.code)
    case 'signed_out':
      // Only a session on the site can be signed out; a key cannot.
      return turnedAway('invalid_key')
    case 'no_reason':
    case 'not_clean':
    case 'stale_head':
      throw new Error(`broken assumption: ${refusal.code} is no refusal of API v2`)
    default:
      return unreachable(refusal)
  }
}

/** The code of the first error; details have all of them. */
function refusedText(errors: readonly Finding[], hint: string): Answer {
  const problems = boundedProblems(errors, [])
  const [first] = errors
  if (first === undefined) throw new Error('broken assumption: a text is refused without an error')
  return failure(first.code, { message: first.message, hint, details: { errors: problems.errors } })
}
