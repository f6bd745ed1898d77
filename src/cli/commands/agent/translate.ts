// `windrow translate`: turns options into a plan, and the outcome into a report.
import { counted, numeral } from '../../../base/numeral.ts'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentStatus } from '../../../agent/agent.ts'
import { promptTextsMax, providerLengthMax } from '../../../domain/limits.ts'
import {
  CLAIM_WORKS,
  type ClaimWork,
  type ModelApi,
  type PromptReference,
  type ReasoningLevel,
  type SourceFilter,
} from '../../../domain/vocabulary.ts'
import { versionInfo } from '../../../runtime/version.ts'
import { apiOf, FAMILIES } from '../../../translate/families.ts'
import type { Model } from '../../../translate/model.ts'
import { preview } from '../../../translate/preview.ts'
import { type Brief, promptVersionOf } from '../../../translate/prompt.ts'
import { exitOf, reportDocument, reportLines } from '../../../translate/report.ts'
import type { Plan } from '../../../translate/run.ts'
import { type Prices, Spending } from '../../../translate/spending.ts'
import { countsText } from '../../../translate/tally.ts'
import { translate } from '../../../translate/translate.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { EXIT, Failure, Usage } from '../../failure.ts'
import { withAgent } from '../../with-agent.ts'

const defaultProvider = 'local'
const notesLengthMax = 20_000

export async function run(context: CommandContext, args: ParsedArgs): Promise<number> {
  const prices = pricesOf(args)
  const origin = { provider: nameOf(args, 'provider', defaultProvider), model: nameOf(args, 'model', '') }
  const openModel = modelOf(context, args)
  const notes = await notesOf(context, args)
  return await withAgent(context, args, async (agent) => {
    const status = await agent.status()
    if (status.writes === null)
      throw new Failure(
        `${status.name} may write nothing; windrow user role ${status.name} translator lets them propose`,
      )
    const reference = (args.text('reference') ?? 'short') as PromptReference
    const brief: Brief = { language: languageOf(args, status), notes, reference }
    const rowsPerCall = args.integer('rows') ?? promptTextsMax
    const contextTokens = args.integer('context') ?? null
    const source = (args.text('source') ?? 'all') as SourceFilter
    const works = worksOf(args)
    const label = args.text('label') ?? null
    if (args.flag('dry-run')) {
      const shown = await preview(agent, status, {
        brief,
        rowsPerCall,
        context: contextTokens,
        source,
        works,
        label,
        prices,
      })
      context.answer(shown.document, () => shown.lines)
      return EXIT.done
    }
    const spending = new Spending({ tokens: args.integer('tokens') ?? null, cost: amountOf(args, 'cost') }, prices)
    const rowsMax = args.integer('limit') ?? Number.MAX_SAFE_INTEGER
    const client = { name: 'windrow translate', version: versionInfo().version, prompt: promptVersionOf(brief) }
    const work = {
      agent,
      brief,
      origin: { ...origin, client },
      works,
      source,
      label,
      rowsMax,
      rowsPerCall,
      context: contextTokens,
      spending,
    }
    return await translateAll(
      context,
      { ...work, parallel: args.integer('parallel') ?? 1, model: await openModel() },
      status,
    )
  })
}

type Work = Omit<Plan, 'signal' | 'pause' | 'note' | 'onProgress'>

async function translateAll(context: CommandContext, work: Work, status: AgentStatus): Promise<number> {
  const startedMs = context.clock.monotonicMs()
  const { none, stale } = { none: status.untranslated, stale: status.stale }
  const open = work.works.reduce((sum, each) => sum + { none, stale }[each], 0)
  const total = Math.min(open, work.rowsMax, status.quota.remaining)
  const progress = context.progress('translate', total, 'rows', true)
  const { spending } = work
  const outcome = await translate(
    {
      ...work,
      signal: context.signal,
      pause: async (seconds) => await sleep(seconds * 1000, undefined, { signal: context.signal }),
      note: (text) => context.note(text),
      onProgress: (tally, rowsInPrompt, left) => {
        const { input, output } = spending.spent
        const refused = tally.refused.size === 0 ? '' : `; refused: ${countsText(tally.refused)}`
        const done = tally.ended + tally.copies
        progress.update(
          done,
          work.label === null ? Math.max(total, done) : done + left,
          `${counted(rowsInPrompt, 'text')} in the last prompt, ${numeral(input + output)} tokens${refused}`,
        )
      },
    },
    status.quota.remaining,
  )
  progress.end()
  const seconds = (context.clock.monotonicMs() - startedMs) / 1000
  context.answer(reportDocument(outcome, spending, seconds), () => reportLines(outcome, spending, seconds))
  return EXIT[exitOf(outcome)]
}

