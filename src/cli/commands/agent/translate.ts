// `windrow translate`: turns options into a plan, and the outcome into a report.
import { counted, countsText, numeral } from '../../../base/numeral.ts'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentStatus } from '../../../agent/agent.ts'
import { promptTextsMax } from '../../../domain/limits.ts'
import { CLAIM_WORKS, type ClaimWork, type PromptReference } from '../../../domain/vocabulary.ts'
import { versionInfo } from '../../../runtime/version.ts'
import { failuresMax } from '../../../../packages/translator/src/buy.ts'
import { KeptAnswers, waitingOf } from '../../../../packages/translator/src/kept-answers.ts'
import { pauseSeconds } from '../../../../packages/translator/src/models/model.ts'
import { preview } from '../../../../packages/translator/src/preview.ts'
import type { Brief } from '../../../../packages/translator/src/brief.ts'
import { fixedTokens, promptVersionOf } from '../../../../packages/translator/src/prompt.ts'
import { exitOf, reportDocument, reportLines } from '../../../../packages/translator/src/report.ts'
import type { Outcome, Plan } from '../../../../packages/translator/src/run.ts'
import { Spending } from '../../../../packages/translator/src/spending.ts'
import { translate } from '../../../../packages/translator/src/translate.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { EXIT, Failure, Usage } from '../../failure.ts'
import { ownFolder } from '../../store-home.ts'
import { type AgentWork, type LocalWork, officialOf, withOfficialAgent } from '../../with-agent.ts'
import { filterTextOf } from '../work-filter-of.ts'
import { amountOf, contextOf, modelOf, nameOf, pricesOf, repairPricesOf } from './model-options.ts'

const defaultProvider = 'local'
const notesLengthMax = 20_000
/** A server that goes away is waited for as a model is. */
const lostPausesSeconds = Array.from({ length: failuresMax - 1 }, (_, failures) => pauseSeconds(failures + 1, null))
/** Tokens for one text of some length and its answer. */
const leastRoom = 256

export async function run(context: CommandContext, args: ParsedArgs): Promise<number> {
  try {
    return await runTranslation(context, args)
  } catch (error) {
    throw error instanceof Usage ? error : await tellingWaiting(context, args, error)
  }
}

async function runTranslation(context: CommandContext, args: ParsedArgs): Promise<number> {
  const prices = pricesOf(args)
  const repairPrices = repairPricesOf(args, prices)
  const origin = { provider: nameOf(args, 'provider', defaultProvider), model: nameOf(args, 'model', '') }
  const openModel = modelOf(context, args)
  const repairModel = args.text('repair-model') === undefined ? null : nameOf(args, 'repair-model', '')
  const openRepair = repairModel === null ? null : modelOf(context, args, repairModel)
  const notes = await notesOf(context, args)
  const work: AgentWork<number> = async (agent, local, server) => {
    const filters = filtersOf(args, local)
    const runPlan = args.flag('batch') ? (await import('./by-jobs.ts')).byJobs(context, args, local) : translate
    const status = await agent.status()
    if (status.writes === null)
      throw new Failure(
        `${status.name} may write nothing; windrow user role ${status.name} translator lets them propose`,
      )
    if (args.flag('review') && status.writes === 'proposals')
      throw new Failure(`--review marks machine texts, which ${status.name} may not write`)
    const { version, text: team } = await agent.brief()
    const brief: Brief = {
      role: args.flag('review') ? 'review' : 'translate',
      model: origin.model,
      language: languageOf(args, status),
      team,
      notes,
      reference: (args.text('reference') ?? 'short') as PromptReference,
      official: officialOf(args),
    }
    const rowsPerCall = args.integer('rows') ?? promptTextsMax
    const contextTokens = contextOf(args)
    if (contextTokens !== null) assertRoom(brief, contextTokens)
    if (args.flag('dry-run')) {
      const shown = await preview(agent, status, {
        brief,
        rowsPerCall,
        context: contextTokens,
        filters,
        prices,
      })
      context.answer(shown.document, () => shown.lines)
      return EXIT.done
    }
    const spending = new Spending({ tokens: args.integer('tokens') ?? null, cost: amountOf(args, 'cost') }, prices)
    const rowsMax = args.integer('limit') ?? Number.MAX_SAFE_INTEGER
    const told = {
      agent,
      brief,
      origin: { ...origin, client: clientOf(brief, version) },
      filters,
      rowsMax,
      rowsPerCall,
      context: contextTokens,
      spending,
      kept: keptAnswersOf(context, server?.url ?? null, {
        person: status.name,
        language: brief.language,
        role: brief.role,
      }),
    }
    return await translateAll(
      context,
      {
        ...told,
        parallel: args.integer('parallel') ?? 1,
        model: await openModel(),
        repair:
          openRepair === null || repairModel === null
            ? null
            : {
                model: await openRepair(),
                origin: { ...told.origin, model: repairModel },
                spending: spending.at(repairPrices),
              },
      },
      status,
      runPlan,
    )
  }
  return await withOfficialAgent(context, args, work, { lostPausesSeconds })
}

