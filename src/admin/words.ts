// The site's words for the domain's vocabulary, times and numbers.
import { isoTime, parseTime } from '../base/time.ts'
import type { WorkClass } from '../domain/work/work-filter.ts'
import type {
  Freshness,
  Layer,
  Origin,
  ProposalStatus,
  Role,
  TranslationStatus,
  UserState,
} from '../domain/vocabulary.ts'
import { type Html, html } from './html.ts'
import { counted, decimal, number, same, say, words } from './language/say.ts'

export const ROLE_WORDS: Readonly<Record<Role, string>> = words({
  user: 'User',
  translator: 'Translator',
  moderator: 'Moderator',
  admin: 'Admin',
  super_admin: 'Super admin',
})

export const STATE_WORDS: Readonly<Record<UserState, string>> = same('active', 'blocked', 'deactivated', 'deleted')

export const LAYER_WORDS: Readonly<Record<Layer, string>> = words({ manual: 'Manual text', machine: 'Machine text' })

export const STATUS_WORDS = same('draft', 'reviewed', 'approved', 'rejected', 'invalid', 'pending')

export const STATUS_HINTS: Readonly<Record<TranslationStatus | ProposalStatus, string>> = words({
  draft: 'nobody has looked at it yet',
  reviewed: 'a reviewer looked at it',
  approved: 'a reviewer approved it',
  rejected: 'a reviewer rejected it; it stays out of the game',
  invalid: 'it breaks the markup of the source; it stays out of the game',
  pending: 'it waits for a reviewer',
})

export const FRESHNESS_WORDS: Readonly<Record<Freshness, string>> = same('fresh', 'stale', 'unverified')

export const FRESHNESS_HINTS: Readonly<Record<Freshness, string>> = words({
  fresh: 'made for the present source',
  stale: 'the source has changed since; it stays out of the game until somebody confirms it',
  unverified: 'made for this source, but nobody checked that',
})

export const ORIGIN_WORDS: Readonly<Record<Origin, string>> = words({
  human: 'a person',
  ai_api: 'a machine, over the API',
  localized_file_import: 'a localized game file',
  legacy_unknown: 'the legacy API, source unknown',
})

export const CLASS_WORDS: Readonly<Record<WorkClass, string>> = words({
  manual_fresh: 'Manual',
  manual_stale: 'Manual, stale',
  machine_fresh: 'Machine',
  machine_stale: 'Machine, stale',
  none: 'No text',
})

export { counted, number }

/** A share in percent, such as `12.3 %`; a dash when the whole is 0. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${decimal((100 * part) / whole, 1)} %`

/** The zone of a page's times, until site.js converts them to the reader's clock. */
export const zone = html`<span data-zone>UTC</span>`

/** A time in UTC, such as `2026-11-20 14:33`; site.js converts it. */
export function time(ms: number): Html {
  const iso = new Date(ms).toISOString()
  const [year = '', month = '', day = '', hour = '', minute = ''] = iso.split(/[-T:]/)
  return html`<time datetime="${iso}" title="${iso}">${say`${year}-${month}-${day} ${hour}:${minute}`}</time>`
}

/** A day in UTC, such as `2026-11-20`. */
export const day = (ms: number): string => {
  const [year = '', month = '', of = ''] = new Date(ms).toISOString().split(/[-T]/)
  return say`${year}-${month}-${of}`
}

/** For a field of a time, which has UTC; site.js converts it to the reader's clock. */
export function inUtc(typed: string): string {
  const ms = parseTime(typed)
  return ms === null ? typed : isoTime(ms).slice(0, 19)
}

const minuteMs = 60_000

/** How long ago a time was: `3 min`, `5 h`, `12 days`. */
export function age(ms: number, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - ms) / minuteMs))
  if (minutes < 1) return say`just now`
  if (minutes < 120) return say`${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? say`${hours} h` : say`${Math.floor(hours / 24)} days`
}

export function excerpt(text: string, length = 140): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length <= length ? line : `${line.slice(0, length).toWellFormed()}…`
}
