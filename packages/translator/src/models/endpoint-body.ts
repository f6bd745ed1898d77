// What goes to an endpoint and what comes from it, as bytes: members are added to a request, and taken back where the server does not know
// what windrow added itself; an answer becomes the stream that was asked for, whatever it is called, and its errors are read.
import { Readable } from 'node:stream'
import {
  ABOUT_FORM,
  ABOUT_GRAMMAR,
  ABOUT_LENGTH,
  ABOUT_MODEL,
  ABOUT_OWNER,
  ABOUT_RATE,
  ABOUT_SYSTEM,
  ADDRESS_STATUSES,
  BROKEN_OFF,
  BUSY_STATUSES,
  DOUBTFUL_STATUSES,
  FORM_STATUSES,
  LATE_STATUSES,
  LENGTH_STATUSES,
  NO_ENDS,
  OVER_RATE,
  PASSING_STATUSES,
  REFUSALS,
  RESET_HEADERS,
  resetSecondsMax,
  SECONDS_OF,
  STATUS_NAMES,
  TAKEN_BACK,
  TIME,
  TOO_LARGE,
  WAIT_UNTIL,
  WAITS_IN_BODY,
  WORD_NAMES,
  WRONG_ADDRESS,
} from '../manners.ts'
import { AnsweredTrouble, failuresMax, FormTrouble, ModelTrouble, uselessMax } from './model.ts'

// What a server says in its own words: why it failed, with which number, and when to ask again. Servers put this into headers, into
// members of many names, into lists, and into pages of HTML.

const shownMax = 300

/** The server's words in an answer. `body` is text or a parsed value; '' if it says nothing. */
export const wordsIn = (body: unknown): string => [...new Set(saidIn(body))].join(': ').slice(0, shownMax)

function saidIn(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    const inner = jsonIn(value)
    return inner === undefined ? plain(value) : saidIn(inner)
  }
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap(saidIn)
  const members = Object.entries(value).map(([name, each]) => [name.toLowerCase(), each] as const)
  return WORD_NAMES.flatMap((name) => members.flatMap(([own, each]) => (own === name ? saidIn(each) : [])))
}

/** The object or list that the text is in JSON. Undefined: it is neither. */
export function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The words of a text, without the tags of HTML. */
function plain(text: string): readonly string[] {
  const words = text
    .replace(/<(script|style)\b[^]*?<\/\1>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return words === '' ? [] : [words]
}

/** The number of an error, if it may be a status of HTTP; null: there is none. */
export function statusIn(value: unknown): number | null {
  if (Array.isArray(value)) return value.length === 0 ? null : statusIn(value[0])
  if (value === null || typeof value !== 'object') return null
  const members = value as Readonly<Record<string, unknown>>
  const own = STATUS_NAMES.map((name) => Number(members[name])).find((each) => each >= 400 && each <= 599)
  return own ?? statusIn(members['error'])
}

/** How many seconds the server asks to wait. Null: it does not say when to ask again. */
export function secondsAsked(headers: Readonly<Record<string, string>>, body: string, nowMs: number): number | null {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(milliseconds)) return milliseconds / 1_000
  // A date is meant by the server's clock.
  const nowThereMs = Date.parse(headers['date'] ?? '') || nowMs
  const after = secondsUntil(headers['retry-after'] ?? '', nowThereMs)
  if (after !== null) return after
  const said = WAITS_IN_BODY.map(({ words, unit }) => (words.exec(body)?.[1] ?? '') + unit).find((each) =>
    /\d/.test(each),
  )
  if (said !== undefined) return secondsIn(said)
  const until = WAIT_UNTIL.exec(body)?.[1]
  if (until !== undefined) return secondsUntil(until, nowThereMs)
  const resets = Object.entries(headers).flatMap(([name, value]) =>
    RESET_HEADERS.test(name) ? (secondsUntil(RESET.exec(value)?.[1] ?? value, nowThereMs) ?? []) : [],
  )
  const near = resets.filter((seconds) => seconds <= resetSecondsMax)
  return near.length === 0 ? null : Math.max(...near)
}

/** The seconds among the values of a header. */
const RESET = /(?:^|[;,\s])(?:t|reset)=(\d+)/

