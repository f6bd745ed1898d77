// Errors that only API v2 has.
import type { Answer } from '../api-v1/answer.ts'
import type { ErrorRule } from '../api-v1/errors.ts'
import type { Json } from './declared.ts'

export const STALE_HEAD: ErrorRule = {
  status: 409,
  agentAction: 'refetch',
  isRetriable: false,
  message: 'The translation has been changed since you read it.',
  hint: 'Look at details.head: keep it, or send yours again with its revision as expected_revision.',
}

/** Refuses a whole request by `stale_head`: the text that it is about was changed meanwhile. */
export const staleHead = (message: string, hint: string, details: Json): Answer => ({
  status: STALE_HEAD.status,
  body: JSON.stringify({
    success: false,
    error: 'stale_head',
    message,
    hint,
    details: { ...details, agent_action: STALE_HEAD.agentAction, retriable: STALE_HEAD.isRetriable },
  }),
})
