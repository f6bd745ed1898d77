// `windrow translate`: turns options into a plan, and the outcome into a report.
import { counted, countsText, numeral } from '../../../base/numeral.ts'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentStatus } from '../../../agent/agent.ts'
import { promptTextsMax } from '../../../domain/limits.ts'
import {
  CLAIM_WORKS,
  type ClaimWork,
  type PromptReference,
  MODEL_APIS,
  REASONING_LEVELS,
  PROMPT_REFERENCES,
} from '../../../domain/vocabulary.ts'
import { versionInfo } from '../../../runtime/version.ts'
import { failuresMax, ModelTrouble, pauseSeconds } from '../../../../packages/translator/src/models/model.ts'
import { preview } from '../../../../packages/translator/src/preview.ts'
import type { Brief } from '../../../../packages/translator/src/brief.ts'
import { fixedTokens, promptVersionOf } from '../../../../packages/translator/src/prompt.ts'
import { exitOf, reportDocument, reportLines } from '../../../../packages/translator/src/report.ts'
import { type Outcome, type Plan, Stop } from '../../../../packages/translator/src/run.ts'
import { resume } from '../../../../packages/translator/src/resume.ts'
import type { PlanWanted } from '../../../../packages/translator/src/plan-parts.ts'
import { type Prices, Spending } from '../../../../packages/translator/src/spending.ts'
import { translate } from '../../../../packages/translator/src/translate.ts'
import { tryModel } from '../../../../packages/translator/src/trial.ts'
import type { CommandContext, ParsedArgs, Runnable } from '../../command.ts'
import { ASKS_NOT } from '../../agreed.ts'
import { EXIT, Failure, Usage } from '../../failure.ts'
import { type AgentWork, type LocalWork, officialOf, withOfficialAgent } from '../../with-agent.ts'
import { filterTextOf } from '../work-filter-of.ts'
import { as, nameOf, official } from './agent-options.ts'
import { besideStore, giveUp, ledgerOf, tellingWaiting } from './ledger.ts'
import { amountOf, contextOf, endpointOf, modelOf, pricesOf, repairPricesOf, count, countMax } from './model-options.ts'
import { agreedRun } from './plan-run.ts'
import { tellTrial, withTried } from './try-model.ts'
import { configOption, NAME, SOURCE, FILTER, LABEL, FILE, word } from '../../options.ts'

const defaultProvider = 'local'
const notesLengthMax = 20_000
/** The waits for a server that went away, the same as those for a model. */
const lostPausesSeconds = Array.from({ length: failuresMax - 1 }, (_, failures) => pauseSeconds(failures + 1, null))
/** How many tokens one text of some length needs, with its answer. */
const leastRoom = 256
const trialSecondsDefault = 10

const AMOUNT = word('AMOUNT')