/** Seconds from now until what a server said: a span (of ISO 8601 too), a date, or a count of seconds or milliseconds since 1970. */
function secondsUntil(said: string, nowMs: number): number | null {
  const value = said.trim().replace(/^PT(?=\d)/i, '')
  const count = Number(value)
  const untilMs = value === '' ? Number.NaN : count > 1e11 ? count : count > 1e8 ? count * 1_000 : Date.parse(value)
  if (/^\d[\d.]*\s*(?:[a-z]|$)/i.test(value) && !(count > 1e8)) return secondsIn(value)
  return Number.isFinite(untilMs) ? Math.max(0, (untilMs - nowMs) / 1_000) : null
}

/** The seconds in a text such as `4`, `4s`, `1m30s` or `200 ms`. */
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
  const said = wordsOf(fault)
  const isOfRate = status === 429 && ABOUT_RATE.test(said) && !OVER_RATE.test(said)
  const isNamed = !isOfRate && ABOUT_LENGTH.some((words) => words.test(said))
  return status === TOO_LARGE || (LENGTH_STATUSES.includes(status) && isNamed)
}

function isAboutFormat(fault: AnswerFault): boolean {
  const status = fault.statusCode ?? 0
  const words = wordsOf(fault)
  if (status === 500) return ABOUT_GRAMMAR.test(words)
  if (ABOUT_FORM.test(words)) return status === 404 || FORM_STATUSES.includes(status)
  return FORM_STATUSES.includes(status) && !ABOUT_MODEL.test(words) && !ABOUT_OWNER.test(words)
}

export function troubleOfAnswer({ url, key }: Asked, fault: AnswerFault): ModelTrouble {
  const { statusCode: status = null, responseHeaders = {}, responseBody = '', cause } = fault
  if (status === null) {
    const { code } = (cause ?? {}) as { code?: unknown }
    const why = typeof code === 'string' ? code : fault.message
    if (BROKEN_OFF.test(why)) return new ModelTrouble(`${url} closed the connection without an answer`, true)
    return new ModelTrouble(`${url} cannot be reached (${hidden(why, key)})`, !WRONG_ADDRESS.test(why))
  }
  if (status === 200 && cause !== undefined) return new ModelTrouble(`${url} broke off within its answer`, true)
  const seconds = secondsAsked(responseHeaders, responseBody, Date.now())
  const said = wordsIn(responseBody)
  const bare = said === '' && jsonIn(responseBody) !== undefined ? `${fault.message}: ${responseBody}` : fault.message
  const shown = said === '' || fault.message.includes(said) ? bare : said
  const message = `${url} answered: ${status} ${hidden(shown.replace(/\s+/g, ' '), key)}`
  if (isAboutLength(fault)) return new ModelTrouble(message, true, seconds, 'long')
  const size = LATE_STATUSES.includes(status) ? 'late' : DOUBTFUL_STATUSES.includes(status) ? 'perhaps' : null
  if (isAboutFormat(fault)) return new FormTrouble(message, status >= 500, null, size)
  const isAboutModel = ABOUT_MODEL.test(wordsOf(fault))
  const isOwners = seconds === null && (ABOUT_OWNER.test(wordsOf(fault)) || (status === 200 && isAboutModel))
  const isPassing = !isOwners && (PASSING_STATUSES.includes(status) || status >= 500)
  const hint = ADDRESS_STATUSES.includes(status) && !NO_ADDRESS.test(shown) ? ADDRESS_HINT : ''
  return new ModelTrouble(message + hint, isPassing, seconds, isOwners || isAboutModel ? null : size)
}

/** A server that misses one of these was found: its address is right. */
const NO_ADDRESS = /model|deployment|endpoints/i
const ADDRESS_HINT = '; is the address right? Most end with /v1, and none with /chat/completions'

/** The trouble in an answer with status 200: its own error number counts. A page for people means that the address is wrong. */
function troubleInside(asked: Asked, value: unknown): ModelTrouble {
  const said = wordsIn(value)
  if (typeof value === 'string' && /^\s*</.test(value))
    return new ModelTrouble(
      `${asked.url} answered with a web page: ${hidden(said, asked.key)}; is the address right?`,
      false,
    )
  const statusCode = statusIn(value) ?? 200
  const body = JSON.stringify(value)
  const isUseless = said === '' && statusCode === 200
  const shown = isUseless
    ? `an answer without a text${value !== null && /[\p{L}\d]/u.test(body) ? `: ${body}` : ''}`
    : said
  const trouble = troubleOfAnswer(asked, { statusCode, message: shown, responseBody: isUseless ? shown : body })
  const isUnpaid = trouble instanceof FormTrouble || (BUSY_STATUSES.includes(statusCode) && trouble.size === null)
  return isUnpaid ? trouble : new AnsweredTrouble(trouble, isUseless ? uselessMax : failuresMax)
}

