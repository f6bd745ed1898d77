// What goes to an endpoint and what comes from it, as bytes: members are added to a request, and taken back where the server does not know
// what windrow added itself; an answer becomes the stream that was asked for, whatever it is called, and its errors are read.
import { troubleInside } from './endpoint-faults.ts'
import type { ModelTrouble } from './model.ts'
import { jsonIn } from './server-words.ts'

type Members = Readonly<Record<string, unknown>>

interface Asked {
  readonly url: string
  readonly key: string | null
}

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
