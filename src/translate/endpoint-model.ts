// A model behind an endpoint, through the AI SDK's package for its family (families.ts). Answers are streamed, so that a model may take
// its time as long as something arrives. The key is sent in the request's header only.
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { ModelApi, ReasoningLevel } from '../domain/vocabulary.ts'
import { apiOf, FAMILIES, reasoningOption } from './families.ts'
import { type Model, type ModelAnswer, ModelTrouble } from './model.ts'
import { answerSchema, type Prompt } from './prompt.ts'

export interface Endpoint {
  /** The endpoint's address, including `/v1`. */
  readonly url: string
  /** Null: by the address. */
  readonly api?: ModelApi | null
  readonly model: string
  /** Null: not needed. */
  readonly key: string | null
  /** Null: the model's own. */
  readonly temperature?: number | null
  /** Of an answer, with its thoughts; null: the model's own. */
  readonly maxTokens?: number | null
  /** Null: as the model likes. */
  readonly reasoning?: ReasoningLevel | null
  /** Members that win over those of a request; null: none. */
  readonly extraBody?: Readonly<Record<string, unknown>> | null
  /** An answer is late if nothing arrives for so long. */
  readonly silenceMs?: number
}

/** Statuses of an endpoint without structured output or streaming, unless the message names another fault. */
const unknownFormatStatuses: readonly number[] = [400, 415, 422, 501]
const ABOUT_FORMAT = /response_format|schema|structured|format|parameter|stream/i
const ABOUT_MODEL =
  /model_not_found|model\b.*\b(?:not (?:found|exist|available)|unknown|invalid)|(?:unknown|invalid|no such) model/i
/** llama.cpp, OpenAI, Anthropic, vLLM, and others like them. */
const ABOUT_LENGTH =
  /context[ _-]?(?:length|size|window)|(?:prompt|input|request) (?:is )?too (?:long|large)|too many (?:input )?tokens|maximum (?:number of )?(?:input )?tokens/i
const lengthStatuses: readonly number[] = [400, 413, 422, 500]
const passingStatuses: readonly number[] = [408, 409, 425, 429, 529]
/** Statuses of a proxy on the way that timed out. */
const lateStatuses: readonly number[] = [408, 504]
/** Stays below Node's own limits for an answer to begin and to go on, 300 s each. */
const silenceMsDefault = 290_000

/** Ways to ask, the best first; an endpoint that refuses one is asked in the next. */
const MANNERS = [
  { isStructured: true, isStreamed: true },
  { isStructured: false, isStreamed: true },
  { isStructured: false, isStreamed: false },
] as const
type Manner = (typeof MANNERS)[number]

export async function endpointModel(endpoint: Endpoint): Promise<Model> {
  const { APICallError } = await import('@ai-sdk/provider')
  const { url, model, key, reasoning = null, extraBody = null } = endpoint
  const family = FAMILIES[endpoint.api ?? apiOf(url)]
  const body = { ...family.bodyFor(reasoning), ...extraBody }
  const opened = await family.open({ url, model, key, fetch: fetchWith(url, body) })
  let known = 0
  const troubleOf = (error: unknown): ModelTrouble =>
    error instanceof ModelTrouble
      ? error
      : APICallError.isInstance(error)
        ? troubleOfAnswer(endpoint, error)
        : new ModelTrouble(`${url}: ${hidden(String(error), key)}`, true)
  const ask = async (prompt: Prompt, signal: AbortSignal): Promise<ModelAnswer> => {
    for (let at = known; ; at++) {
      const manner = MANNERS[at] as Manner
      try {
        const answer = await askOnce(opened, endpoint, prompt, manner, signal)
        known = at
        return answer
      } catch (error) {
        signal.throwIfAborted()
        if (at + 1 < MANNERS.length && APICallError.isInstance(error) && isAboutFormat(error)) continue
        throw troubleOf(error)
      }
    }
  }
  return { ask }
}

interface AnswerFault {
  readonly statusCode?: number
  readonly message: string
  readonly responseBody?: string
  readonly responseHeaders?: Record<string, string>
  readonly cause?: unknown
}

/** The endpoint's own words. */
const wordsOf = ({ message, responseBody = '' }: AnswerFault): string => `${message} ${responseBody}`

const isAboutLength = (fault: AnswerFault): boolean =>
  lengthStatuses.includes(fault.statusCode ?? 0) && ABOUT_LENGTH.test(wordsOf(fault))

function isAboutFormat(fault: AnswerFault): boolean {
  const status = fault.statusCode ?? 0
  if (isAboutLength(fault)) return false
  if (ABOUT_FORMAT.test(wordsOf(fault))) return status === 404 || unknownFormatStatuses.includes(status)
  return unknownFormatStatuses.includes(status) && !ABOUT_MODEL.test(wordsOf(fault))
}