/** Hides the key, because endpoints may repeat it in their messages. */
export const hidden = (text: string, key: string | null): string => {
  const shown = key === null || key === '' ? text : text.replaceAll(key, '…')
  return shown.length <= 300 ? shown : `${shown.slice(0, 300)}…`
}

type Members = Readonly<Record<string, unknown>>

/** Remembers whether the server has ended a stream with a reason before; since then, a stream without one counts as broken off. */
interface Ends {
  areGiven: boolean
}

/** Members that are added to a request: `own` by windrow, `theirs` by the user, which win over all others. */
interface Added {
  readonly own: Members
  readonly theirs: Members
}

/** Stands for the reason of an answer that ended properly and gave none. */
export const UNNAMED_END = 'windrow_unnamed'

export function fetchWith(asked: Asked, { own, theirs }: Added, send: typeof fetch): typeof fetch {
  const takenBack = new Set<string>()
  const ends: Ends = { areGiven: false }
  const withOthers = (members: Members): Members => {
    const kept = Object.entries(members).flatMap(([name, value]) => {
      if (name === SYSTEM && takenBack.has(name)) return [[name, withoutSystem(value)]]
      const way = takenBack.has(name) ? TAKEN_BACK.find((each) => each.name === name) : undefined
      return way === undefined ? [[name, value]] : way.instead === null ? [] : [[way.instead, value]]
    })
    return { ...Object.fromEntries(kept), ...theirs }
  }
  return async (input, init) => {
    const members: Members = { ...(JSON.parse(init?.body as string) as Members), ...own }
    for (;;) {
      const response = await send(input, { ...init, body: JSON.stringify(withOthers(members)) })
      if (response.ok) {
        const limited = withLimit(asked, response)
        return members['stream'] === true ? await streamed(asked, limited, ends) : await whole(asked, limited)
      }
      if (!REFUSALS.includes(response.status)) return response
      const words = await response.clone().text()
      const isLeft = (each: string): boolean => each in members && !takenBack.has(each)
      const way = TAKEN_BACK.find(
        ({ name: each, named, is }) => isLeft(each) && named.test(words) && (is?.includes(members[each]) ?? true),
      )
      const name = ABOUT_SYSTEM.test(words) && isLeft(SYSTEM) ? SYSTEM : way?.name
      if (name === undefined) return response
      takenBack.add(name)
    }
  }
}

/** The member that has the system message. */
const SYSTEM = 'messages'

/** Messages without that of the system, whose words go before the next one's. */
function withoutSystem(messages: unknown): unknown {
  const [system, first, ...rest] = messages as readonly { readonly role: string; readonly content: unknown }[]
  if (system?.role !== 'system' || first === undefined) return messages
  return [{ ...first, content: [system, first].map(({ content }) => said(content)).join('\n\n') }, ...rest]
}

/** No answer has so many bytes. */
const bytesMax = 32_000_000

/** The response, whose body ends with a trouble where it goes on without end. */
function withLimit({ url }: Asked, response: Response): Response {
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, out) => {
      bytes += chunk.length
      if (bytes > bytesMax) throw new ModelTrouble(`${url} answered: 200 and goes on without end`, false)
      out.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(counter) ?? null, {
    status: response.status,
    headers: response.headers,
  })
}

/** Members that answers are wrapped in. */
const WRAPPERS = ['data', 'result', 'response', 'output'] as const

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The answer or part that a value holds, without a list around it or a wrapper. */
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value) && value.length === 1 && isObject(value[0]) && 'choices' in value[0]) return value[0]
  if (!isObject(value) || value['choices'] != null) return value
  const inner = WRAPPERS.map((name) => value[name]).find((each) => isObject(each) && each['choices'] != null)
  return inner ?? value
}

