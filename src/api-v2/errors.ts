// The catalogue of API v2: that of v1, whose vocabulary is closed, and what only v2 can answer.
import type { ErrorRule } from '../api-v1/errors.ts'

/** Said with `limiter_unavailable`. */
export const SEARCHES_BUSY = 'A search of this person is under way, or as many of others as the server carries.'

export const STALE_HEAD: ErrorRule = {
  status: 409,
  agentAction: 'refetch',
  isRetriable: false,
  message: 'The translation has been changed since you read it.',
  hint: 'Look at details.head: keep it, or send yours again with its revision as expected_revision.',
}
