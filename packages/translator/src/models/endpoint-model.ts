// A model behind an endpoint, through the AI SDK's package for its family (families.ts). Answers are streamed, so that a model may take
// its time as long as something arrives. The key is sent in the request's header only.
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import type { ModelApi, ReasoningLevel } from '../../../../src/domain/vocabulary.ts'
import { apiOf, FAMILIES, reasoningOption } from './families.ts'
import { fetchWith, hidden, troubleOfAnswer, UNNAMED_END } from './endpoint-body.ts'
import { Contact, FormTrouble, type Model, type ModelAnswer, ModelTrouble } from './model.ts'
import { endWord, LENGTH_ENDS, WHOLE_ENDS } from '../manners.ts'
import { answerSchema, type Prompt } from '../prompt.ts'

export interface Endpoint {
  /** The endpoint's address, including `/v1`. */
  readonly url: string
  /** The family of the endpoint. Null: its address decides. */
  readonly api?: ModelApi | null
  readonly model: string
  /** The API key. Null: the endpoint needs none. */
  readonly key: string | null
  /** Null: the model's default temperature. */
  readonly temperature?: number | null
  /** The most tokens of an answer with its thoughts; null: the model's default. */
  readonly maxTokens?: number | null
  /** How long the model may think. Null: the model decides. */
  readonly reasoning?: ReasoningLevel | null
  /** Members that win over all others of a request; null: none. */
  readonly extraBody?: Readonly<Record<string, unknown>> | null
  /** After so long without anything from the server, an answer counts as late. */
  readonly silenceMs?: number
  /** Is told each part of the answer as it comes. */
  readonly onPart?: (what: 'text' | 'thought', part: string) => void
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

export async function endpointModel(endpoint: Endpoint, send: typeof fetch = fetch): Promise<Model> {
  const contact = new Contact(send)
  const askIn = await openEndpoint(endpoint, contact.fetch)
  let known = 0
  const ask = async (prompt: Prompt, signal: AbortSignal): Promise<ModelAnswer> => {
    for (let at = known; ; at++) {
      try {
        const answer = await askIn(prompt, MANNERS[at] as Manner, signal)
        known = at
        return answer
      } catch (error) {
        if (!contact.hasAnswered && error instanceof ModelTrouble && error.isPassing && error.size === null)
          throw contact.lost(error.message)
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
  const added = { own: family.bodyFor(reasoning), theirs: extraBody ?? {} }
  const opened = await family.open({ url, model, key, fetch: fetchWith(endpoint, added, send) })
  return async (prompt, manner, signal) => {
    if (/[^\x20-\x7e]/.test(key ?? ''))
      throw new ModelTrouble(`the key for ${url} has a letter that no key has; copy it anew`, false)
    try {
      return await askOnce(opened, endpoint, prompt, manner, signal)
    } catch (error) {
      signal.throwIfAborted()
      const trouble = troubleWithin(error)
      if (trouble !== null) throw trouble
      if (APICallError.isInstance(error)) throw troubleOfAnswer(endpoint, error)
      throw new ModelTrouble(`${url}: ${hidden(String(error), key)}`, true)
    }
  }
}

/** The trouble inside an error: the packages wrap what reading an answer threw. */
const troubleWithin = (error: unknown): ModelTrouble | null =>
  error instanceof ModelTrouble ? error : error instanceof Error ? troubleWithin(error.cause) : null

async function askOnce(
  model: LanguageModelV4,
  { url, api, temperature, maxTokens, reasoning = null, silenceMs = silenceMsDefault, onPart = () => {} }: Endpoint,
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
    if (isStreamed) return await heard((await model.doStream(options)).stream, silence, onPart)
    const { content, finishReason, usage } = await model.doGenerate(options)
    for (const part of content) if (part.type === 'reasoning') onPart('thought', part.text)
    onPart('text', textIn(content))
    return { text: textIn(content), ...endOf(finishReason, true), tokens: tokensOf(usage) }
  } catch (error) {
    signal.throwIfAborted()
    if (silence.signal.aborted) throw new ModelTrouble(`${url} gave no answer in time`, true, null, 'late')
    throw error
  } finally {
    silence.end()
  }
}

/** Collects an answer from its stream. If that breaks off after some text, the answer counts as cut there. */
async function heard(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  silence: Silence,
  onPart: NonNullable<Endpoint['onPart']>,
): Promise<ModelAnswer> {
  let text = ''
  try {
    for await (const part of stream) {
      silence.broken()
      if (part.type === 'reasoning-delta') onPart('thought', part.delta)
      if (part.type === 'text-delta') onPart('text', part.delta)
      if (part.type === 'text-delta') text += part.delta
      if (part.type === 'tool-call') text += part.input
      if (part.type === 'error') throw part.error
      if (part.type === 'finish') return { text, ...endOf(part.finishReason, false), tokens: tokensOf(part.usage) }
    }
  } catch (error) {
    if (text === '') throw error
    return { text, isCut: true, tokens: null, ...(error instanceof ModelTrouble && { end: error.message }) }
  }
  return { text, isCut: true, tokens: null }
}

const textIn = (content: LanguageModelV4GenerateResult['content']): string =>
  content.map((part) => (part.type === 'text' ? part.text : part.type === 'tool-call' ? part.input : '')).join('')

/** `isWhole`: without a word for its end, the answer came in one piece. */
function endOf({ unified, raw }: Finish, isWhole: boolean): Pick<ModelAnswer, 'isCut' | 'end' | 'isUnsure'> {
  const end = raw === UNNAMED_END ? raw : endWord(raw ?? '')
  if (end === '') return isWhole ? { isCut: false, isUnsure: true } : { isCut: true }
  if (end === UNNAMED_END) return { isCut: false, isUnsure: true }
  if (WHOLE_ENDS.includes(end)) return { isCut: false, end }
  return unified === 'length' || LENGTH_ENDS.includes(end) ? { isCut: true } : { isCut: true, end: raw as string }
}

type Finish = Extract<LanguageModelV4StreamPart, { readonly type: 'finish' }>['finishReason']
type Usage = Extract<LanguageModelV4StreamPart, { readonly type: 'finish' }>['usage']

/** The server's counts of tokens. Null: the endpoint does not count. */
function tokensOf({ inputTokens, outputTokens }: Usage): ModelAnswer['tokens'] {
  if (inputTokens.total === undefined || outputTokens.total === undefined) return null
  return { input: inputTokens.total, cached: inputTokens.cacheRead ?? 0, output: outputTokens.total }
}

/** Aborts a request when nothing has arrived for a while. */
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