export const command: Runnable = {
  name: 'translate',
  summary: 'Translate rows with a language model',
  details: [
    'The model is an endpoint of OpenAI, Anthropic or a compatible server (with its key, if any, in OPENAI_API_KEY ' +
      'or ANTHROPIC_API_KEY), or a program that reads a prompt on standard input and prints an answer. ' +
      'Only the prompt leaves windrow; --dry-run shows one.',
    'Works on the local store with --as NAME, else on the server WINDROW_URL with the key WINDROW_KEY, ' +
      'with the same rights and rules: machine texts, or proposals for people who may only propose.',
    'Every text is checked. A refused one is bought once more with the reason, then given up and ' +
      'listed in the report. Run it again to continue: no saved text is bought twice.',
    "Exit 3: some rows were given up. Exit 75: stopped by the model, the day's quota or the server.",
    '--json: {written, proposed, copies, remembered, kept, left, refused, given_up: [{row_id, source_text, text, ' +
      'rule_code, message, last_answer}], calls, waits, slipped_batches, cut_answers, unreadable_answers, tokens: {input, cached, ' +
      'output, estimated, per_row}, cost, changed, open: {untranslated, stale}, waiting: {texts, cost, files, ' +
      'purchases: [{name, model, texts, cost, why}]}, seconds, stopped}. Of --dry-run: {prompt: {system, user}, rows, rows_per_call, ' +
      'tokens, cost, all: {rows, texts, calls, tokens, cost}}. Of --plan --dry-run: {plan: [{what, filters, model, ' +
      'rows, texts, calls, tokens, cost, share}]}. Of --try: ' +
      '{fault, asked, texts, taken, refused: [{row_id, source_text, text, rule_code, message}], seconds, schema, ' +
      'thoughts, tokens, counted, context, prices, row_cost, open, models, is_kept, command …}.',
  ],
  needsOneOf: ['endpoint', 'command', 'resume', 'give-up'],
  options: [
    { name: 'endpoint', summary: 'Address of the endpoint, including /v1', value: word('URL'), excludes: ['command'] },
    {
      name: 'command',
      summary: 'Program that reads a prompt and prints an answer, as the shell would run it',
      value: word('PROGRAM'),
    },
    { name: 'pass-key', summary: 'Give OPENAI_API_KEY to the program of --command', excludes: ['endpoint'] },
    { name: 'model', summary: 'The exact name of the model; required to use one', value: NAME },
    {
      name: 'repair-model',
      summary: 'Another model of the endpoint, for texts that the first one got wrong',
      value: NAME,
      excludes: ['command', 'batch'],
    },
    { name: 'provider', summary: 'The service that runs the model', value: NAME, defaultText: 'local' },
    as,
    {
      ...FILTER,
      summary: 'Rows of this filter (as in an address of the site), or of a saved one; also rows that have a text',
      defaultText: 'untranslated rows, then stale ones',
      excludes: ['state', 'source', 'label'],
    },
    {
      name: 'review',
      summary: 'Review the texts of other models instead: keep each one, or quote what is wrong and give a better text',
      excludes: ['state'],
    },
    {
      name: 'state',
      summary: 'Only untranslated rows (none) or only stale ones',
      value: word('STATE', CLAIM_WORKS, 'state'),
      defaultText: 'none, then stale',
    },
    { name: 'source', summary: 'Only rows of this source', value: SOURCE, defaultText: 'all' },
    LABEL,
    { name: 'limit', summary: 'How many rows to take at most', value: count(countMax) },
    { name: 'parallel', summary: 'How many prompts to send at once', value: count(8), defaultText: '1' },
    {
      name: 'rows',
      summary: 'Texts per prompt; use fewer for a slow or small model',
      value: count(promptTextsMax),
      defaultText: String(promptTextsMax),
    },
    {
      name: 'context',
      summary: 'Tokens of context, for prompt and answer together, such as 8k',
      value: word('TOKENS'),
      defaultText: 'detected, from 4096 up',
    },
    {
      name: 'api',
      summary: 'The form of requests to the endpoint',
      value: word('API', MODEL_APIS, 'form of requests'),
      defaultText: 'by its address',
    },
    {
      name: 'reasoning',
      summary: 'How much the model thinks before it answers',
      value: word('LEVEL', REASONING_LEVELS, 'level'),
      defaultText: "the model's own",
    },
    {
      name: 'temperature',
      summary: 'Temperature of the model, from 0 to 2',
      value: AMOUNT,
      defaultText: "the model's own",
    },
    { name: 'max-tokens', summary: 'How many tokens an answer may have, including thoughts', value: count(countMax) },
    {
      name: 'extra-body',
      summary: 'Extra members for each request to the endpoint',
      value: word('JSON'),
      excludes: ['command'],
    },
    {
      name: 'batch',
      summary: "Send the prompts as jobs of the provider's batch interface, at half the price; needs --as",
      excludes: ['command', 'parallel'],
    },
    { name: 'show-last', summary: 'Show the last answer of the model about each row that is given up' },
    { name: 'tokens', summary: 'Stop before a call that would exceed this many tokens', value: count(countMax) },
    { name: 'cost', summary: 'Stop before a call that would bring the total cost above this', value: AMOUNT },
    { name: 'price-in', summary: 'Price per million tokens of prompts, in any currency', value: AMOUNT },
    {
      name: 'price-cached',
      summary: "The same for tokens from the provider's cache",
      value: AMOUNT,
      defaultText: 'that of --price-in',
    },
    { name: 'price-out', summary: 'Price per million tokens of answers', value: AMOUNT },
    { name: 'repair-price-in', summary: '--price-in of --repair-model', value: AMOUNT },
    {
      name: 'repair-price-cached',
      summary: '--price-cached of --repair-model',
      value: AMOUNT,
      defaultText: 'that of --repair-price-in',
    },
    { name: 'repair-price-out', summary: '--price-out of --repair-model', value: AMOUNT },
    { name: 'notes', summary: 'Notes for translators of this game, added to the prompt', value: FILE },
    {
      name: 'reference',
      summary: 'Which texts the model also sees in Chinese; short: those of up to 40 characters',
      value: word('WHICH', PROMPT_REFERENCES, 'choice'),
      defaultText: 'short',
    },
    {
      ...official,
      summary: "Languages in which the model also sees the game's own texts, such as de,ja (windrow import --official)",
    },
    {
      name: 'language',
      summary: 'Language to translate into, as a tag or a name',
      value: word('LANGUAGE'),
      defaultText: 'the setting target_language',
    },
    {
      name: 'resume',
      summary: 'Only save what earlier runs bought but could not save; uses no model',
      excludes: ['endpoint', 'command', 'dry-run'],
    },
    {
      name: 'give-up',
      summary: 'Forget bought texts that are waiting: all, or by the names in the report and in windrow doctor',
      value: word('NAMES'),
      excludes: ['endpoint', 'command', 'resume', 'dry-run'],
    },
    { name: 'dry-run', summary: 'Show one prompt and its estimated cost; uses no model, claims nothing' },
    {
      name: 'plan',
      summary:
        'Show which rows come first and how far --cost, --limit and the quota reach, then ask before starting; with --dry-run only show it',
      excludes: ['review', 'try'],
    },
    {
      name: 'first',
      summary: 'With --plan: labels of what players see first, such as kind:ui,kind:quest',
      value: word('LABELS'),
      defaultText: 'those whose names suggest it',
    },
    ASKS_NOT,
    {
      name: 'try',
      summary:
        'Try at most ten rows and show what the model and its server can do; later runs use the options that worked',
      excludes: ['dry-run', 'review', 'batch', 'repair-model'],
    },
    {
      name: 'try-seconds',
      summary: 'With --try: how long to wait for the answer',
      value: count(600),
      defaultText: String(trialSecondsDefault),
    },
  ],
  examples: [
    'windrow translate --endpoint http://127.0.0.1:11434/v1 --model qwen3:32b --as Olena',
    "windrow translate --command 'claude -p' --model claude --provider anthropic --limit 200 --as Olena",
    "windrow translate --endpoint http://127.0.0.1:11434/v1 --model qwen3:32b --filter 'status=draft&model=qwen3:8b' --as Olena",
    'windrow translate --endpoint http://127.0.0.1:11434/v1 --model qwen3:32b --as Olena --try',
    'windrow translate --review --endpoint http://127.0.0.1:11434/v1 --model gemma4:31b --as Olena',
    'windrow translate --endpoint https://api.openai.com/v1 --model gpt-5-mini --provider openai --batch --as Olena',
    'windrow translate --endpoint https://openrouter.ai/api/v1 --model M --provider openrouter --parallel 4 --cost ' +
      '2.50 --price-in 0.15 --price-out 0.60 --plan',
  ],
  async run(context, args) {
    if (args.text('give-up') !== undefined) {
      await giveUp(context, args)
      return EXIT.done
    }
    try {
      return await (args.flag('resume') ? runResume : runTranslation)(context, args)
    } catch (error) {
      throw error instanceof Usage ? error : await tellingWaiting(context, args, error)
    }
  },
}