/** Checks the options now; the returned function opens the model. */
function modelOf(context: CommandContext, args: ParsedArgs): () => Promise<Model> {
  const command = args.text('command')
  if (command !== undefined) {
    if (command.trim() === '') throw new Usage("--command needs a program: --command 'my-llm --quiet'")
    const { WINDROW_KEY: _own, OPENAI_API_KEY, ANTHROPIC_API_KEY, ...env } = context.env
    const given = args.flag('pass-key') ? { ...env, OPENAI_API_KEY, ANTHROPIC_API_KEY } : env
    return async () => (await import('../../../translate/command-model.ts')).commandModel(command, given)
  }
  const url = args.text('endpoint') ?? ''
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new Usage(`--endpoint must be an http or https address such as http://127.0.0.1:11434/v1, not ${url}`)
  const { username, password } = new URL(url)
  if (username !== '' || password !== '')
    throw new Usage('--endpoint must hold no password; put the key into OPENAI_API_KEY')
  const api = (args.text('api') as ModelApi | undefined) ?? apiOf(url)
  const endpoint = {
    url,
    api,
    model: nameOf(args, 'model', ''),
    key: context.env[FAMILIES[api].keyName]?.trim() || null,
    temperature: amountOf(args, 'temperature'),
    maxTokens: args.integer('max-tokens') ?? null,
    reasoning: (args.text('reasoning') as ReasoningLevel | undefined) ?? null,
    extraBody: extraBodyOf(args),
  }
  return async () => await (await import('../../../translate/endpoint-model.ts')).endpointModel(endpoint)
}

function extraBodyOf(args: ParsedArgs): Readonly<Record<string, unknown>> | null {
  const text = args.text('extra-body')
  if (text === undefined) return null
  try {
    const members: unknown = JSON.parse(text)
    if (typeof members === 'object' && members !== null && !Array.isArray(members))
      return members as Readonly<Record<string, unknown>>
  } catch {
    // told below
  }
  throw new Usage(`--extra-body must be a JSON object such as '{"top_k": 20}', not ${text}`)
}

function nameOf(args: ParsedArgs, option: 'model' | 'provider', absent: string): string {
  const name = (args.text(option) ?? absent).trim()
  if (name.length > 0 && name.length <= providerLengthMax && !/\p{Cc}/u.test(name)) return name
  throw new Usage(`--${option} must be 1 to ${providerLengthMax} characters without control characters`)
}

function pricesOf(args: ParsedArgs): Prices | null {
  const [input, output] = [amountOf(args, 'price-in'), amountOf(args, 'price-out')]
  if (input !== null && output !== null) return { input, cached: amountOf(args, 'price-cached') ?? input, output }
  if (input !== null || output !== null) throw new Usage('--price-in and --price-out go together; give both')
  if (amountOf(args, 'cost') !== null)
    throw new Usage('--cost needs prices: --price-in and --price-out, of a million tokens each')
  return null
}

function amountOf(
  args: ParsedArgs,
  option: 'cost' | 'price-in' | 'price-cached' | 'price-out' | 'temperature',
): number | null {
  const text = args.text(option)
  if (text === undefined) return null
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) throw new Usage(`--${option} must be a number such as 0.15, not ${text}`)
  return Number(text)
}

const worksOf = (args: ParsedArgs): readonly ClaimWork[] => {
  const state = args.text('state')
  return state === undefined ? CLAIM_WORKS : [state as ClaimWork]
}

async function notesOf(context: CommandContext, args: ParsedArgs): Promise<string> {
  const path = args.text('notes')
  if (path === undefined) return ''
  const notes = await readFile(resolve(context.cwd, path), 'utf8')
  if (notes.length > notesLengthMax)
    throw new Failure(
      `${path} holds ${notes.length} characters; it goes into every prompt, so keep it under ${notesLengthMax}`,
    )
  return notes
}

function languageOf(args: ParsedArgs, { targetLanguage }: AgentStatus): string {
  const language = args.text('language')?.trim() || targetLanguage
  if (language === '')
    throw new Usage(
      'into which language? windrow setting set target_language uk says it once for all, --language uk for this run',
    )
  return language
}
