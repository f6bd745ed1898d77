// Estimates a run, or its parts: distinct texts, calls and tokens, from rows spread over the work. Asks no model and claims nothing.
import type { Agent, AgentRow, AgentStatus, ListRows } from '../../../src/agent/agent.ts'
import { rowsLimitMax } from '../../../src/domain/limits.ts'
import { estimateTokens } from '../../../src/domain/text/earlier-pairs.ts'
import type { ClaimWork } from '../../../src/domain/vocabulary.ts'
import type { Brief } from './brief.ts'
import { listed, type Work } from './held-rows.ts'
import { PromptSize } from './prompt-size.ts'
import { fixedTokens, lineTokens, systemTokens } from './prompt.ts'
import { answerGrowth, estimateAnswer, type Tokens } from './spending.ts'
import { tasksOf } from './task.ts'

// A text for many rows counts once, and answers are as long as the store's own translations are, compared with their sources.

export interface Estimate {
  readonly rows: number
  /** How many texts have to be bought. */
  readonly texts: number
  readonly calls: number
  readonly tokens: Tokens
  /** How many tokens a translation has for each token of its source. */
  readonly growth: number
}

export interface WantedEstimate {
  readonly brief: Brief
  readonly rowsPerCall: number
  readonly context: number | null
  readonly filters: readonly string[]
}

/** The most rows that are read of each kind of work. */
const rowsReadMax = 5_000
/** The most rows of a layer from which the length of answers is learnt; with too few of them nothing is. */
const pairsMax = 1_000
const pairsMin = 20

/** One estimate a part of the run, of rows that no earlier part has. `around`: tokens of a prompt beside the rules and its lines. */
export async function estimateParts(
  agent: Agent,
  status: AgentStatus,
  wanted: WantedEstimate,
  parts: readonly (readonly Work[])[],
  around: number,
): Promise<readonly Estimate[]> {
  const growth = await learnGrowth(agent, status)
  const counts: Readonly<Record<ClaimWork, number>> = { none: status.untranslated, stale: status.stale }
  const seen = new Set<string>()
  const estimates: Estimate[] = []
  for (const part of parts) {
    let [rows, texts, lines, answers] = [0, 0, 0, 0]
    for (const work of part) {
      const { rows: read, total: listedRows } = await readRows(agent, listed(work), rowsReadMax, status.rows)
      const total = listedRows !== null && work.filter === undefined ? counts[work.work] : listedRows
      const fresh = read.filter(({ rowId }) => !seen.has(rowId))
      for (const { rowId } of fresh) seen.add(rowId)
      const scale = total === null ? 1 : total / Math.max(1, read.length)
      rows += scale * fresh.length
      for (const task of tasksOf(fresh, '', wanted.brief)) {
        // A text is also written to the rows with the same source, of which these are a part.
        const known = task.twins.length + 1
        const share = total === null || task.row.previous !== null ? 1 : known / Math.max(known, task.row.copies)
        texts += scale * share
        lines += scale * share * lineTokens(task, wanted.brief)
        answers += scale * share * estimateAnswer([task.row.source], growth)
      }
    }
    const calls = callsFor(texts, lines + answers, wanted)
    const input = Math.round(lines + calls * (systemTokens(wanted.brief) + around))
    const tokens = { input, cached: 0, output: Math.round(answers) }
    estimates.push({ rows: Math.round(rows), texts: Math.round(texts), calls, tokens, growth })
  }
  return estimates
}

/** How many calls these texts need, with prompts that grow as in a run without trouble. */
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

/** How many tokens a translation has for each of its source, learnt from texts of both layers. */
async function learnGrowth(agent: Agent, { rows: all }: AgentStatus): Promise<number> {
  let [sources, texts, pairs] = [0, 0, 0]
  for (const state of ['manual', 'machine'] as const) {
    const { rows } = await readRows(agent, { state, source: 'all' }, pairsMax, all)
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

/** All rows with something to translate, or some `most` in pages spread over the `all` rows of the game, and how many there are. */
async function readRows(
  agent: Agent,
  wanted: Pick<ListRows, 'state' | 'source' | 'filter'>,
  most: number,
  all: number,
): Promise<{ readonly rows: readonly AgentRow[]; readonly total: number | null }> {
  const rows: AgentRow[] = []
  let [after, step, total]: [number | null, number, number | null] = [0, 0, null]
  for (let page = 1; after !== null && rows.length < most; page++) {
    const found: Awaited<ReturnType<Agent['listRows']>> = await agent.listRows({
      ...wanted,
      after,
      limit: rowsLimitMax,
    })
    if (page === 1 && (found.total ?? 0) > most) {
      total = found.total
      step = Math.ceil(all / (most / rowsLimitMax))
    }
    rows.push(...found.rows.filter(({ isServiceRow }) => !isServiceRow))
    after = found.next === null ? null : Math.max(found.next, page * step)
  }
  return { rows, total }
}