/** Runs `--resume`: writes what waits in the ledger, whatever model, language and role it was bought for. */
const runResume = async (context: CommandContext, args: ParsedArgs): Promise<number> =>
  await withOfficialAgent(
    context,
    args,
    async (agent, _local, server) => {
      const status = await agent.status()
      const brief = { role: 'translate', model: '', language: '', team: '', notes: '', reference: 'short' } as const
      const work: Work = {
        agent,
        brief,
        origin: { provider: '', model: '' },
        filters: [],
        rowsMax: 0,
        rowsPerCall: promptTextsMax,
        context: null,
        parallel: 1,
        spending: new Spending({ tokens: null, cost: null }, null),
        ledger: ledgerOf(context, server?.url ?? null, { person: status.name }),
        model: { ask: async () => await Promise.reject(new ModelTrouble('--resume uses no model', false)) },
        repair: null,
      }
      return await translateAll(context, work, status, { run: resume, showsLast: false })
    },
    { lostPausesSeconds },
  )

async function runTranslation(context: CommandContext, given: ParsedArgs): Promise<number> {
  const isTrial = given.flag('try')
  const args = isTrial ? given : await withTried(context, given, triedPathOf(context, given))
  const prices = pricesOf(args)
  const repairPrices = repairPricesOf(args, prices)
  const models = modelsOf(args, prices, repairPrices)
  const named = { provider: nameOf(args, 'provider', defaultProvider), model: nameOf(args, 'model') }
  const openModel = modelOf(context, args)
  const repairModel = args.text('repair-model') === undefined ? null : nameOf(args, 'repair-model')
  const openRepair = repairModel === null ? null : modelOf(context, args, repairModel)
  const notes = await notesOf(context, args)
  const work: AgentWork<number> = async (agent, local, server) => {
    const filters = filtersOf(args, local)
    const runPlan = args.flag('batch') ? (await import('./by-jobs.ts')).byJobs(context, args, local) : translate
    const status = await agent.status()
    assertMayWrite(args, status)
    const { version, text: team } = await agent.brief()
    const brief: Brief = { ...briefOf(args, status), team, notes }
    const rowsPerCall = args.integer('rows') ?? promptTextsMax
    const contextTokens = contextOf(args)
    if (contextTokens !== null) assertRoom(brief, contextTokens)
    const wanted = { brief, rowsPerCall, context: contextTokens, filters, prices }
    const run = args.flag('plan')
      ? await agreedRun(context, args, agent, status, { ...wanted, models }, runPlan)
      : runPlan
    if (run === null) return EXIT.done
    if (args.flag('dry-run')) {
      const shown = await preview(agent, status, wanted)
      context.answer(shown.document, () => shown.lines)
      return EXIT.done
    }
    const origin = { ...named, client: clientOf(brief, version) }
    const ledger = ledgerOf(context, server?.url ?? null, {
      person: status.name,
      language: brief.language,
      role: brief.role,
    })
    if (isTrial) {
      const model = args.text('command') === undefined ? endpointOf(context, args) : await openModel()
      const limit = args.integer('try-seconds') ?? trialSecondsDefault
      const shelf = { ledger, origin, isForRun: true }
      const trial = await tryModel(agent, status, wanted, model, limit, context.signal, shelf).catch(withoutRoom)
      return await tellTrial(context, givenOf(args), trial, triedPathOf(context, args))
    }
    const spending = new Spending({ tokens: args.integer('tokens') ?? null, cost: amountOf(args, 'cost') }, prices)
    return await translateAll(
      context,
      {
        agent,
        brief,
        origin,
        filters,
        rowsMax: args.integer('limit') ?? Number.MAX_SAFE_INTEGER,
        rowsPerCall,
        context: contextTokens,
        spending,
        ledger,
        parallel: args.integer('parallel') ?? 1,
        model: await openModel(),
        repair:
          openRepair === null || repairModel === null
            ? null
            : {
                model: await openRepair(),
                origin: { ...origin, model: repairModel },
                spending: spending.at(repairPrices),
              },
      },
      status,
      { run, showsLast: args.flag('show-last') },
    )
  }
  return await withOfficialAgent(context, args, work, { lostPausesSeconds })
}

