// What goes to an endpoint and what comes from it, as bytes: members are added to a request, and taken back where the server does not know
// what windrow added itself; an answer becomes the stream that was asked for, whatever it is called, and its errors are read.
import { FormTrouble, ModelTrouble } from './model.ts'

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
function jsonIn(text: string): unknown {
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

// The meaning of an endpoint's failure: a form that it does not know, a prompt that is too long, or a fault that
// passes. Statuses say little, so the words of the body are read first (endpoint-body.ts).

interface Asked {
  readonly url: string
  readonly key: string | null
}

/** Statuses of an endpoint without structured output or streaming, unless the message names another fault. */
const unknownFormatStatuses: readonly number[] = [400, 415, 422, 501]
const ABOUT_FORMAT = /response_format|schema|structured|format|parameter|stream/i
const ABOUT_GRAMMAR = /grammar/i
const ABOUT_MODEL =
  /model_not_found|model\b.*\b(?:not (?:found|exist|available)|unknown|invalid)|(?:unknown|invalid|no such) model/i
/** Wordings of servers for a prompt that is too long; what none of them finds is tried at half the length once (batch.ts). */
const ABOUT_LENGTH: readonly RegExp[] = [
  /context[ _-]?(?:length|size|window|limit)/i,
  /(?:prompt|input|request|message)s? (?:is |are |was )?too (?:long|large)/i,
  /too many (?:input |prompt )?tokens|(?:input|prompt) tokens? (?:limit|exceed)/i,
  /maximum (?:number of )?(?:(?:input|prompt|sequence|model|context) )*(?:tokens|length)/i,
  /max_(?:new_tokens|seq_len|model_len|input_tokens|input_length|total_tokens|prompt_tokens)/i,
  /range of input length|(?:model )?token limit|(?:prompt|input|sequence|token) (?:length|count)\b.*(?:exceed|greater|longer|larger)/i,
  /(?:exceed\w*|longer than|greater than|larger than)\b.*(?:context|tokens|sequence length)/i,
]
const tooLargeStatus = 413
const lengthStatuses: readonly number[] = [200, 400, tooLargeStatus, 422, 429, 500]
/** Any of them may mean a prompt that is too long, in words that nobody has listed. */
const doubtfulStatuses: readonly number[] = [400, 422]
const passingStatuses: readonly number[] = [200, 408, 409, 425, 429, 529]
/** A proxy on the way timed out. */
const lateStatuses: readonly number[] = [408, 504]
/** A bill, a key or a certificate: asking again does not help, unless the server says when. */
const ABOUT_OWNER = new RegExp(
  [
    String.raw`insufficient[ _](?:quota|balance|funds|credit)|\bbilling\b|\bbalance\b|payment required`,
    String.raw`out of credits?|no credits?|arrears|api[ _-]?key|credentials|unauthori[sz]ed|authentication`,
    String.raw`permission[ _]denied|certificate`,
  ].join('|'),
  'i',
)
/** Codes of connections that no patience mends: certificates, and TLS where the other end has none. */
const WRONG_ADDRESS = /CERT|SELF_SIGNED|UNABLE_TO_|EPROTO|ERR_SSL|ERR_TLS|WRONG_VERSION|ERR_INVALID_URL/

interface AnswerFault {
  readonly statusCode?: number
  readonly message: string
  readonly responseBody?: string
  readonly responseHeaders?: Record<string, string>
  readonly cause?: unknown
}

const wordsOf = ({ message, responseBody = '' }: AnswerFault): string => `${message} ${responseBody}`

function isAboutLength(fault: AnswerFault): boolean {
  const { statusCode: status = 0 } = fault
  const isNamed = ABOUT_LENGTH.some((words) => words.test(wordsOf(fault)))
  return status === tooLargeStatus || (lengthStatuses.includes(status) && isNamed)
}

function isAboutFormat(fault: AnswerFault): boolean {
  const status = fault.statusCode ?? 0
  const words = wordsOf(fault)
  if (status === 500) return ABOUT_GRAMMAR.test(words)
  if (ABOUT_FORMAT.test(words)) return status === 404 || unknownFormatStatuses.includes(status)
  return unknownFormatStatuses.includes(status) && !ABOUT_MODEL.test(words) && !ABOUT_OWNER.test(words)
}

export function troubleOfAnswer({ url, key }: Asked, fault: AnswerFault): ModelTrouble {
  const { statusCode: status = null, responseHeaders = {}, responseBody = '', cause } = fault
  if (status === null) {
    const { code } = (cause ?? {}) as { code?: unknown }
    const why = typeof code === 'string' ? code : fault.message
    return new ModelTrouble(`${url} cannot be reached (${hidden(why, key)})`, !WRONG_ADDRESS.test(why))
  }
  const seconds = secondsAsked(responseHeaders, responseBody, Date.now())
  const said = wordsIn(responseBody)
  const shown = said === '' || fault.message.includes(said) ? fault.message : said
  const message = `${url} answered: ${status} ${hidden(shown.replace(/\s+/g, ' '), key)}`
  if (isAboutLength(fault)) return new ModelTrouble(message, true, seconds, 'long')
  const size = lateStatuses.includes(status) ? 'late' : doubtfulStatuses.includes(status) ? 'perhaps' : null
  if (isAboutFormat(fault)) return new FormTrouble(message, status >= 500, null, size)
  const isOwners = seconds === null && ABOUT_OWNER.test(wordsOf(fault))
  const isPassing = !isOwners && (passingStatuses.includes(status) || status >= 500)
  return new ModelTrouble(message, isPassing, seconds, isOwners || ABOUT_MODEL.test(wordsOf(fault)) ? null : size)
}

/** An error that came with status 200: its own number counts. A page for people means another address. */
function troubleInside(asked: Asked, value: unknown): ModelTrouble {
  const said = wordsIn(value)
  if (typeof value === 'string' && /^\s*</.test(value))
    return new ModelTrouble(
      `${asked.url} answered with a page: ${hidden(said, asked.key)}; is the address right?`,
      false,
    )
  const message = said === '' ? 'an answer without a text' : said
  return troubleOfAnswer(asked, {
    statusCode: statusIn(value) ?? 200,
    message,
    responseBody: value === null ? '' : JSON.stringify(value),
  })
}

/** Hides the key, because endpoints may repeat it in their messages. */
export const hidden = (text: string, key: string | null): string => {
  const shown = key === null || key === '' ? text : text.replaceAll(key, '…')
  return shown.length <= 300 ? shown : `${shown.slice(0, 300)}…`
}

type Members = Readonly<Record<string, unknown>>

/** Whether a server has ended a stream with a reason: from then on one without a reason broke off. */
interface Ends {
  areGiven: boolean
}

/** `own` are windrow's; `theirs` are the user's, and win over all others. */
interface Added {
  readonly own: Members
  readonly theirs: Members
}

/** Stands for the reason of an answer that ended in good order without one. */
export const UNNAMED_END = 'windrow_unnamed'

/** What windrow or a package adds unasked: it is taken back when a refusal names it. `instead`: its other name. */
const TAKEN_BACK: readonly { readonly name: string; readonly named: RegExp; readonly instead: string | null }[] = [
  { name: 'chat_template_kwargs', named: /chat_template_kwargs/, instead: null },
  { name: 'stream_options', named: /stream_options|include_usage/, instead: null },
  { name: 'max_tokens', named: /max_completion_tokens/, instead: 'max_completion_tokens' },
]
const refusals: readonly number[] = [400, 422, 501]

export function fetchWith(asked: Asked, { own, theirs }: Added, send: typeof fetch): typeof fetch {
  const takenBack = new Set<string>()
  const ends: Ends = { areGiven: false }
  const withOthers = (members: Members): Members => {
    const kept = Object.entries(members).flatMap(([name, value]) => {
      const way = takenBack.has(name) ? TAKEN_BACK.find((each) => each.name === name) : undefined
      return way === undefined ? [[name, value]] : way.instead === null ? [] : [[way.instead, value]]
    })
    return { ...Object.fromEntries(kept), ...theirs }
  }
  return async (input, init) => {
    const members = { ...(JSON.parse(init?.body as string) as Members), ...own }
    for (;;) {
      const response = await send(input, { ...init, body: JSON.stringify(withOthers(members)) })
      if (response.ok)
        return members['stream'] === true ? await streamed(asked, response, ends) : await whole(asked, response)
      if (!refusals.includes(response.status)) return response
      const words = await response.clone().text()
      const way = TAKEN_BACK.find(({ name, named }) => name in members && !takenBack.has(name) && named.test(words))
      if (way === undefined) return response
      takenBack.add(way.name)
    }
  }
}

/** Throws what an answer in one piece says instead of an answer. */
function checked(asked: Asked, text: string): Members {
  const value = text.trim() === 'null' ? null : (jsonIn(text) ?? text)
  const trouble = faultIn(asked, value)
  if (trouble !== null) throw trouble
  const members = value as Members
  if (members['choices'] == null && members['content'] === undefined) throw troubleInside(asked, value)
  return members
}

const whole = async (asked: Asked, response: Response): Promise<Response> =>
  Response.json(checked(asked, await response.text()))

/** An error that stands where an answer should; null: none. */
function faultIn(asked: Asked, value: unknown): ModelTrouble | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return troubleInside(asked, value)
  const { error } = value as Members
  return error === undefined || error === null || error === false || error === '' ? null : troubleInside(asked, value)
}

