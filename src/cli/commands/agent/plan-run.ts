// `windrow translate --plan`: a table to agree to, and the run that follows it.
import type { Agent, AgentStatus } from '../../../agent/agent.ts'
import {
  inParts,
  planDocument,
  planLines,
  planParts,
  type PlanWanted,
} from '../../../../packages/translator/src/plan-parts.ts'
import { agreed } from '../../agreed.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { amountOf } from './model-options.ts'

type Run = Parameters<typeof inParts>[1]

/** Shows the plan, and returns the run that was agreed to. Null: there is nothing to run, or the plan was only to be shown. */
export async function agreedRun(
  context: CommandContext,
  args: ParsedArgs,
  agent: Agent,
  status: AgentStatus,
  wanted: Omit<PlanWanted, 'limits' | 'seen'>,
  run: Run,
): Promise<Run | null> {
  const rows = Math.min(status.quota.remaining, args.integer('limit') ?? Number.MAX_SAFE_INTEGER)
  const limits = { cost: amountOf(args, 'cost'), tokens: args.integer('tokens') ?? null, rows }
  const seen =
    args
      .text('first')
      ?.split(',')
      .map((label) => label.trim()) ?? null
  const parts = await planParts(agent, status, { ...wanted, limits, seen })
  if (parts.length === 0 || args.flag('dry-run')) {
    context.answer(planDocument(parts), () => (parts.length === 0 ? 'there is nothing left to do' : planLines(parts)))
    return null
  }
  context.note(planLines(parts).join('\n'))
  await agreed(context, args, 'Translate in this order until a limit is reached?')
  return inParts(parts, run)
}