/** What the packages read of a choice, and nothing that their schemas might not take. Ollama's own form has one without a list. */
function choicesIn({ choices, message, done, done_reason: reason }: Members): readonly Members[] {
  if (isObject(choices)) return Object.values(choices).filter(isObject)
  if (Array.isArray(choices)) return choices.filter(isObject)
  return isObject(message) && done !== undefined
    ? [{ message, finish_reason: done === true ? (reason ?? 'stop') : null }]
    : []
}

const said = (content: unknown): string | null => {
  if (Array.isArray(content)) return content.map((part) => said(isObject(part) ? part['text'] : part) ?? '').join('')
  return typeof content === 'string' ? content : null
}

/** The word for an end, which some servers send as `{"type": "stop"}`, `1` or `"null"`. */
function endIn(end: unknown): string | null {
  if (isObject(end)) return endIn(end['type'] ?? end['reason'])
  const word = typeof end === 'number' ? String(end) : typeof end === 'string' ? end : ''
  return NO_ENDS.includes(word.toLowerCase()) ? null : word
}

function partOf(choice: Members): {
  readonly part: Members & { readonly content: string | null }
  readonly end: string | null
} {
  const given = [choice['delta'], choice['message']].find(isObject) ?? { content: choice['text'] }
  const thoughts = said(given['reasoning_content'] ?? given['reasoning'] ?? given['thinking'])
  const part = {
    role: 'assistant',
    content: said(given['content']) ?? said(given['refusal']),
    ...(thoughts !== null && { reasoning_content: thoughts }),
    ...(Array.isArray(given['tool_calls']) && { tool_calls: given['tool_calls'] }),
  }
  return { part, end: endIn(choice['finish_reason'] ?? choice['stop_reason']) }
}

/** The server's counts of tokens as numbers; a member that is no number is left out. */
function usageIn(usage: unknown): Members {
  if (!isObject(usage)) return {}
  const counts = (of: Members): Members => {
    const found: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(of)) {
      const count =
        typeof value === 'number' || typeof value === 'string' ? Number.parseFloat(String(value)) : Number.NaN
      if (isObject(value)) found[name] = counts(value)
      else if (Number.isFinite(count)) found[name] = count
    }
    return found
  }
  return { usage: counts(usage) }
}

/** Parses an answer in one piece. Throws the trouble that it tells instead of an answer. */
function checked(asked: Asked, text: string): Members {
  const value = unwrapped(text.trim() === 'null' ? null : (jsonIn(text) ?? text))
  const trouble = faultIn(asked, value)
  if (trouble !== null) throw trouble
  const members = value as Members
  if (choicesIn(members).length === 0 && members['content'] === undefined) throw troubleInside(asked, value)
  return members
}

async function whole(asked: Asked, response: Response): Promise<Response> {
  const members = checked(asked, await response.text())
  if (choicesIn(members).length === 0) return Response.json(members)
  const choices = choicesIn(members)
    .map(partOf)
    .map(({ part, end }, index) => ({ index, message: part, finish_reason: end }))
  return Response.json({ choices, ...usageIn(members['usage']) })
}

/** The trouble that stands where an answer should, or beside its end; null: none. An error without a word or a number is none. */
function faultIn(asked: Asked, value: unknown): ModelTrouble | null {
  if (!isObject(value)) return troubleInside(asked, value)
  const isThere = ({ error }: Members): boolean =>
    error === true || wordsIn(error) !== '' || statusIn({ error }) !== null
  const faulty = [value, ...choicesIn(value)].find(isThere)
  return faulty === undefined ? null : troubleInside(asked, faulty)
}

/** The answer as a stream. The body's first letter decides what it is, because its type is too often wrong. */
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
  const type = headers.get('content-type') ?? ''
  const isStream = /^\s*(?:data|event|id|retry|error)?:/i.test(begun) || /event-stream|ndjson|jsonl/.test(type)
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
  // Parts of an answer, a line each, under the name of a whole one.
  if (/^\s*\{.*\}\s*\n/.test(text) && jsonIn(text) === undefined) {
    yield* cleaned(asked, Readable.from([text]), { areGiven: false })
    return
  }
  const parts: unknown = jsonIn(text)
  if (Array.isArray(parts) && parts.length > 1 && parts.some((each) => isObject(each) && 'choices' in each)) {
    yield* cleaned(asked, Readable.from(parts.map(dataOf)), { areGiven: false })
    return
  }
  const members = checked(asked, text)
  const choices = choicesIn(members)
    .map(partOf)
    .map(({ part, end }, index) => ({ index, delta: withCalls(part), finish_reason: end ?? UNNAMED_END }))
  yield `${dataOf({ choices, ...usageIn(members['usage']) })}data: [DONE]\n\n`
}

