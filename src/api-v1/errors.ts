// All errors of the API (docs/api-v1.md#errors), in the order in which they are listed.

export const AGENT_ACTIONS = ['retranslate', 'refetch', 'skip', 'wait', 'stop_until_quota_reset', 'abort'] as const
type AgentAction = (typeof AGENT_ACTIONS)[number]

export interface ErrorRule {
  readonly status: number
  /** What a script should do next. */
  readonly agentAction: AgentAction
  /** True: the same request may succeed later. */
  readonly isRetriable: boolean
  /** The message of an answer that gives no more precise one. */
  readonly message: string
  readonly hint: string
}

const rule = (status: number, agentAction: AgentAction, message: string, hint: string): ErrorRule => ({
  status,
  agentAction,
  isRetriable: agentAction === 'wait' || agentAction === 'stop_until_quota_reset',
  message,
  hint,
})

export const ERRORS = {
  missing_key: rule(401, 'abort', 'The request has no API key.', 'Send your key in the header X-API-Key.'),
  invalid_key: rule(
    401,
    'abort',
    'The API key is unknown, revoked or misspelled.',
    'Check the key for missing characters, or ask an administrator for a new one.',
  ),
  key_inactive: rule(403, 'abort', 'The API key is deactivated.', 'Ask its owner or an administrator to activate it.'),
  account_inactive: rule(
    403,
    'abort',
    'The account that owns the key is not active.',
    'Ask an administrator to activate the account.',
  ),
  forbidden_ability: rule(
    403,
    'abort',
    'The key lacks the ability that this takes.',
    'Use another key, or ask an administrator to change the abilities of this one; details say what is needed.',
  ),
  forbidden_permission: rule(
    403,
    'abort',
    "The role of the key's owner does not allow this.",
    'Ask an administrator for a role or permission that details name.',
  ),
  api_disabled: rule(
    403,
    'abort',
    'API v1 is switched off.',
    'Ask an administrator when it will be switched on again.',
  ),
  rate_limited: rule(
    429,
    'wait',
    'Too many requests in this minute.',
    'Wait as many seconds as the header Retry-After says, then send the request again.',
  ),
  daily_row_quota_exceeded: rule(
    429,
    'stop_until_quota_reset',
    'The batch has more items than the daily row quota has left; nothing was written.',
    'Send a smaller batch, or go on after details.resets_at.',
  ),
  limiter_unavailable: rule(
    503,
    'wait',
    'The counter of requests is not available.',
    'Wait a second, then send the request again.',
  ),
  invalid_request: rule(
    400,
    'abort',
    'The request has faults.',
    'Correct every fault that details.errors names, then send the request again.',
  ),
  batch_too_large: rule(
    400,
    'abort',
    'The batch has too many items.',
    'Send at most as many items in one request as details.max says.',
  ),
  not_found: rule(
    404,
    'abort',
    'API v1 has no such address or method.',
    'Check method and path, exactly as documented: no trailing slash, nothing percent-encoded.',
  ),
  internal_error: rule(
    500,
    'wait',
    'The server has a fault that has nothing to do with your text.',
    'Send the request again later; if it fails again, tell the administrator.',
  ),
  entry_not_found: rule(404, 'skip', 'There is no row with this id.', 'Skip the row, or list the rows again.'),
  stale_source: rule(
    409,
    'refetch',
    'The source has changed since you read it.',
    'Read the row again, check your translation against the new source, and send it with the new source_hash.',
  ),
  layer_busy: rule(
    409,
    'wait',
    'Another process writes to the store (an import?), or an earlier request with the same Idempotency-Key still ' +
      'runs; nothing was written.',
    'Wait as many seconds as the header Retry-After says, then send the request again with the same Idempotency-Key.',
  ),
  active_proposal_exists: rule(
    409,
    'skip',
    'You have a pending proposal with another text for this row.',
    'Skip the row until the proposal in details is reviewed, or change the proposal on the site.',
  ),
  duplicate_idempotency_key: rule(
    409,
    'abort',
    'This Idempotency-Key was used with another body.',
    'Use a new Idempotency-Key for every new batch.',
  ),
  non_translatable: rule(422, 'skip', 'The row has nothing to translate and is kept as it is.', 'Skip the row.'),
  empty_text: rule(422, 'retranslate', 'The translation is empty.', 'Send a translation.'),
  source_equivalent: rule(
    422,
    'retranslate',
    'The text is the source, not a translation of it.',
    'Translate the source.',
  ),
  markup_functional_breakage: rule(
    422,
    'retranslate',
    'Tokens that the game fills in are missing, added or changed.',
    'Put every token of tokens.must_preserve into the translation, exactly as it is and as often.',
  ),
  markup_cosmetic_breakage: rule(
    422,
    'retranslate',
    'Formatting or control characters differ from the source.',
    'Keep the formatting tokens of the source and leave out invisible characters.',
  ),
  markup_caption_breakage: rule(
    422,
    'retranslate',
    'The content of a game tag in angle brackets was changed.',
    'Copy the tags in angle brackets from the source, captions included.',
  ),
  glossary_violation: rule(
    422,
    'retranslate',
    "The text lacks the glossary's translation of a term.",
    'Use an accepted form of every term in details.missing_phrases.',
  ),
  length_too_short: rule(
    422,
    'retranslate',
    'The translation is too short for its source.',
    'Translate the whole source.',
  ),
  length_too_long: rule(422, 'retranslate', 'The translation is too long for its source.', 'Shorten the translation.'),
  unchanged: rule(422, 'skip', 'This exact text is already stored.', 'Skip the row: there is nothing to write.'),
  save_failed: rule(
    422,
    'wait',
    'The server could not save the batch; count on none of it.',
    'Send the same request with the same Idempotency-Key again later; if it fails again, tell the administrator.',
  ),
} as const

export type ErrorCode = keyof typeof ERRORS
export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[]

export const agentDetails = (code: ErrorCode): { agent_action: AgentAction; retriable: boolean } => ({
  agent_action: ERRORS[code].agentAction,
  retriable: ERRORS[code].isRetriable,
})
