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
import {
  AnsweredTrouble,
  Contact,
  failuresMax,
  FormTrouble,
  type Model,
  type ModelAnswer,
  ModelTrouble,
  uselessMax,
} from './model.ts'
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
  /** Is told what is waited for when a server is silent. Absent: nobody is told, and the server is not asked for a sign of life. */
  readonly note?: (text: string) => void
  /** After so long without anything from the server, that is told. */
  readonly noteMs?: number
  /** Is told each part of the answer as it comes. */
  readonly onPart?: (what: 'text' | 'thought', part: string) => void
}

/** A server that gives no sign of life for so long is told of: the port may be that of another program. */
const noteMsDefault = 5_000
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
  let greeted: Promise<boolean> | null = null
  const ask = async (prompt: Prompt, signal: AbortSignal): Promise<ModelAnswer> => {
    const isAwake = await (greeted ??= greet(endpoint, contact, signal))
    for (let at = known; ; at++) {
      try {
        const answer = await askIn(prompt, MANNERS[at] as Manner, signal)
        known = at
        return answer
      } catch (error) {
        if (!contact.hasAnswered && error instanceof ModelTrouble && error.isPassing && error.size === null)
          throw contact.lost(error.message)
        if (!isAwake && !contact.hasAnswered && error instanceof AnsweredTrouble)
          throw new ModelTrouble(`${error.message}; nothing has answered there yet: is the address right?`, false)
        if (!(error instanceof FormTrouble) || at + 1 === MANNERS.length) throw error
      }
    }
  }
  return { ask }
}

/**
 * Waits some seconds for a sign of life, and tells where none comes (false). A server that loads its model is silent, too, so the run
 * goes on.
 */
async function greet(endpoint: Endpoint, contact: Contact, signal: AbortSignal): Promise<boolean> {
  const { url, note, noteMs = noteMsDefault, silenceMs = silenceMsDefault } = endpoint
  if (note === undefined) return true
  const late = AbortSignal.any([signal, AbortSignal.timeout(noteMs)])
  // Any answer is one, so no key is needed; where nothing takes the connection, the first prompt says so.
  const asked = contact.fetch(`${url.replace(/\/+$/, '')}/models`, { signal: late, redirect: 'manual' })
  if (await asked.then(async ({ body }) => (await body?.cancel(), true)).catch(() => !late.aborted)) return true
  signal.throwIfAborted()
  note(
    `${url} accepted the connection but says nothing: is it the right address? windrow waits up to ` +
      `${Math.round(silenceMs / 1_000)} s, because a server is silent while it loads its model; Ctrl+C ends the run`,
  )
  return false
}

/** Asks in one manner; throws ModelTrouble, or anything after `signal`. `send` gets the requests of the family's package. */
type AskIn = (prompt: Prompt, manner: Manner, signal: AbortSignal) => Promise<ModelAnswer>

export async function openEndpoint(endpoint: Endpoint, send: typeof fetch): Promise<AskIn> {
  const { APICallError } = await import('@ai-sdk/provider')
  const { url, model, key, reasoning = null, extraBody = null } = endpoint
  const family = FAMILIES[endpoint.api ?? apiOf(url)]
  const added = { own: family.bodyFor?.(reasoning) ?? {}, theirs: extraBody ?? {} }
  const opened = await family.open({ url, model, key, fetch: fetchWith(endpoint, added, send) })
  return async (prompt, manner, signal) => {
    if (/[^\x20-\x7e]/.test(key ?? ''))
      throw new ModelTrouble(`the key for ${url} has a character that keys cannot have; copy it again`, false)
    try {
      return await askOnce(opened, endpoint, prompt, manner, signal)
    } catch (error) {
      signal.throwIfAborted()
      const trouble = troubleWithin(error)
      if (trouble !== null) throw trouble
      if (APICallError.isInstance(error)) throw troubleOfAnswer(endpoint, error)
      throw new AnsweredTrouble(new ModelTrouble(`${url}: ${hidden(String(error), key)}`, true), failuresMax)
    }
  }
}

/** The trouble inside an error: the packages wrap what reading an answer threw. */
const troubleWithin = (error: unknown): ModelTrouble | null =>
  error instanceof ModelTrouble ? error : error instanceof Error ? troubleWithin(error.cause) : null

async function askOnce(
  model: LanguageModelV4,
  { url, api, temperature, maxTokens, reasoning = null, silenceMs = silenceMsDefault, onPart = () => {} }: Endpoint,
  prompt: Prompt,
  { isStructured, isStreamed }: Manner,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const { system, user, count } = prompt
  const silence = new AbortController()
  const waiting = setTimeout(() => silence.abort(), silenceMs)
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
    if (isStreamed) return await heard((await model.doStream(options)).stream, waiting, textLengthMax(prompt), onPart)
    const { content, finishReason, usage } = await model.doGenerate(options)
    for (const part of content) if (part.type === 'reasoning') onPart('thought', part.text)
    onPart('text', textIn(content))
    return { text: textIn(content), ...endOf(finishReason, true), tokens: tokensOf(usage) }
  } catch (error) {
    signal.throwIfAborted()
    if (silence.signal.aborted)
      throw new AnsweredTrouble(new ModelTrouble(`${url} did not answer in time`, true, null, 'late'), uselessMax)
    throw error
  } finally {
    clearTimeout(waiting)
  }
}

/** The longest thoughts, in characters, before a model counts as one that will not stop. */
const thoughtsLengthMax = 400_000
/** So many characters of a text that are all white space are the loop that models fall into when they must write JSON. */
const blankLengthMax = 2_000

/** The longest text, in characters, that an answer to such a prompt may have. */
const textLengthMax = ({ user }: Pick<Prompt, 'user'>): number => 20_000 + 8 * user.length

/** Collects an answer from its stream, of which each piece makes `waiting` begin anew. One that breaks off or never ends is cut there. */
async function heard(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  waiting: NodeJS.Timeout,
  lengthMax: number,
  onPart: NonNullable<Endpoint['onPart']>,
): Promise<ModelAnswer> {
  let [text, thoughts] = ['', 0]
  try {
    for await (const part of stream) {
      if ('delta' in part && part.delta !== '') waiting.refresh()
      if (part.type === 'reasoning-delta') onPart('thought', part.delta)
      if (part.type === 'reasoning-delta') thoughts += part.delta.length
      if (part.type === 'text-delta') onPart('text', part.delta)
      if (part.type === 'text-delta') text += part.delta
      if (part.type === 'tool-call') text += part.input
      if (part.type === 'error') throw part.error
      if (part.type === 'finish') return { text, ...endOf(part.finishReason, false), tokens: tokensOf(part.usage) }
      const isBlank = text.length > blankLengthMax && !/\S/.test(text.slice(-blankLengthMax))
      if (isBlank || text.length > lengthMax || thoughts > thoughtsLengthMax)
        return { text: text.trimEnd(), isCut: true, end: ENDLESS, tokens: null }
    }
  } catch (error) {
    if (text === '') throw error
    const trouble = troubleWithin(error)
    return { text, isCut: true, tokens: null, ...(trouble !== null && { end: trouble.message }) }
  }
  return { text, isCut: true, tokens: null }
}

/** windrow's own word for the end of an answer that would not end. */
const ENDLESS = 'too long'

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
