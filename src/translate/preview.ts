// `windrow translate --dry-run`: the first prompt, its estimated cost, and that of the whole run. Asks no model and claims nothing.
import { counted, numeral } from '../base/numeral.ts'
import type { Agent, AgentRow, AgentStatus } from '../agent/agent.ts'
import { rowsLimitMax } from '../domain/limits.ts'
import { estimateTokens } from '../domain/text/estimate-tokens.ts'
import { estimateRun, rowsReadMax } from './estimate.ts'
import { listed, worksOf } from './held-rows.ts'
import { fitting } from './pack.ts'
import type { Brief } from './brief.ts'
import { earlierFor, fixedTokens, lineTokens, promptOf } from './prompt.ts'
import { PromptSize } from './prompt-size.ts'
import { costOf, estimateAnswer, type Prices, type Tokens } from './spending.ts'
import { rowsOf, tasksOf } from './task.ts'

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
        : `${all.rows === 1 ? 'the one row' : `all ${numeral(all.rows)} rows`}: ${counted(all.texts, 'text')} to buy in about ${counted(all.calls, 'call')}, ${tokensText(all.tokens)}${priced(all.tokens)}`,
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