/** What a trial throws if what it buys can't be kept, as a failure of the command. */
function withoutRoom(error: unknown): never {
  throw error instanceof Stop ? new Failure(error.message, { exit: EXIT.tryAgain }) : error
}

const briefOf = (args: ParsedArgs, status: AgentStatus): Omit<Brief, 'team' | 'notes'> => ({
  role: args.flag('review') ? 'review' : 'translate',
  model: nameOf(args, 'model'),
  language: languageOf(args, status),
  reference: (args.text('reference') ?? 'short') as PromptReference,
  official: officialOf(args),
})

/** The models of a plan. What players see first goes to the model that repairs, because it is the better and dearer one. */
function modelsOf(args: ParsedArgs, prices: Prices | null, repairPrices: Prices | null): PlanWanted['models'] {
  const rest = { name: nameOf(args, 'model'), prices }
  const repair = args.text('repair-model')
  return { rest, seen: repair === undefined ? rest : { name: repair.trim(), prices: repairPrices } }
}

function assertMayWrite(args: ParsedArgs, { name, writes }: AgentStatus): void {
  if (writes === null)
    throw new Failure(`${name} may not write anything; windrow user role ${name} translator lets them propose`)
  if (args.flag('review') && writes === 'proposals')
    throw new Failure(`--review marks machine texts, which ${name} may not write`)
}