/** The body's first letter tells what it is: its type says too often something else. */
async function streamed(asked: Asked, { body, headers }: Response, ends: Ends): Promise<Response> {
  if (body === null) throw troubleInside(asked, null)
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let begun = ''
  for (;;) {
    const { done, value } = await reader.read()
    begun += value ?? ''
    if (done || begun.trim() !== '') break
  }
  const rest = async function* (): AsyncGenerator<string> {
    yield begun
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  }
  const isStream =
    /^\s*(?:data|event|id|retry)?:/.test(begun) || (headers.get('content-type') ?? '').includes('event-stream')
  const events = isStream ? cleaned(asked, rest(), ends) : oneEvent(asked, rest())
  const texts = new ReadableStream<string>({
    pull: async (out) => {
      const { done, value } = await events.next()
      if (done) out.close()
      else out.enqueue(value)
    },
    cancel: (why) => reader.cancel(why),
  })
  return new Response(texts.pipeThrough(new TextEncoderStream()), { headers: { 'content-type': 'text/event-stream' } })
}

async function* oneEvent(asked: Asked, texts: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  for await (const each of texts) text += each
  const { choices, ...others } = checked(asked, text)
  const pieces = (choices as readonly Members[]).map(({ message, finish_reason: end, ...rest }) => {
    return { ...rest, delta: message, finish_reason: end || UNNAMED_END }
  })
  yield `${dataOf({ ...others, choices: pieces })}data: [DONE]\n\n`
}

