// A stand-in for a model behind an OpenAI-compatible endpoint, over HTTP: knows the right translation of each source and
// spoils a share of its answers as models do, by a seed. What a source is worth stays the caller's business.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHash } from 'node:crypto'
import { escaped, type Numbered, SHAPES } from './answer-shapes.ts'
import { type JobsBehaviour, modelJobs } from './model-jobs.ts'
import { diceOf } from './dice.ts'

/** How one text goes wrong: the classes that the text gate refuses, or that leave no text. */
export type Breakage = (right: string, source: string) => string | null

export const BREAKAGES: Readonly<Record<string, Breakage>> = {
  untranslated: (_, source) => source,
  empty: () => '',
  chatter: (right) => `Here is the translation:\n${right}`,
  numbered: (right) => `12. ${right}`,
  fenced: (right) => '```' + right + '```',
  excuse: () => "I'm sorry, but I can't help with that.",
  json: (right) => `{"text": "${right}"}`,
  twice: (right) => `${right} ${right} ${right} ${right}`,
  chinese: () => '这里是中文文本，没有翻译。',
  note: (right) => `${right}\n\n(Note: I kept the tokens as they are.)`,
  missing: () => null,
  tokenDropped: (right, source) => {
    const token = /%[a-z]|\{\d+\}|(?<!\$link)<[^<>]+>/.exec(right)?.[0]
    return token === undefined ? source : right.replace(token, '')
  },
  tokenTranslated: (right, source) => (/%s/.test(right) ? right.replace('%s', '%с') : source),
  zeroWidth: (right, source) => (/\{\d/.test(right) ? right.replace('{', '{\u200B') : source),
}

export type Event =
  | ('busy' | 'fault' | 'late' | 'no_choices')
  | 'silent'
  | ('cut' | 'runaway' | 'slipped' | 'slow' | 'excuse' | 'unescaped' | 'breaks_off')

export interface Behaviour {
  readonly translate: (source: string) => string
  /** Unless told otherwise: seed 1, no broken text, structured output. */
  readonly seed?: number
  /** Of texts, 0 to 1. */
  readonly brokenShare?: number
  /** What a call does besides, by its number from 1. */
  readonly events?: Readonly<Record<number, Event>>
  /** It knows structured output; else it refuses to be asked for it, and answers with lines. */
  readonly isStructured?: boolean
  /** It answers in all of the shapes of answer-shapes.ts by turns. */
  readonly hasShapes?: boolean
  /** It thinks before it answers, unless it is told not to, as Qwen3 does. */
  readonly thinks?: boolean
  /** It answers in one piece, although asked for a stream. */
  readonly isWhole?: boolean
  /** Tokens of prompt and answer. */
  readonly context?: number
  /** What it does with a prompt that is longer: 400, or it reads the end only, as Ollama does. */
  readonly withLong?: 'refuses' | 'shortens'
  /** Counts tokens as its tokenizer would; absent: by characters. */
  readonly countTokens?: (text: string) => number
  /** How long each answer takes. */
  readonly answerMs?: number
  /** What the answer to a call waits for. */
  readonly heldBy?: (call: number) => Promise<unknown> | undefined
  /** Answers in a manner of its own, by the number of the call, the right answer and the request; null: as others do. */
  readonly manner?: (given: Given) => Reply | null
  /** What it answers at other addresses, by path. */
  readonly tells?: Readonly<Record<string, object>>
  /** It has a batch interface, with jobs that go like this. */
  readonly jobs?: JobsBehaviour
}

export interface Given {
  readonly call: number
  /** The right answer in the form that was asked for. */
  readonly content: string
  readonly texts: readonly Numbered[]
  readonly asked: Readonly<Record<string, unknown>>
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A text is sent as it is. */
  readonly body: object | string
  /** This is sent after the body, every so often until the other side ends; '' only keeps the connection open. */
  readonly repeats?: string
}

export interface ModelEndpoint {
  readonly url: string
  /** Prompts that were answered with texts. */
  readonly answered: number
  /** Requests of any outcome. */
  readonly requests: number
  /** Prompts that came, by which `events` go. */
  readonly calls: number
  /** How often each source was in an answered prompt. */
  readonly bought: ReadonlyMap<string, number>
  /** The last prompts, as they came. */
  readonly prompts: readonly string[]
  readonly authorization: ReadonlySet<string>
  /** Answers that began with thoughts. */
  readonly thoughts: number
  /** Jobs that were made. */
  readonly jobs: number
  close(): Promise<void>
}

interface Asked {
  readonly stream?: boolean
  readonly reasoning_effort?: string
  readonly chat_template_kwargs?: { readonly enable_thinking?: boolean }
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly response_format?: { readonly json_schema: { readonly schema: { readonly required: readonly string[] } } }
}

const unescaped = (line: string): string =>
  line.replaceAll(/\\[\\nrt]/g, (found) => ({ '\\\\': '\\', '\\n': '\n', '\\r': '\r', '\\t': '\t' })[found] ?? found)
/** The numbered lines of a prompt. */
const linesOf = (prompt: string): { number: number; source: string }[] =>
  prompt.split('\n').flatMap((line) => {
    const [, number, source] = /^(\d+)\t([^\t]*)/.exec(line) ?? []
    return source === undefined ? [] : [{ number: Number(number), source: unescaped(source) }]
  })

const asJson = (texts: readonly Numbered[]): string =>
  JSON.stringify(Object.fromEntries(texts.map(({ number, text }) => [String(number), text])))
const asLines = (texts: readonly Numbered[]): string =>
  texts.map(({ number, text }) => `${number}\t${escaped(text)}`).join('\n')
const THOUGHTS = '<think>1\tHm, {"1": "no"}?</think>\n'

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const slowMs = 1_500

/** An answer as it comes when something happens to it as a whole. */
function spoiled(whole: string, event: Event | undefined): string {
  if (event === 'cut') return whole.slice(0, Math.floor(whole.length * 0.8))
  // The first text, and then its end over and over.
  if (event === 'runaway') return whole.slice(0, whole.indexOf('2') + 12) + ' і знову'.repeat(3_000)
  if (event === 'excuse') return 'I am sorry, but I would rather talk of herons.'
  return event === 'unescaped' ? whole.replaceAll('\\"', '"') : whole
}

interface Flow {
  readonly content: string
  readonly finish_reason: string
  readonly usage: object
  readonly event: Event | undefined
}

interface Answer {
  readonly status: number
  /** A text is sent as it is. */
  readonly body: object | string
  readonly retry?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly repeats?: string
  readonly stream?: Flow
}

/** A stream in a few parts; one that breaks off has the half. */
function flow(response: ServerResponse, { content, finish_reason, usage, event }: Flow): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const tell = (choice: object, more: object = {}): boolean =>
    response.write(`data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, ...choice }], ...more })}\n\n`)
  const part = Math.ceil(content.length / 6) || 1
  for (let at = 0; at < content.length; at += part) {
    if (event === 'breaks_off' && at >= content.length / 2) return void setTimeout(() => response.destroy(), 20)
    tell({ delta: { content: content.slice(at, at + part) }, finish_reason: null })
  }
  tell({ delta: {}, finish_reason }, { usage })
  response.end('data: [DONE]\n\n')
}

