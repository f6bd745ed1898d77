// `windrow translate --dry-run`: the first prompt, its estimated cost, and that of the whole run. Asks no model and claims nothing.
import type { Agent, AgentRow, AgentStatus } from '../../../src/agent/agent.ts'
import { counted, numeral } from '../../../src/base/numeral.ts'
import { rowsLimitMax } from '../../../src/domain/limits.ts'
import { estimateTokens } from '../../../src/domain/text/earlier-pairs.ts'
import { expectedOf } from './buy.ts'
import { type Estimate, estimateParts, type WantedEstimate } from './estimate.ts'
import { listed, worksOf } from './held-rows.ts'
import { PromptSize } from './prompt-size.ts'
import { earlierFor, fitting, fixedTokens, lineTokens, type Prompt, promptOf } from './prompt.ts'
import { costOf, type Prices, type Tokens } from './spending.ts'
import { rowsOf, type Task, tasksOf } from './task.ts'

export interface Wanted extends WantedEstimate {
  readonly prices: Prices | null
}

export interface First {
  readonly tasks: readonly Task[]
  readonly prompt: Prompt
  readonly tokens: Tokens
  /** Tokens of the prompt beside its rules and lines. */
  readonly around: number
}

/** The first prompt of a run, made of those of its first rows that `chosen` leaves; null: no row is open. */
export async function firstPrompt(
  agent: Agent,
  wanted: Wanted,
  chosen: (tasks: readonly Task[]) => readonly Task[] = (tasks) => tasks,
): Promise<First | null> {
  const { brief, context, rowsPerCall } = wanted
  const ready = chosen(tasksOf(await firstRows(agent, wanted), '', brief))
  const tasks = ready.slice(0, fitting(ready, brief, new PromptSize(context, fixedTokens(brief)).next, rowsPerCall))
  if (tasks.length === 0) return null
  const prompt = promptOf(tasks, brief, await earlierFor(agent, tasks))
  const lines = tasks.reduce((sum, task) => sum + lineTokens(task, brief), 0)
  return { tasks, prompt, tokens: expectedOf(tasks, prompt), around: Math.max(0, estimateTokens(prompt.user) - lines) }
}

export async function preview(agent: Agent, status: AgentStatus, wanted: Wanted) {
  const { prices, rowsPerCall, filters } = wanted
  const first = await firstPrompt(agent, wanted)
  if (first === null) return { document: { prompt: null, rows: 0 }, lines: 'there is nothing left to do' }
  const { tasks, prompt, tokens, around } = first
  const { system, user } = prompt
  const [{ growth: _known, ...all }] = (await estimateParts(agent, status, wanted, [worksOf(filters)], around)) as [
    Estimate,
  ]
  const rows = tasks.flatMap(rowsOf).length
  const costed = (each: Tokens): number | null => (prices === null ? null : costOf(each, prices))
  const priced = (each: Tokens): string => (prices === null ? '' : `, ${costOf(each, prices).toFixed(4)} by the prices`)
  return {
    document: {
      prompt: { system, user },
      rows,
      rows_per_call: rowsPerCall,
      tokens,
      cost: costed(tokens),
      all: { ...all, cost: costed(all.tokens) },
    },
    lines: [
      system,
      '',
      user,
      '',
      `${all.rows === 1 ? 'the one row' : `all ${numeral(all.rows)} rows`}: ${counted(all.texts, 'text')} to ` +
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