const dataOf = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const ENDED = { choices: [{ index: 0, delta: {}, finish_reason: UNNAMED_END }] }

/** A stream without what is no event of an answer: empty data, a ping, a list of choices that is null. */
async function* cleaned(asked: Asked, texts: AsyncIterable<string>, ends: Ends): AsyncGenerator<string> {
  let hasEnd = false
  for await (const event of eventsIn(texts)) {
    const data = [...event.matchAll(/^data: ?(.*)$/gm)]
      .map(([, line = '']) => line)
      .join('\n')
      .trim()
    if (data === '[DONE]') {
      yield `${hasEnd || ends.areGiven ? '' : dataOf(ENDED)}data: [DONE]\n\n`
      ends.areGiven ||= hasEnd
      continue
    }
    const value = jsonIn(data)
    if (value === undefined) continue
    const trouble = faultIn(asked, value)
    if (trouble !== null) throw trouble
    const { choices, ...others } = value as Members
    if (Array.isArray(choices) && choices.some((choice: Members | null) => choice?.['finish_reason'])) hasEnd = true
    yield choices === null ? dataOf({ ...others, choices: [] }) : `${event}\n\n`
  }
}

/** Events end with an empty line; the last one may lack it. */
async function* eventsIn(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of texts) {
    const events = (rest + text).replaceAll('\r\n', '\n').split('\n\n')
    rest = events.pop() ?? ''
    yield* events
  }
  yield rest
}
