// `windrow translate --dry-run`: the first prompt, its estimated cost, and that of the whole run. Asks no model and claims nothing.
import type { Agent, AgentRow, AgentStatus, ListRows } from '../../../src/agent/agent.ts'
import { counted, numeral } from '../../../src/base/numeral.ts'
import { rowsLimitMax } from '../../../src/domain/limits.ts'
import { estimateTokens } from '../../../src/domain/text/earlier-pairs.ts'
import type { ClaimWork } from '../../../src/domain/vocabulary.ts'
import type { Brief } from './brief.ts'
import { listed, worksOf } from './held-rows.ts'
import { PromptSize } from './prompt-size.ts'
import { earlierFor, fitting, fixedTokens, lineTokens, promptOf, systemTokens } from './prompt.ts'
import { answerGrowth, costOf, estimateAnswer, type Prices, type Tokens } from './spending.ts'
import { rowsOf, tasksOf } from './task.ts'

// Estimates a whole run: distinct texts, calls and tokens, from rows spread over the work. A text for many rows counts
// once, and answers are as long as the store's own translations are, compared with their sources.

interface Estimate {
  readonly rows: number
  /** To be bought. */
  readonly texts: number
  readonly calls: number
  readonly tokens: Tokens
}

interface WantedEstimate {
  readonly brief: Brief
  readonly rowsPerCall: number
  readonly context: number | null
  readonly filters: readonly string[]
}

/** Rows that are read of each kind of work. */
const rowsReadMax = 5_000
/** For each layer, rows by which answers are measured; with fewer pairs there is no measure. */
const pairsMax = 1_000
const pairsMin = 20

/**
 * `around`: tokens of a prompt beside the rules and its lines. Null: a filter has more than `rowsReadMax` rows, which
 * are not counted.
 */
async function estimateRun(
  agent: Agent,
  status: AgentStatus,
  wanted: WantedEstimate,
  around: number,
): Promise<Estimate | null> {
  const growth = await learnGrowth(agent, status)
  const counts: Readonly<Record<ClaimWork, number>> = { none: status.untranslated, stale: status.stale }
  let [rows, texts, lines, answers] = [0, 0, 0, 0]
  for (const of of worksOf(wanted.filters)) {
    const { work, filter } = of
    const step = filter !== undefined || counts[work] <= rowsReadMax ? 0 : stepFor(status, rowsReadMax)
    const { rows: read, isAll } = await readRows(agent, listed(of), rowsReadMax, step)
    if (filter !== undefined && !isAll) return null
    const scale = isAll ? 1 : counts[work] / read.length
    rows += isAll ? read.length : counts[work]
    for (const task of tasksOf(read, '', wanted.brief)) {
      // A text is also written to the rows with the same source, of which these are a part.
      const known = task.twins.length + 1
      const share = isAll || task.row.previous !== null ? 1 : known / Math.max(known, task.row.copies)
      texts += scale * share
      lines += scale * share * lineTokens(task, wanted.brief)
      answers += scale * share * estimateAnswer([task.row.source], growth)
    }
  }
  const calls = callsFor(texts, lines + answers, wanted)
  const input = Math.round(lines + calls * (systemTokens(wanted.brief) + around))
  return {
    rows,
    texts: Math.round(texts),
    calls,
    tokens: { input, cached: 0, output: Math.round(answers) },
  }
}

/** Calls for these texts, as prompts grow in a run without trouble. */
function callsFor(texts: number, tokens: number, { brief, rowsPerCall, context }: WantedEstimate): number {
  const size = new PromptSize(context)
  const perText = tokens / Math.max(1, texts)
  let calls = 0
  for (let left = texts; left >= 0.5; calls++) {
    const fitting = Math.floor((size.next - fixedTokens(brief)) / perText)
    const taken = Math.max(1, Math.min(rowsPerCall, fitting, left))
    size.ended(fixedTokens(brief) + taken * perText, { what: 'whole' })
    left -= taken
  }
  return calls
}