/** What windrow's sign of life gets, too, which is no request for a text. */
const NO_SUCH_ADDRESS: Answer = { status: 404, body: { error: { message: 'no such address' } } }

export async function modelEndpoint(behaviour: Behaviour): Promise<ModelEndpoint> {
  const { translate, seed = 1, brokenShare = 0, events = {}, isStructured = true } = behaviour
  const { answerMs = 0, context = Infinity } = behaviour
  const bought = new Map<string, number>()
  const prompts: string[] = []
  const authorization = new Set<string>()
  let [answered, requests, calls, thoughtful] = [0, 0, 0, 0]

  const textsFor = (lines: readonly { number: number; source: string }[], event: string | undefined) => {
    const texts = lines.map(({ number, source }) => {
      const time = (bought.get(source) ?? 0) + 1
      bought.set(source, time)
      // By the text, never by the order of calls: a busy machine must not choose other breakages.
      const dice = diceOf(createHash('sha256').update(`${seed} ${time} ${source}`).digest().readUInt32LE())
      const right = translate(source)
      const names = Object.keys(BREAKAGES)
      const name = dice.chance(brokenShare) ? names[dice.below(names.length)] : undefined
      const text = name === undefined ? right : (BREAKAGES[name] as Breakage)(right, source)
      return { number, text }
    })
    if (event === 'slipped') texts.splice(Math.floor(texts.length / 3), 1)
    const given = event === 'slipped' ? texts.map(({ text }, i) => ({ number: i + 1, text })) : texts
    return given.flatMap(({ number, text }) => (text === null ? [] : [{ number, text }]))
  }

  const jobs = behaviour.jobs === undefined ? null : modelJobs(behaviour.jobs, (asked) => chat(asked as Asked))
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    let sent = ''
    for await (const chunk of request) sent += String(chunk)
    if (request.url === '/v1/models' && behaviour.tells?.['/v1/models'] === undefined) return NO_SUCH_ADDRESS
    requests++
    authorization.add(String(request.headers.authorization))
    if (request.url === '/v1/chat/completions' || request.url === '/v1/messages')
      return await chat(JSON.parse(sent) as Asked)
    const told = behaviour.tells?.[request.url ?? '']
    if (told !== undefined) return { status: 200, body: told }
    const ofJobs = await jobs?.answer(request.method ?? '', request.url ?? '', sent)
    return ofJobs ?? NO_SUCH_ADDRESS
  }

  const chat = async (asked: Asked): Promise<Answer> => {
    const wantsJson = asked.response_format !== undefined
    // Several may ask so at once, before the first learns better; they are no calls of the events.
    if (wantsJson && !isStructured)
      return { status: 400, body: { error: { message: 'response_format is not supported' } } }
    const number = ++calls
    const event = events[number]
    if (event === 'busy') return { status: 429, body: { error: { message: 'too many requests' } }, retry: '1' }
    if (event === 'fault') return { status: 503, body: { error: { message: 'overloaded' } } }
    if (event === 'late') return { status: 504, body: { error: { message: 'gateway time-out' } } }
    if (event === 'no_choices') return { status: 200, body: { error: { message: 'upstream failed' } } }
    if (event === 'silent') return await new Promise(() => {})
    await (behaviour.heldBy?.(number) ?? sleep(event === 'slow' ? slowMs : answerMs))
    const whole = asked.messages.map(({ content }) => content).join('\n\n')
    const isLong = Math.ceil(whole.length / 3) > context
    if (isLong && behaviour.withLong === 'refuses') {
      const message = `the request exceeds the available context size (${context} tokens)`
      return { status: 400, body: { error: { message, type: 'exceed_context_size_error' } } }
    }
    const prompt = isLong ? whole.slice(-context * 3) : whole
    prompts.push(prompt)
    const lines = linesOf(prompt)
    const texts = textsFor(lines, event)
    const shapes = Object.values(SHAPES)
    const shape = behaviour.hasShapes === true ? shapes[number % shapes.length] : undefined
    const given = shape?.(texts) ?? (wantsJson ? asJson(texts) : asLines(texts))
    const own = behaviour.manner?.({ call: number, content: given, texts, asked: { ...asked } })
    // Nobody pays for a refusal.
    if ((own?.status ?? 200) >= 400) for (const { source } of lines) bought.set(source, (bought.get(source) ?? 1) - 1)
    if (own) return { status: 200, ...own }
    const isTold = asked.reasoning_effort === 'none' || asked.chat_template_kwargs?.enable_thinking === false
    const thoughts = behaviour.thinks === true && !isTold ? THOUGHTS : ''
    if (thoughts !== '') thoughtful++
    const room = Math.max(0, context * 3 - prompt.length)
    const content = spoiled(given, event).slice(0, room)
    answered++
    const isCut = event === 'cut' || event === 'runaway' || (room < given.length && !isLong)
    const finish_reason = isCut ? 'length' : 'stop'
    const count = behaviour.countTokens
    const usage = {
      prompt_tokens: count?.(prompt) ?? Math.ceil(prompt.length / 3),
      completion_tokens: count?.(thoughts + content) ?? Math.ceil((thoughts.length + content.length) / 2),
    }
    return {
      status: 200,
      body: {
        choices: [{ index: 0, message: { role: 'assistant', content: thoughts + content }, finish_reason }],
        usage,
      },
      ...(asked.stream === true &&
        behaviour.isWhole !== true && { stream: { content: thoughts + content, finish_reason, usage, event } }),
    }
  }

  const server: Server = createServer((request, response) => {
    void answer(request).then(({ status, body, retry, stream, headers, repeats }) => {
      if (stream !== undefined) return flow(response, stream)
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(retry && { 'retry-after': retry }),
        ...headers,
      })
      const sent = typeof body === 'string' ? body : JSON.stringify(body)
      if (repeats === undefined) return response.end(sent)
      response.write(sent)
      const timer = setInterval(() => response.write(repeats), 1)
      return response.on('close', () => clearInterval(timer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get calls() {
      return calls
    },
    get answered() {
      return answered
    },
    get requests() {
      return requests
    },
    get thoughts() {
      return thoughtful
    },
    get jobs() {
      return jobs?.made ?? 0
    },
    bought,
    prompts,
    authorization,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