/** Calls of a whole answer have no places, which those of a stream need. */
const withCalls = ({ tool_calls: calls, ...part }: Members): Members =>
  Array.isArray(calls) ? { ...part, tool_calls: calls.map((call: Members, index) => ({ index, ...call })) } : part

const dataOf = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const ENDED = { choices: [{ index: 0, delta: {}, finish_reason: UNNAMED_END }] }

/** A stream of what the packages read: without pings and empty data, in one form. Throws what it says instead of an answer. */
async function* cleaned(asked: Asked, texts: AsyncIterable<string>, ends: Ends): AsyncGenerator<string> {
  let [hasEnd, hasText, words, text] = [false, false, '', '']
  for await (const data of dataIn(texts)) {
    if (data === '[DONE]') {
      if (!hasText && words !== '') throw troubleOfWords(asked, words)
      yield `${hasEnd || ends.areGiven ? '' : dataOf(ENDED)}data: [DONE]\n\n`
      ends.areGiven ||= hasEnd
      hasText = true
      continue
    }
    const value = unwrapped(jsonIn(data))
    if (value === undefined) {
      words ||= data
      continue
    }
    const trouble = faultIn(asked, value)
    if (trouble !== null) throw trouble
    const members = value as Members
    const parts = choicesIn(members).map(partOf)
    // Of Anthropic's events each has a type of its own.
    const isEvent = EVENT_TYPE.test(String(members['type']))
    const isOther = !(parts.length > 0 || 'choices' in members || 'usage' in members)
    if (isOther && !isEvent) {
      if (wordsIn(members) !== '') throw troubleInside(asked, value)
      words ||= data
      continue
    }
    hasText ||= parts.length > 0 || isEvent
    hasEnd ||= parts.some(({ end }) => end !== null)
    const choices = parts.map(({ part, end }, index) => {
      const content = index === 0 ? newIn(part.content, text) : part.content
      if (index === 0) text += content ?? ''
      return { index, delta: { ...part, content }, finish_reason: end }
    })
    yield dataOf(isEvent ? value : { choices, ...usageIn(members['usage']) })
  }
  if (!hasText) throw words === '' ? troubleInside(asked, null) : troubleOfWords(asked, words)
}

/** So much text does not come twice by chance. */
const repeatedLengthMin = 12

/** What a part adds to the text so far: some servers send in each part, or in the last one, all of it again. */
const newIn = (content: string | null, text: string): string | null =>
  content !== null && text.length >= repeatedLengthMin && content.startsWith(text)
    ? content.slice(text.length)
    : content

/** The trouble of a body that has no event but words. */
function troubleOfWords(asked: Asked, words: string): ModelTrouble {
  const trouble = troubleInside(asked, jsonIn(words) ?? words)
  return trouble.isPassing ? new AnsweredTrouble(trouble, uselessMax) : trouble
}

const EVENT_TYPE = /^(?:message|content_block|ping)/

/** Data of events, each as soon as it is whole: servers forget the empty lines between, the name in front, or break lines by CR. */
async function* dataIn(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let [rest, data] = ['', '']
  const lines = async function* (): AsyncGenerator<string> {
    for await (const text of texts) {
      const parts = (rest + text).split(/\r\n|\n|\r(?!$)/)
      rest = parts.pop() ?? ''
      yield* parts
    }
    yield* rest.split('\r')
    yield ''
  }
  for await (const line of lines()) {
    const found = /^\ufeff?(?:(?:data|error): ?(.*)|(\s*[[{].*))$/i.exec(line)
    if (found !== null) data += `${data === '' ? '' : '\n'}${found[1] ?? found[2] ?? ''}`.trim()
    const isWhole = data === '[DONE]' || jsonIn(data) !== undefined
    if (!isWhole && line !== '') continue
    if (data !== '') yield data
    data = ''
  }
}
