// What a server says in its own words: why it failed, with which number, and when to ask again. Servers put this into headers, into
// members of many names, into lists, and into pages of HTML.

/** Members that hold words, or what holds them. */
const WORD_NAMES = [
  'error',
  'message',
  'msg',
  'detail',
  'details',
  'errors',
  'error_msg',
  'error_description',
  'metadata',
  'raw',
]
const STATUS_NAMES = ['code', 'status', 'status_code', 'statusCode', 'http_code'] as const
const shownMax = 300

/** `body`: text, or a value of JSON; '' where it says nothing. */
export const wordsIn = (body: unknown): string => [...new Set(saidIn(body))].join(': ').slice(0, shownMax)

function saidIn(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    const inner = jsonIn(value)
    return inner === undefined ? plain(value) : saidIn(inner)
  }
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap(saidIn)
  const members = value as Readonly<Record<string, unknown>>
  return WORD_NAMES.flatMap((name) => saidIn(members[name]))
}

/** Undefined: the text is no object or list in JSON. */
export function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Without the tags of HTML. */
function plain(text: string): readonly string[] {
  const words = text
    .replace(/<(script|style)\b[^]*?<\/\1>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return words === '' ? [] : [words]
}

/** The number of an error, as a status of HTTP; null: it has none. */
export function statusIn(value: unknown): number | null {
  if (Array.isArray(value)) return value.length === 0 ? null : statusIn(value[0])
  if (value === null || typeof value !== 'object') return null
  const members = value as Readonly<Record<string, unknown>>
  const own = STATUS_NAMES.map((name) => Number(members[name])).find((each) => each >= 400 && each <= 599)
  return own ?? statusIn(members['error'])
}

const TIME = /(\d+(?:\.\d+)?)\s*(ms|milli|h|m|s)?/gi
const SECONDS_OF: Readonly<Record<string, number>> = { ms: 0.001, milli: 0.001, s: 1, m: 60, h: 3_600 }
const SPAN = String.raw`(?:\d+(?:\.\d+)?\s*(?:milliseconds?|ms|hours?|h|minutes?|mins?|m|seconds?|secs?|s)[\s,]*(?:and )?)+`
/** `retryDelay` is Gemini's; the words are those of OpenAI and many others. */
const IN_BODY: readonly RegExp[] = [
  /"retryDelay"\s*:\s*"([\d.]+s)"/,
  /"retry_after(?:_seconds)?"\s*:\s*"?([\d.]+)/,
  new RegExp(String.raw`(?:again|retry|wait)\s+(?:in|after|for)?\s*(${SPAN})`, 'i'),
]

/** Null: the server does not say when to ask again. */
export function secondsAsked(headers: Readonly<Record<string, string>>, body: string, nowMs: number): number | null {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(milliseconds)) return milliseconds / 1_000
  const after = headers['retry-after']?.trim() ?? ''
  if (/^\d/.test(after)) return secondsIn(after)
  // A date is meant by the server's clock.
  const untilMs = Date.parse(after) - (Date.parse(headers['date'] ?? '') || nowMs)
  if (Number.isFinite(untilMs)) return Math.max(0, untilMs / 1_000)
  const said = IN_BODY.map((words) => words.exec(body)?.[1]).find((found) => found !== undefined)
  return said === undefined ? null : secondsIn(said)
}

/** Of `4`, `4s`, `1m30s`, `200 ms`. */
const secondsIn = (text: string): number =>
  [...text.matchAll(TIME)].reduce(
    (sum, { 1: count, 2: unit = 's' }) => sum + Number(count) * (SECONDS_OF[unit.toLowerCase()] ?? 1),
    0,
  )