/** An error that ends a run without a report says what was bought and waits, whoever's it is. */
async function tellingWaiting(context: CommandContext, args: ParsedArgs, error: unknown): Promise<unknown> {
  const url = args.text('as') === undefined ? (context.env['WINDROW_URL'] ?? '') : null
  if (url !== null && !URL.canParse(url)) return error
  const kept = keptAnswersOf(context, url, {})
  const { texts } = waitingOf((await kept.read()).own)
  if (texts === 0) return error
  const said = `${counted(texts, 'text')} that earlier runs bought wait in ${kept.folder}; the next run that gets through writes them first`
  if (!(error instanceof Failure)) {
    context.note(said)
    return error
  }
  const { message, code, hint, exit, refusal } = error
  const both = hint === null || hint === '' ? said : `${hint.replace(/\.$/, '')}; ${said}`
  return new Failure(message, { code, exit, hint: both, ...(refusal !== null && { refusal }) })
}

const clientOf = (brief: Brief, version: number): NonNullable<Plan['origin']['client']> => ({
  name: 'windrow translate',
  version: versionInfo().version,
  prompt: promptVersionOf(brief),
  ...(version > 0 && { brief: version }),
})

/** In the folder of the store, or of the person where the store is behind a server. */
function keptAnswersOf(
  { platform, env, config }: CommandContext,
  url: string | null,
  owner: Omit<ConstructorParameters<typeof KeptAnswers>[1], 'server'>,
): KeptAnswers {
  const own = url === null ? null : ownFolder({ platform, env })
  const { host, pathname } = new URL(url ?? 'file:///')
  const server = url === null ? '' : host + pathname
  return new KeptAnswers(join(own ?? config.data, 'model-answers'), { server, ...owner })
}

type Work = Omit<Plan, 'signal' | 'pause' | 'note' | 'onProgress'>

async function translateAll(
  context: CommandContext,
  work: Work,
  status: AgentStatus,
  runPlan: (plan: Plan, quotaLeft: number) => Promise<Outcome>,
): Promise<number> {
  const startedMs = context.clock.monotonicMs()
  // The first claim tells how many rows a filter has.
  const open = work.filters.length === 0 ? status.untranslated + status.stale : 0
  const total = Math.min(open, work.rowsMax, status.quota.remaining)
  const progress = context.progress('translate', total, 'rows', true)
  const { spending } = work
  const outcome = await runPlan(
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
  context.answer(reportDocument(outcome, spending, seconds), () => reportLines(outcome, spending, seconds))
  return EXIT[exitOf(outcome)]
}

/** `--state`, `--source` and `--label` are short for filters. */
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

/** Machine texts that are in force and that nobody has marked. */
const TO_READ = { layer: 'machine_only', status: 'draft' }

const JOBS: Readonly<Record<ClaimWork, string>> = { none: 'untranslated', stale: 'stale' }

/** A prompt without room for texts would be cut without a message, and cost as much. */
function assertRoom(brief: Brief, context: number): void {
  const taken = fixedTokens(brief)
  if (taken + leastRoom > context)
    throw new Failure(
      `the rules, the brief and the notes take about ${taken} tokens of --context ${context}; shorten them, or take a model with a longer context`,
    )
}

export async function notesOf(context: CommandContext, args: ParsedArgs): Promise<string> {
  const path = args.text('notes')
  if (path === undefined) return ''
  const notes = await readFile(resolve(context.cwd, path), 'utf8')
  if (notes.length > notesLengthMax)
    throw new Failure(
      `${path} holds ${notes.length} characters; it goes into every prompt, so keep it under ${notesLengthMax}`,
    )
  return notes
}

export function languageOf(args: ParsedArgs, { targetLanguage }: AgentStatus): string {
  const language = args.text('language')?.trim() || targetLanguage
  if (language === '')
    throw new Usage(
      'into which language? windrow setting set target_language uk says it once for all, --language uk for this run',
    )
  return language
}