const clientOf = (brief: Brief, version: number): NonNullable<Plan['origin']['client']> => ({
  name: 'windrow translate',
  version: versionInfo().version,
  prompt: promptVersionOf(brief),
  ...(version > 0 && { brief: version }),
})

const triedPathOf = (context: CommandContext, args: ParsedArgs): string =>
  join(besideStore(context, args.text('as') !== undefined), 'tried-models.json')

/** The options of a run that were given, by their names. */
const givenOf = (args: ParsedArgs): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...(command.options ?? []), configOption('data')]
      .filter(({ name }) => !/^(?:try|plan|yes|first)/.test(name) && args.text(name) !== undefined)
      .map(({ name, value }) => [name, value === undefined ? '' : (args.text(name) ?? '')]),
  )

type Work = Omit<Plan, 'signal' | 'pause' | 'note' | 'onProgress'>

interface Way {
  readonly run: (plan: Plan, quotaLeft: number) => Promise<Outcome>
  readonly showsLast: boolean
}

async function translateAll(
  context: CommandContext,
  work: Work,
  status: AgentStatus,
  { run, showsLast }: Way,
): Promise<number> {
  const startedMs = context.clock.monotonicMs()
  // The first claim tells how many rows a filter has.
  const open = work.filters.length === 0 ? status.untranslated + status.stale : 0
  const total = Math.min(open, work.rowsMax, status.quota.remaining)
  const progress = context.progress('translate', total, 'rows', true)
  const { spending } = work
  const outcome = await run(
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
          work.filters.length === 0 ? Math.max(total, done) : done + left,
          `${counted(rowsInPrompt, 'text')} in the last prompt, ${numeral(input + output)} tokens${refused}`,
        )
      },
    },
    status.quota.remaining,
  )
  progress.end()
  const seconds = (context.clock.monotonicMs() - startedMs) / 1000
  context.answer(reportDocument(outcome, spending, seconds), () => reportLines(outcome, spending, seconds, showsLast))
  return EXIT[exitOf(outcome)]
}

/** The filters of a run; `--state`, `--source` and `--label` stand for filters. */
function filtersOf(args: ParsedArgs, local: LocalWork | null): readonly string[] {
  const filter = filterTextOf(args, local?.app ?? null)
  if (filter !== undefined) return [filter]
  const [state, source, label] = ['state', 'source', 'label'].map((name) => args.text(name))
  const isReview = args.flag('review')
  if (!isReview && [state, source, label].every((word) => word === undefined)) return []
  const within = { ...(source !== undefined && source !== 'all' && { source }), ...(label !== undefined && { label }) }
  if (isReview) return [new URLSearchParams({ ...TO_READ, ...within }).toString()]
  return CLAIM_WORKS.filter((work) => state === undefined || state === work).map((work) =>
    new URLSearchParams({ job: JOBS[work], ...within }).toString(),
  )
}

/** What a second reader reads by default: machine texts that are in force and that nobody has judged. */
const TO_READ = { layer: 'machine_only', status: 'draft' }

const JOBS: Readonly<Record<ClaimWork, string>> = { none: 'untranslated', stale: 'stale' }

/** Refuses a context that is too small for texts: the server would cut each prompt without a message, and it would cost as much. */
function assertRoom(brief: Brief, context: number): void {
  const taken = fixedTokens(brief)
  if (taken + leastRoom > context)
    throw new Failure(
      `the rules, the brief and the notes need about ${taken} tokens of --context ${context}; ` +
        `shorten them, or use a model with a longer context`,
    )
}

export async function notesOf(context: CommandContext, args: ParsedArgs): Promise<string> {
  const path = args.text('notes')
  if (path === undefined) return ''
  const notes = await readFile(resolve(context.cwd, path), 'utf8')
  if (notes.length > notesLengthMax)
    throw new Failure(
      `${path} holds ${notes.length} characters; it goes into every prompt, so keep it below ${notesLengthMax}`,
    )
  return notes
}

export function languageOf(args: ParsedArgs, { targetLanguage }: AgentStatus): string {
  const language = args.text('language')?.trim() || targetLanguage
  if (language === '')
    throw new Usage(
      'the target language is not set; windrow setting set target_language uk sets it, --language uk sets it for this run',
    )
  return language
}
