// Webhooks: addresses to which the server sends events, and the effects of each request's outcome (docs/webhooks.md).

export const WEBHOOK_FORMS = ['plain', 'discord', 'telegram'] as const
export type WebhookForm = (typeof WEBHOOK_FORMS)[number]

/** Windrow switches a webhook off by itself if its receiver answered 410, or took nothing for a day. */
export const WEBHOOK_ENDS = ['gone', 'failing'] as const
export type WebhookEnd = (typeof WEBHOOK_ENDS)[number]

export interface Webhook {
  readonly id: number
  /** The whole address is secret, because those of Discord and Telegram carry a token. Only the host is shown. */
  readonly address: string
  /** The key with which requests are signed; it has to be stored as it is. */
  readonly secret: string
  /** The kinds of events that are sent; empty: all. */
  readonly kinds: readonly string[]
  readonly form: WebhookForm
  /** The chat for messages to Telegram; null for other forms. */
  readonly chat: string | null
  /** Null: made on the command line. */
  readonly madeById: number | null
  readonly createdAtMs: number
  readonly isOn: boolean
  /** Why windrow switched it off. Null: it is on, or a person switched it off. */
  readonly ended: WebhookEnd | null
}

/** A webhook's place in the log. Written after each request, so a crash in between sends the same events again. */
export interface WebhookPlace {
  readonly id: number
  /** The last event delivered, or passed over because its kind is not wanted. */
  readonly after: number
  readonly failures: number
  readonly failingSinceMs: number | null
  /** The earliest time of the next request. */
  readonly nextAtMs: number
  readonly deliveredAtMs: number | null
  /** The outcome of the last request; null: there was none. */
  readonly last: string | null
}

/** How a request ended. Of an answer only `code` and `status` are kept. */
export type Outcome =
  | { readonly code: 'delivered' }
  | { readonly code: 'refused'; readonly status: number; readonly retryAfterMs: number }
  | { readonly code: keyof typeof UNREACHED }

/** What is said about a request without an answer. */
const UNREACHED = {
  needs_https: 'not sent: http is allowed only for hosts in the configuration value webhook_hosts',
  private_address: 'not sent: the address is not public',
  no_such_host: 'the host name has no address',
  not_reached: 'no connection, or no HTTP answer',
  bad_certificate: 'the certificate is not valid for this name',
  timeout: 'no answer within 10 seconds',
} as const

const minuteMs = 60_000
const firstPauseMs = 10_000
export const longestPauseMs = 60 * minuteMs
export const failingMsMax = 24 * 60 * minuteMs
/** A webhook ends after so many failures at the earliest: after a day without the server, one failure must not end it. */
const failuresMin = 12

/** The pause before the next request. `chance` is from 0 to 1 and spreads the pauses of several webhooks. */
const pauseMs = (failures: number, chance: number): number =>
  Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs) * (0.75 + chance / 4)

export const outcomeText = (outcome: Outcome): string =>
  outcome.code === 'delivered'
    ? 'delivered'
    : outcome.code === 'refused'
      ? `answered ${outcome.status}${outcome.status >= 300 && outcome.status < 400 ? ', and redirects are not followed' : ''}`
      : UNREACHED[outcome.code]

/** The place after a request with the events up to `upTo`; also whether windrow switches the webhook off. */
export function placeAfter(
  place: WebhookPlace,
  outcome: Outcome,
  upTo: number,
  nowMs: number,
  chance: number,
): { readonly place: WebhookPlace; readonly ended: WebhookEnd | null } {
  const last = outcomeText(outcome)
  if (outcome.code === 'delivered') {
    const after = Math.max(place.after, upTo)
    const fresh = { ...place, after, failures: 0, failingSinceMs: null, nextAtMs: nowMs, deliveredAtMs: nowMs, last }
    return { place: fresh, ended: null }
  }
  const failures = place.failures + 1
  const failingSinceMs = place.failingSinceMs ?? nowMs
  const asked = outcome.code === 'refused' ? outcome.retryAfterMs : 0
  const nextAtMs = Math.round(nowMs + Math.max(pauseMs(failures, chance), asked))
  const isGone = outcome.code === 'refused' && outcome.status === 410
  const isFailing = failures >= failuresMin && nowMs - failingSinceMs >= failingMsMax
  return {
    place: { ...place, failures, failingSinceMs, nextAtMs, last },
    ended: isGone ? 'gone' : isFailing ? 'failing' : null,
  }
}

/** Whether the next request is due. A time that is further ahead than any pause does not count: the clock was set back. */
export const isDue = ({ nextAtMs }: WebhookPlace, nowMs: number): boolean =>
  nextAtMs <= nowMs || nextAtMs > nowMs + longestPauseMs
