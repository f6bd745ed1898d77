// Every refusal of the legacy API, with its status and sentence (docs/legacy-api.md#errors). The
// body is `{"success": false, "error": "<sentence>"}`, with more members on 422 and 429 only.
import { isoTime } from '../base/time.ts'
import type { LegacyLimitRefusal } from '../app/people/admit-legacy-request.ts'
import type { AuthenticationRefusal } from '../app/people/admit-request.ts'
import type { NotWritten } from '../app/change.ts'
import type { WriteRefusal } from '../domain/decide-write.ts'
import type { Finding } from '../domain/finding.ts'
import { bodyBytesMax, lockRetryAfterSeconds } from '../domain/limits.ts'

export type LegacyFailure =
  | { readonly code: AuthenticationRefusal | 'role_too_low' }
  | {
      readonly code:
        | 'wrong_address'
        | 'wrong_method'
        | 'body_broken_off'
        | 'body_too_large'
        | 'body_too_slow'
        | 'no_room'
        | 'no_turn'
        | 'internal_error'
    }
  | { readonly code: 'bad_parameter'; readonly sentence: string }
  | LegacyLimitRefusal
  | WriteRefusal
  | { readonly code: NotWritten['code'] }

type Code = LegacyFailure['code']

const internalFault =
  'The server could not answer because of a fault of its own: try again later, and tell its administrator if it stays.'
const notAllowed = 'The owner of this key may not do this any more: ask an administrator for the role of a moderator.'

type Sentence<C extends Code> = string | ((failure: Extract<LegacyFailure, { readonly code: C }>) => string)
type Status = 400 | 401 | 403 | 404 | 405 | 409 | 422 | 429 | 500 | 503

const FAILURES: { readonly [C in Code]: readonly [status: Status, sentence: Sentence<C>] } = {
  missing_key: [
    401,
    'The X-API-Key header is missing: send your API key in it. Keys are made at /admin/profile, section API key.',
  ],
  invalid_key: [
    401,
    'This API key is not valid here: it was mistyped, replaced or deleted, or is not a bot key. ' +
      'Make a new one at /admin/profile, section API key, and put it into your bot.',
  ],
  key_inactive: [403, 'This API key is switched off: switch it on again at /admin/profile, or ask an administrator.'],
  account_inactive: [403, 'The account this API key belongs to is not active: ask an administrator.'],
  role_too_low: [
    403,
    'The owner of this API key may not use it: this API takes keys of moderators, admins and super admins. ' +
      'Ask an administrator for the role.',
  ],
  forbidden_ability: [403, notAllowed],
  forbidden_permission: [403, notAllowed],
  wrong_address: [
    404,
    'There is nothing at this address: send the request to /api/translations-api.php, without further slashes.',
  ],
  wrong_method: [
    405,
    'This address takes POST requests only: send the parameters as a JSON object in the body of a POST.',
  ],
  body_broken_off: [400, 'The request body ended before it was complete: send it again.'],
  body_too_large: [400, `The request body is larger than ${bodyBytesMax / (1024 * 1024)} MiB: send less text.`],
  body_too_slow: [400, 'The request body did not arrive in time: send it again.'],
  no_room: [503, 'The server is busy with other requests and takes no more for now: try again in a few seconds.'],
  no_turn: [503, 'The server has more to do than it can do in time, so nothing was done: try again in a few seconds.'],
  bad_parameter: [400, ({ sentence }) => sentence],
  limit_exceeded: [
    429,
    ({ type, limit, resetsAtMs }) =>
      `The limit of ${limit} ${type} requests a day is reached: go on after ${isoTime(resetsAtMs)}, or ask an administrator to raise it.`,
  ],
  entry_not_found: [
    404,
    'There is no row with this row_id: check it; if it was right before, the game has dropped the row, so skip it.',
  ],
  // Bots read 409 as "already filled", so no other refusal may use it.
  filled: [
    409,
    'ai_translated_text is filled already and was left as it is: send overwrite_ai_translated_text as true to replace it.',
  ],
  gate: [422, ({ errors }) => `The translation was not saved: ${errors.map(({ message }) => message).join(' ')}`],
  busy: [
    503,
    'Another process writes to the store (an import?) and nothing can be saved just now: try again in a few seconds.',
  ],
  save_failed: [
    503,
    'The text could not be saved because of a fault of the server: try again later, and tell its administrator if it stays.',
  ],
  counter_unavailable: [503, 'The request counter is not available just now: try again in a few seconds.'],
  internal_error: [500, internalFault],
  // Signing in exists on the site only.
  signed_out: [500, internalFault],
  // The legacy rules never refuse these: requests name neither hash nor revision, and a pending proposal is changed in place.
  stale_source: [500, internalFault],
  stale_head: [500, internalFault],
  active_proposal_exists: [500, internalFault],
}

/** All codes, in the order of the table above. */
export const FAILURE_CODES = Object.keys(FAILURES) as readonly Code[]

export const statusOf = ({ code }: LegacyFailure): Status => FAILURES[code][0]

/** One or two English sentences for the bot's owner. */
export function sentenceOf<C extends Code>(failure: Extract<LegacyFailure, { readonly code: C }>): string {
  const [, sentence] = FAILURES[failure.code]
  return typeof sentence === 'string' ? sentence : (sentence as (failure: LegacyFailure) => string)(failure)
}

export function failureBody(failure: LegacyFailure): Record<string, unknown> {
  const body = { success: false, error: sentenceOf(failure) }
  if (failure.code === 'gate') {
    return { ...body, errors: failure.errors.map(findingBody), warnings: failure.warnings.map(findingBody) }
  }
  if (failure.code === 'limit_exceeded') {
    return { ...body, limit_type: failure.type, limit: failure.limit, resets_at: isoTime(failure.resetsAtMs) }
  }
  return body
}

/** Headers of a refusal, in addition to those of every answer. */
export function failureHeaders(failure: LegacyFailure, nowMs: number): Record<string, string> {
  if (failure.code === 'wrong_method') return { Allow: 'POST' }
  if (statusOf(failure) === 503) return { 'Retry-After': String(lockRetryAfterSeconds) }
  if (failure.code !== 'limit_exceeded') return {}
  return { 'Retry-After': String(Math.max(1, Math.ceil((failure.resetsAtMs - nowMs) / 1000))) }
}

export const findingBody = ({ code, rule, message }: Finding): Record<string, string> => ({
  code,
  rule_code: rule,
  message,
})
