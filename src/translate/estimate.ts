// Estimates a whole run: distinct texts, calls and tokens, from rows spread over the work. A text for many rows counts
// once, and answers are as long as the store's own translations are, compared with their sources.
import type { Agent, AgentRow, AgentStatus, ListRows } from '../agent/agent.ts'
import { rowsLimitMax } from '../domain/limits.ts'
import { estimateTokens } from '../domain/text/estimate-tokens.ts'
import type { ClaimWork } from '../domain/vocabulary.ts'
import { listed, worksOf } from './held-rows.ts'
import type { Brief } from './brief.ts'
import { fixedTokens, lineTokens, systemTokens } from './prompt.ts'
import { PromptSize } from './prompt-size.ts'
import { answerGrowth, estimateAnswer, type Tokens } from './spending.ts'
import { tasksOf } from './task.ts'

interface Estimate {
  readonly rows: number
  /** To be bought. */
  readonly texts: number
  readonly calls: number
  readonly tokens: Tokens
}

interface Wanted {
  readonly brief: Brief
  readonly rowsPerCall: number
  readonly context: number | null
  readonly filters: readonly string[]
}

/** Rows that are read of each kind of work. */
export const rowsReadMax = 5_000
/** For each layer, rows by which answers are measured; with fewer pairs there is no measure. */
const pairsMax = 1_000
const pairsMin = 20

/**
 * `around`: tokens of a prompt beside the rules and its lines. Null: a filter has more than `rowsReadMax` rows, which
 * are not counted.
 */
export async function estimateRun(
  agent: Agent,
  status: AgentStatus,
  wanted: Wanted,
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
function callsFor(texts: number, tokens: number, { brief, rowsPerCall, context }: Wanted): number {
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