/** Tokens of translations for one of their sources; by the manual layer first. */
async function learnGrowth(agent: Agent, status: AgentStatus): Promise<number> {
  let [sources, texts, pairs] = [0, 0, 0]
  for (const state of ['manual', 'machine'] as const) {
    const { rows } = await readRows(agent, { state, source: 'all' }, pairsMax, stepFor(status, pairsMax))
    for (const { source, layers } of rows) {
      const text = (layers.manual ?? layers.machine)?.text
      if (text === undefined) continue
      sources += estimateTokens(source)
      texts += estimateTokens(text)
      pairs++
    }
  }
  return pairs < pairsMin ? answerGrowth : texts / sources
}

const stepFor = ({ rows }: AgentStatus, most: number): number => Math.ceil(rows / (most / rowsLimitMax))

/** Up to some `most` rows with something to translate, in pages that begin `step` rows apart; 0: without a gap. */
async function readRows(
  agent: Agent,
  wanted: Pick<ListRows, 'state' | 'source' | 'filter'>,
  most: number,
  step: number,
): Promise<{ readonly rows: readonly AgentRow[]; readonly isAll: boolean }> {
  const rows: AgentRow[] = []
  let after: number | null = 0
  for (let page = 1; after !== null && rows.length < most; page++) {
    const found = await agent.listRows({ ...wanted, after, limit: rowsLimitMax })
    rows.push(...found.rows.filter(({ isServiceRow }) => !isServiceRow))
    after = found.next === null ? null : Math.max(found.next, page * step)
  }
  return { rows, isAll: after === null && step === 0 }
}

interface Wanted {
  readonly brief: Brief
  readonly rowsPerCall: number
  readonly context: number | null
  readonly filters: readonly string[]
  readonly prices: Prices | null
}

export async function preview(agent: Agent, status: AgentStatus, wanted: Wanted) {
  const { brief, prices, rowsPerCall, context } = wanted
  const ready = tasksOf(await firstRows(agent, wanted), '', brief)
  const tasks = ready.slice(0, fitting(ready, brief, new PromptSize(context, fixedTokens(brief)).next, rowsPerCall))
  const rows = tasks.flatMap(rowsOf)
  if (rows.length === 0) return { document: { prompt: null, rows: 0 }, lines: 'nothing is left to do' }
  const { system, user } = promptOf(tasks, brief, await earlierFor(agent, tasks))
  const tokens: Tokens = {
    input: estimateTokens(system) + estimateTokens(user),
    cached: 0,
    output: estimateAnswer(tasks.map(({ row }) => row.source)),
  }
  const around = tokens.input - estimateTokens(system) - tasks.reduce((sum, task) => sum + lineTokens(task, brief), 0)
  const all = await estimateRun(agent, status, wanted, Math.max(0, around))
  const costed = (each: Tokens): number | null => (prices === null ? null : costOf(each, prices))
  const priced = (each: Tokens): string => (prices === null ? '' : `, ${costOf(each, prices).toFixed(4)} by the prices`)
  return {
    document: {
      prompt: { system, user },
      rows: rows.length,
      rows_per_call: rowsPerCall,
      tokens,
      cost: costed(tokens),
      all: all === null ? null : { ...all, cost: costed(all.tokens) },
    },
    lines: [
      system,
      '',
      user,
      '',
      `this prompt: ${counted(rows.length, 'row')}, ${tokensText(tokens)}${priced(tokens)}`,
      all === null
        ? `all rows of the filter: more than ${numeral(rowsReadMax)}, not estimated`
        : `${all.rows === 1 ? 'the one row' : `all ${numeral(all.rows)} rows`}: ${counted(all.texts, 'text')} to ` +
          `buy in about ${counted(all.calls, 'call')}, ${tokensText(all.tokens)}${priced(all.tokens)}`,
    ].join('\n'),
  }
}

const tokensText = ({ input, output }: Tokens): string => `about ${numeral(input)} tokens in and ${numeral(output)} out`

async function firstRows(agent: Agent, { filters, rowsPerCall: limit }: Wanted): Promise<AgentRow[]> {
  for (const work of worksOf(filters)) {
    const found: AgentRow[] = []
    for (let after: number | null = 0; after !== null && found.length < limit; ) {
      const { rows, next } = await agent.listRows({
        ...listed(work),
        after,
        limit: Math.min(limit, rowsLimitMax),
      })
      found.push(...rows.filter(({ isServiceRow }) => !isServiceRow))
      after = next
    }
    if (found.length > 0) return found.slice(0, limit)
  }
  return []
}
