// The families of endpoints that `windrow translate` can ask, each by its package of the AI SDK, loaded on demand. The
// address decides, unless --api names the family.
import type { LanguageModelV4, LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { MODEL_APIS, type ModelApi, type ReasoningLevel } from '../../../../src/domain/vocabulary.ts'

interface Opening {
  readonly url: string
  readonly model: string
  /** The API key. Null: none is needed. */
  readonly key: string | null
  readonly fetch: typeof fetch
}

interface Family {
  /** The host at which an endpoint belongs to this family; null: any other host. */
  readonly host: string | null
  readonly keyName: string
  readonly open: (opening: Opening) => Promise<LanguageModelV4>
  /** Members of the request beside `reasoning_effort` or what the package sends; absent: none. */
  readonly bodyFor?: (reasoning: ReasoningLevel | null) => Readonly<Record<string, unknown>>
  /** Marks the part of a prompt that is the same in all calls, so that it is cached; other families cache it without a mark. */
  readonly cacheMark?: SharedV4ProviderOptions
  /** True: the endpoint may have a batch interface in OpenAI's form. */
  readonly hasJobs: boolean
}

export const FAMILIES: Readonly<Record<ModelApi, Family>> = {
  'openai-compatible': {
    host: null,
    keyName: 'OPENAI_API_KEY',
    open: async ({ url, model, key, fetch }) => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const settings = { name: 'endpoint', baseURL: url, includeUsage: true, supportsStructuredOutputs: true, fetch }
      return createOpenAICompatible({ ...settings, ...(key !== null && { apiKey: key }) }).chatModel(model)
    },
    // Ollama and llama.cpp take reasoning_effort "none"; vLLM and SGLang the template's own switch (docs/translate.md#thinking).
    bodyFor: (reasoning) => (reasoning === 'off' ? { chat_template_kwargs: { enable_thinking: false } } : {}),
    hasJobs: true,
  },
  openai: {
    host: 'api.openai.com',
    keyName: 'OPENAI_API_KEY',
    open: async ({ url, model, key, fetch }) =>
      (await import('@ai-sdk/openai')).createOpenAI({ baseURL: url, apiKey: key ?? '', fetch }).chat(model),
    hasJobs: true,
  },
  anthropic: {
    host: 'api.anthropic.com',
    keyName: 'ANTHROPIC_API_KEY',
    open: async ({ url, model, key, fetch }) =>
      (await import('@ai-sdk/anthropic')).createAnthropic({ baseURL: url, apiKey: key ?? '', fetch })(model),
    hasJobs: false,
    cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  },
}

export const apiOf = (url: string): ModelApi =>
  MODEL_APIS.find((api) => FAMILIES[api].host === new URL(url).hostname) ?? 'openai-compatible'

/** The level of thinking as an option, in the words of the packages. */
export const reasoningOption = (reasoning: ReasoningLevel | null): Pick<LanguageModelV4CallOptions, 'reasoning'> =>
  reasoning === null ? {} : { reasoning: reasoning === 'off' ? 'none' : reasoning }
