// Outcomes of texts and refusals of calls: answers of the use cases in the words of API v1.
import { unreachable } from '../base/assert.ts'
import { isoTime } from '../base/time.ts'
import { findingProblem, type ItemProblems, problemsOf } from '../api-v1/bytes/wire.ts'
import { agentDetails, type ErrorCode, ERRORS } from '../api-v1/errors.ts'
import { headJson } from '../api-v2/cards.ts'
import { SEARCHES_BUSY, STALE_HEAD } from '../api-v2/errors.ts'
import type { Actor } from '../app/actor.ts'
import type { TakeRefusal } from '../app/claims/take-claim.ts'
import type { Judgement } from '../app/writes/judge-write.ts'
import type { BatchRefusal, ItemOutcome } from '../app/writes/write-batch.ts'
import type { WriteRefusal } from '../domain/decide-write.ts'
import { claimsPerPersonMax, lockRetryAfterSeconds, searchRetryAfterSeconds } from '../domain/limits.ts'
import { AgentRefused, type Refusal, type TextOutcome, type TextProblem } from './agent.ts'

/** By default with the message and hint of API v1's catalogue. */
export function refusedBy(code: ErrorCode, parts: Partial<Refusal> = {}): AgentRefused {
  const { message, hint } = ERRORS[code]
  const details = { ...parts.details, ...agentDetails(code) }
  return new AgentRefused({ code, message, hint, retryAfterSeconds: null, ...parts, details })
}

/** For a key that lacks the ability, or a role that may not write. */
function refusedAbility({ user, key }: Actor): AgentRefused {
  if (key !== null) return refusedBy('forbidden_ability')
  return refusedBy('forbidden_ability', {
    message: `${user.name} is ${user.role} and may neither write nor propose.`,
    hint: `Somebody who may gives them a role: windrow user role ${user.name} translator.`,
  })
}

export function refusedBatch(refusal: BatchRefusal, actor: Actor): AgentRefused {
  switch (refusal.code) {
    case 'layer_busy':
      return refusedBy('layer_busy', { retryAfterSeconds: lockRetryAfterSeconds })
    case 'daily_row_quota_exceeded': {
      const { resetsAtMs, ...counts } = refusal.quota
      return refusedBy('daily_row_quota_exceeded', { details: { ...counts, resets_at: isoTime(resetsAtMs) } })
    }
    case 'forbidden_ability':
      return refusedAbility(actor)
    case 'duplicate_idempotency_key':
    case 'save_failed':
    case 'invalid_key':
    case 'key_inactive':
    case 'account_inactive':
      return refusedBy(refusal.code)
    case 'signed_out':
      // An agent never acts through a session of the site, so its key is missing.
      return refusedBy('invalid_key')
    case 'rate_limited':
      // Only the budget of stored answers refuses this way, and only answers with an idempotency key are stored.
      return refusedBy('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(refusal.retryAfterMs / 1000)) })
    default:
      return unreachable(refusal)
  }
}

export function refusedTake(refusal: TakeRefusal, actor: Actor): AgentRefused {
  if (refusal.code === 'forbidden_ability') return refusedAbility(actor)
  if (refusal.code !== 'too_many_claims') return refusedBy(refusal.code)
  const { retryAfterSeconds } = refusal
  return refusedBy('rate_limited', {
    message: `You hold ${claimsPerPersonMax} claims with rows that are not done, as many as a person may.`,
    hint: 'Give one back, or wait until the first of them ends.',
    details: { max: claimsPerPersonMax },
    retryAfterSeconds,
  })
}

export const refusedSearch = (): AgentRefused =>
  refusedBy('limiter_unavailable', { message: SEARCHES_BUSY, retryAfterSeconds: searchRetryAfterSeconds })

const NOTHING_ELSE = { reason: null, copies: null, errors: [], warnings: [] } as const

export function outcomeOf(item: ItemOutcome): TextOutcome {
  const { rowId, status } = item
  if (status === 'rejected') return { ...NOTHING_ELSE, rowId, status, ...refusalProblems(item.refusal) }
  const copies = 'copies' in item ? item.copies : null
  if (status === 'unchanged') return { ...NOTHING_ELSE, rowId, status, reason: item.reason, copies }
  const warnings = item.warnings.map((warning) => textProblem(findingProblem(warning)))
  return { ...NOTHING_ELSE, rowId, status, copies, warnings }
}

export function outcomeOfCheck(rowId: string, { decision }: Judgement): TextOutcome {
  if (decision.kind === 'refused') {
    return { ...NOTHING_ELSE, rowId, status: 'rejected', ...refusalProblems(decision.refusal) }
  }
  if (decision.kind === 'unchanged') return { ...NOTHING_ELSE, rowId, status: 'unchanged', reason: decision.reason }
  const warnings = decision.warnings.map((warning) => textProblem(findingProblem(warning)))
  return { ...NOTHING_ELSE, rowId, status: decision.kind === 'revision' ? 'written' : 'proposed', warnings }
}

function refusalProblems(refusal: WriteRefusal): Pick<TextOutcome, 'errors' | 'warnings'> {
  if (refusal.code === 'stale_head') {
    const { message, agentAction, isRetriable } = STALE_HEAD
    const head = headJson(refusal.head, refusal.row.sourceHash)
    const details = { head, agent_action: agentAction, retriable: isRetriable }
    return { errors: [{ code: refusal.code, rule: null, message, details }], warnings: [] }
  }
  const { errors, warnings } = problemsOf(refusal)
  return { errors: errors.map(textProblem), warnings: warnings.map(textProblem) }
}

const textProblem = ({ code, rule_code: rule, message, details }: ItemProblems['errors'][number]): TextProblem => ({
  code,
  rule,
  message,
  details,
})