async function askOnce(
  model: LanguageModelV4,
  { url, api, temperature, maxTokens, reasoning = null, silenceMs = silenceMsDefault }: Endpoint,
  { system, user, count }: Prompt,
  { isStructured, isStreamed }: Manner,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const silence = new Silence(silenceMs)
  const { cacheMark } = FAMILIES[api ?? apiOf(url)]
  const options: LanguageModelV4CallOptions = {
    prompt: [
      { role: 'system', content: system, ...(cacheMark && { providerOptions: cacheMark }) },
      { role: 'user', content: [{ type: 'text', text: user }] },
    ],
    ...(isStructured && { responseFormat: { type: 'json', name: 'translations', schema: answerSchema(count) } }),
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof maxTokens === 'number' && { maxOutputTokens: maxTokens }),
    ...reasoningOption(reasoning),
    abortSignal: AbortSignal.any([signal, silence.signal]),
  }
  try {
    if (isStreamed) return await heard((await model.doStream(options)).stream, silence)
    const { content, finishReason, usage } = await model.doGenerate(options)
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
    return { text, isCut: finishReason.unified === 'length', tokens: tokensOf(usage) }
  } catch (error) {
    signal.throwIfAborted()
    if (silence.signal.aborted) throw new ModelTrouble(`${url} gave no answer in time`, true, null, 'late')
    throw error
  } finally {
    silence.end()
  }
}

/** Reads a stream. One that breaks off after some text is an answer that was cut there. */
async function heard(stream: ReadableStream<LanguageModelV4StreamPart>, silence: Silence): Promise<ModelAnswer> {
  let text = ''
  try {
    for await (const part of stream) {
      silence.broken()
      if (part.type === 'text-delta') text += part.delta
      if (part.type === 'error') throw part.error
      if (part.type !== 'finish') continue
      const { finishReason, usage } = part
      // A stream that ends without a reason broke off.
      const isCut = finishReason.unified === 'length' || finishReason.raw === undefined
      return { text, isCut, tokens: tokensOf(usage) }
    }
  } catch (error) {
    if (text === '') throw error
  }
  return { text, isCut: true, tokens: null }
}

type Usage = Extract<LanguageModelV4StreamPart, { readonly type: 'finish' }>['usage']

/** Null: the endpoint does not count. */
function tokensOf({ inputTokens, outputTokens }: Usage): ModelAnswer['tokens'] {
  if (inputTokens.total === undefined || outputTokens.total === undefined) return null
  return { input: inputTokens.total, cached: inputTokens.cacheRead ?? 0, output: outputTokens.total }
}

/** Aborts when nothing was heard for a while. */
class Silence {
  readonly #ending = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor(ms: number) {
    this.#timer = setTimeout(() => this.#ending.abort(), ms)
  }

  get signal(): AbortSignal {
    return this.#ending.signal
  }

  broken(): void {
    this.#timer.refresh()
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

/** Adds members to requests, and reads the answer of an endpoint that does not stream, although it was asked to. */
const fetchWith =
  (url: string, members: Readonly<Record<string, unknown>>): typeof fetch =>
  async (input, init) => {
    const sent = JSON.parse(init?.body as string) as Record<string, unknown>
    const body = JSON.stringify({ ...sent, ...members })
    const response = await fetch(input, { ...init, body })
    const isJson = (response.headers.get('content-type') ?? '').includes('json')
    if (!response.ok || !isJson || sent['stream'] !== true) return response
    const whole = (await response.json()) as { readonly choices?: readonly { readonly message?: unknown }[] }
    // Some endpoints answer 200 with an error inside.
    if (whole.choices === undefined) throw new ModelTrouble(`${url} gave an answer without a text`, true)
    const choices = whole.choices.map(({ message, ...rest }) => ({ ...rest, delta: message }))
    const events = [JSON.stringify({ ...whole, choices }), '[DONE]'].map((data) => `data: ${data}\n\n`)
    return new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } })
  }

function troubleOfAnswer({ url, key }: Endpoint, fault: AnswerFault): ModelTrouble {
  const { statusCode: status = null, responseHeaders, cause } = fault
  if (status === null) {
    const { code } = (cause ?? {}) as { code?: unknown }
    const why = typeof code === 'string' ? code : fault.message
    return new ModelTrouble(`${url} cannot be reached (${hidden(why, key)})`, true)
  }
  const asked = Number(responseHeaders?.['retry-after'] ?? Number.NaN)
  const isLong = isAboutLength(fault)
  return new ModelTrouble(
    `${url} answered: ${status} ${hidden(fault.message.replace(/\s+/g, ' '), key)}`,
    isLong || passingStatuses.includes(status) || status >= 500,
    Number.isFinite(asked) ? asked : null,
    isLong ? 'long' : lateStatuses.includes(status) ? 'late' : null,
  )
}

/** Hides the key, because endpoints may repeat it in their messages. */
const hidden = (text: string, key: string | null): string => {
  const shown = key === null || key === '' ? text : text.replaceAll(key, '…')
  return shown.length <= 300 ? shown : `${shown.slice(0, 300)}…`
}
