// Options of a command that asks a model: where the model runs, members of its requests, and prices.
import type { ModelApi, ReasoningLevel } from '../../../domain/vocabulary.ts'
import type { Endpoint } from '../../../../packages/translator/src/models/endpoint-model.ts'
import { apiOf, FAMILIES } from '../../../../packages/translator/src/models/families.ts'
import type { Model } from '../../../../packages/translator/src/models/model.ts'
import type { Prices } from '../../../../packages/translator/src/spending.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { Usage } from '../../failure.ts'
import { nameOf } from './agent-options.ts'

export const count = (max: number) => ({ kind: 'integer', placeholder: 'N', min: 1, max }) as const
export const countMax = 1_000_000_000

/** Checks the options now; the returned function opens the model. */
export function modelOf(context: CommandContext, args: ParsedArgs, model?: string): () => Promise<Model> {
  const command = args.text('command')
  if (command !== undefined) {
    if (command.trim() === '') throw new Usage("--command needs a program: --command 'my-llm --quiet'")
    const { WINDROW_KEY: _own, OPENAI_API_KEY, ANTHROPIC_API_KEY, ...env } = context.env
    const given = args.flag('pass-key') ? { ...env, OPENAI_API_KEY, ANTHROPIC_API_KEY } : env
    return async () =>
      (await import('../../../../packages/translator/src/models/command-model.ts')).commandModel(command, given)
  }
  const endpoint = endpointOf(context, args, model)
  return async () =>
    await (await import('../../../../packages/translator/src/models/endpoint-model.ts')).endpointModel({
      ...endpoint,
      note: (text) => context.note(text),
    })
}

export function endpointOf(
  context: CommandContext,
  args: ParsedArgs,
  model = nameOf(args, 'model'),
): Endpoint & { readonly api: ModelApi } {
  const url = args.text('endpoint') ?? ''
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new Usage(`--endpoint must be an http or https address such as http://127.0.0.1:11434/v1, not ${url}`)
  const { username, password } = new URL(url)
  if (username !== '' || password !== '')
    throw new Usage('--endpoint must not contain a password; put the key into OPENAI_API_KEY')
  const api = (args.text('api') as ModelApi | undefined) ?? apiOf(url)
  return {
    url,
    api,
    model,
    key: context.env[FAMILIES[api].keyName]?.trim() || null,
    temperature: amountOf(args, 'temperature'),
    maxTokens: args.integer('max-tokens') ?? null,
    reasoning: (args.text('reasoning') as ReasoningLevel | undefined) ?? null,
    extraBody: extraBodyOf(args),
  }
}

function extraBodyOf(args: ParsedArgs): Readonly<Record<string, unknown>> | null {
  const text = args.text('extra-body')
  if (text === undefined) return null
  try {
    const members: unknown = JSON.parse(text)
    if (typeof members === 'object' && members !== null && !Array.isArray(members))
      return members as Readonly<Record<string, unknown>>
  } catch {
    // The error below is the same for text that is no JSON.
  }
  throw new Usage(`--extra-body must be a JSON object such as '{"top_k": 20}', not ${text}`)
}

/** What jobs cost: this share of the price of direct calls. */
const jobShare = 0.5

export function pricesOf(args: ParsedArgs): Prices | null {
  const [input, output] = [amountOf(args, 'price-in'), amountOf(args, 'price-out')]
  const share = args.flag('batch') ? jobShare : 1
  if (input !== null && output !== null)
    return {
      input: input * share,
      cached: (amountOf(args, 'price-cached') ?? input) * share,
      output: output * share,
    }
  if (input !== null || output !== null) throw new Usage('--price-in and --price-out go together; give both')
  if (amountOf(args, 'cost') !== null)
    throw new Usage('--cost needs prices per million tokens: --price-in and --price-out')
  return null
}

/** Prices of the model that repairs. It must have some if the run has, because `--cost` can't be kept without them. */
export function repairPricesOf(args: ParsedArgs, prices: Prices | null): Prices | null {
  const [input, output] = [amountOf(args, 'repair-price-in'), amountOf(args, 'repair-price-out')]
  if (input !== null && output !== null)
    return { input, cached: amountOf(args, 'repair-price-cached') ?? input, output }
  const isNeeded = prices !== null && args.text('repair-model') !== undefined
  if (isNeeded || input !== null || output !== null)
    throw new Usage('--repair-model needs its own prices: add --repair-price-in and --repair-price-out')
  return null
}

const contextMin = 1_024
const contextMax = 10_000_000

/** The context's length in tokens, where `8k` is 8,192. Null: the option is not given. */
export function contextOf(args: ParsedArgs): number | null {
  const text = args.text('context')
  if (text === undefined) return null
  const [, digits, thousands] = /^(\d{1,8})(k?)$/i.exec(text) ?? []
  const tokens = Number(digits) * (thousands === '' ? 1 : 1_024)
  if (!(tokens >= contextMin && tokens <= contextMax))
    throw new Usage(`--context must be tokens from ${contextMin} to ${contextMax}, such as 8k or 8192, not ${text}`)
  return tokens
}

export function amountOf(
  args: ParsedArgs,
  option:
    | ('cost' | 'price-in' | 'price-cached' | 'price-out' | 'temperature')
    | ('repair-price-in' | 'repair-price-cached' | 'repair-price-out'),
): number | null {
  const text = args.text(option)
  if (text === undefined) return null
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) throw new Usage(`--${option} must be a number such as 0.15, not ${text}`)
  return Number(text)
}
