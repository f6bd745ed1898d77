// What a model's server tells of a model beside its answers: its context, its prices, and which models there are. No standard says
// where; the places are a table. The key goes to addresses below the endpoint's own only.
import { factAt, isRecord } from '../../../../src/base/sentences.ts'
import type { Endpoint } from './endpoint-model.ts'
import { apiOf } from './families.ts'

export interface Told {
  /** `isLoaded`: the server takes prompts of that length; else only the model could. `where`: the path at which it was told. */
  readonly context: { readonly tokens: number; readonly isLoaded: boolean; readonly where: string } | null
  /** Prices of a million tokens. */
  readonly prices: { readonly input: number; readonly output: number } | null
  /** Names of the server's models; empty: it does not tell them. */
  readonly models: readonly string[]
}

export const NOTHING_TOLD: Told = { context: null, prices: null, models: [] }

/** Of vLLM and SGLang; llama.cpp; OpenRouter, Together and Fireworks; Groq; Mistral; Anthropic; DeepInfra. */
const LISTED =
  'max_model_len meta.n_ctx context_length context_window max_context_length max_input_tokens metadata.context_length'
/** Addresses outside of the endpoint's, with the members that tell what is loaded: Ollama, llama.cpp, LM Studio, TGI, KoboldCpp. */
const OUTSIDE: Readonly<Record<string, string>> = {
  '/api/ps': 'context_length',
  '/props': 'default_generation_settings.n_ctx n_ctx',
  '/api/v0/models': 'loaded_context_length',
  '/info': 'max_total_tokens',
  '/api/extra/true_max_context_length': 'value',
  '/api/show': '',
}
/** Members that tell how long the model's context could be, in llama.cpp, LM Studio and Ollama. */
const MOST = 'meta.n_ctx_train max_context_length model_info'

/** Asks the server about the model. Never throws: what does not answer before `signal` tells nothing. */
export async function toldByServer(endpoint: Endpoint, signal: AbortSignal): Promise<Told> {
  const isPlain = (endpoint.api ?? apiOf(endpoint.url)) === 'openai-compatible'
  const list = await read(endpoint, '/models', false, signal)
  const entry = entryOf(list, endpoint.model)
  let context = contextIn(entry, '/models', LISTED)
  if (isPlain && context?.isLoaded !== true) {
    const found = await Promise.all(
      Object.entries(OUTSIDE).map(async ([path, members]) =>
        contextIn(entryOf(await read(endpoint, path, true, signal), endpoint.model), path, members),
      ),
    )
    context = found.find((each) => each?.isLoaded) ?? context ?? found.find((each) => each !== null) ?? null
  }
  const models = entriesIn(list).flatMap((each) => nameOf(each) ?? [])
  return { context, prices: pricesIn(factAt(entry, 'pricing')), models }
}

async function read({ url, api, key, model }: Endpoint, path: string, isOutside: boolean, signal: AbortSignal) {
  const base = url.replace(/\/+$/, '')
  const isAnthropic = (api ?? apiOf(url)) === 'anthropic'
  const keys: Readonly<Record<string, string>> = isAnthropic
    ? { 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01' }
    : { authorization: `Bearer ${key}` }
  try {
    const response = await fetch((isOutside ? base.replace(/\/v\d\w*$/, '') : base) + path, {
      signal,
      redirect: 'error',
      ...(path === '/api/show' && { method: 'POST', body: JSON.stringify({ model }) }),
      ...(!isOutside && key !== null && { headers: keys }),
    })
    return response.ok ? ((await response.json()) as unknown) : null
  } catch {
    return null
  }
}

function contextIn(entry: unknown, where: string, members: string): Told['context'] {
  const found = (names: string): number | undefined =>
    names
      .split(' ')
      .map((name) => tokensAt(factAt(entry, name)))
      .find((tokens) => tokens !== undefined)
  const [loaded, most] = [found(members), found(MOST)]
  const tokens = loaded ?? most
  return tokens === undefined ? null : { tokens, isLoaded: loaded !== undefined, where }
}

/** Ollama names the member by the kind of model: `llama.context_length`. */
function tokensAt(value: unknown): number | undefined {
  if (isRecord(value)) return tokensAt(Object.entries(value).find(([name]) => name.endsWith('.context_length'))?.[1])
  return typeof value === 'number' && value > 0 ? value : undefined
}

const entriesIn = (answer: unknown): readonly unknown[] =>
  [answer, factAt(answer, 'data'), factAt(answer, 'models')].find((each) => Array.isArray(each)) ?? []

const nameOf = (entry: unknown): string | undefined =>
  ['id', 'name', 'model'].map((name) => factAt(entry, name)).find((name) => typeof name === 'string')

/** The model's entry in a list, or the only one; an answer that is no list is returned whole. */
function entryOf(answer: unknown, model: string): unknown {
  const entries = entriesIn(answer)
  if (entries.length === 0) return answer
  const own = entries.find((entry) => [model, `${model}:latest`].includes(nameOf(entry) ?? ''))
  return own ?? (entries.length === 1 ? entries[0] : null)
}

/** OpenRouter tells prices of a token, as text; Together those of a million. */
function pricesIn(pricing: unknown): Told['prices'] {
  const price = (name: string, times: number): number =>
    Number((Number(factAt(pricing, name) ?? -1) * times).toFixed(6))
  return (
    [
      { input: price('prompt', 1e6), output: price('completion', 1e6) },
      { input: price('input', 1), output: price('output', 1) },
    ].find(({ input, output }) => input >= 0 && output >= 0) ?? null
  )
}
