// A model behind an endpoint, through the AI SDK's package for its family (families.ts). Answers are streamed, so that a model may take
// its time as long as something arrives. The key is sent in the request's header only.
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { ModelApi, ReasoningLevel } from '../../domain/vocabulary.ts'
import { apiOf, FAMILIES, reasoningOption } from './families.ts'
import { hidden, troubleOfAnswer } from './endpoint-faults.ts'
import { FormTrouble, type Model, type ModelAnswer, ModelTrouble } from './model.ts'
import { answerSchema, type Prompt } from '../prompt.ts'

export interface Endpoint {
  /** The endpoint's address, including `/v1`. */
  readonly url: string
  /** Null: by the address. */
  readonly api?: ModelApi | null
  readonly model: string
  /** Null: not needed. */
  readonly key: string | null
  /** Null: the model's default. */
  readonly temperature?: number | null
  /** For an answer with its thoughts; null: the model's default. */
  readonly maxTokens?: number | null
  /** Null: the model decides. */
  readonly reasoning?: ReasoningLevel | null
  /** Members that win over those of a request; null: none. */
  readonly extraBody?: Readonly<Record<string, unknown>> | null
  /** An answer is late if nothing arrives for so long. */
  readonly silenceMs?: number
}

/** Stays below Node's own limits for an answer to begin and to go on, 300 s each. */
const silenceMsDefault = 290_000

interface Manner {
  readonly isStructured: boolean
  readonly isStreamed: boolean
}

/** Ways to ask, the best first; an endpoint that refuses one is asked in the next. */
const MANNERS: readonly Manner[] = [
  { isStructured: true, isStreamed: true },
  { isStructured: false, isStreamed: true },
  { isStructured: false, isStreamed: false },
]

export async function endpointModel(endpoint: Endpoint): Promise<Model> {
  const askIn = await openEndpoint(endpoint, fetch)
  let known = 0
  const ask = async (prompt: Prompt, signal: AbortSignal): Promise<ModelAnswer> => {
    for (let at = known; ; at++) {
      try {
        const answer = await askIn(prompt, MANNERS[at] as Manner, signal)
        known = at
        return answer
      } catch (error) {
        if (!(error instanceof FormTrouble) || at + 1 === MANNERS.length) throw error
      }
    }
  }
  return { ask }
}

/** Asks in one manner; throws ModelTrouble, or anything after `signal`. `send` gets the requests of the family's package. */
type AskIn = (prompt: Prompt, manner: Manner, signal: AbortSignal) => Promise<ModelAnswer>

export async function openEndpoint(endpoint: Endpoint, send: typeof fetch): Promise<AskIn> {
  const { APICallError } = await import('@ai-sdk/provider')
  const { url, model, key, reasoning = null, extraBody = null } = endpoint
  const family = FAMILIES[endpoint.api ?? apiOf(url)]
  const body = { ...family.bodyFor(reasoning), ...extraBody }
  const opened = await family.open({ url, model, key, fetch: fetchWith(url, body, send) })
  return async (prompt, manner, signal) => {
    try {
      return await askOnce(opened, endpoint, prompt, manner, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ModelTrouble) throw error
      if (APICallError.isInstance(error)) throw troubleOfAnswer(endpoint, error)
      throw new ModelTrouble(`${url}: ${hidden(String(error), key)}`, true)
    }
  }
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

/** A stream that breaks off after some text is an answer that was cut there. */
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

/** Aborts when nothing arrived for a while. */
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
  (url: string, members: Readonly<Record<string, unknown>>, send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const sent = JSON.parse(init?.body as string) as Record<string, unknown>
    const body = JSON.stringify({ ...sent, ...members })
    const response = await send(input, { ...init, body })
    const isJson = (response.headers.get('content-type') ?? '').includes('json')
    if (!response.ok || !isJson || sent['stream'] !== true) return response
    const whole = (await response.json()) as { readonly choices?: readonly { readonly message?: unknown }[] }
    // Some endpoints answer 200 with an error inside.
    if (whole.choices === undefined) throw new ModelTrouble(`${url} gave an answer without a text`, true)
    const choices = whole.choices.map(({ message, ...rest }) => ({ ...rest, delta: message }))
    const events = [JSON.stringify({ ...whole, choices }), '[DONE]'].map((data) => `data: ${data}\n\n`)
    return new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } })
  }
