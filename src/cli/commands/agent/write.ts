// `windrow write` and `windrow validate`: texts from lines as they arrive; prints refusals and doubts.
import type { Agent, AgentText, TextOrigin } from '../../../agent/agent.ts'
import { parseTextLine } from '../../../agent/text-lines.ts'
import { batchItemsMax, clientLengthMax, providerLengthMax } from '../../../domain/limits.ts'
import { isClientText } from '../../../domain/revision.ts'
import type { Client } from '../../../domain/row.ts'
import { versionInfo } from '../../../runtime/version.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { Usage } from '../../failure.ts'
import { linesOf } from '../../streams/input.ts'
import { withAgent } from '../../with-agent.ts'
import { TextTally } from './text-tally.ts'

const defaultProvider = 'local'

export async function write(context: CommandContext, args: ParsedArgs): Promise<number> {
  const origin: TextOrigin = {
    model: nameOf(args, 'model', ''),
    provider: nameOf(args, 'provider', defaultProvider),
    copies: args.flag('copies'),
    client: clientFrom(args),
  }
  const isOverwriting = args.flag('overwrite')
  return await withAgent(context, args, async (agent) => {
    const tally = new TextTally(context, args.flag('jsonl'))
    for await (const batch of batchesOf(context, args, tally)) {
      const texts = isOverwriting
        ? batch.map((text) => ({ ...text, replaces: text.replaces ?? ('any' as const) }))
        : batch
      const { outcomes, quota, stopped } = await agent.write(texts, origin)
      tally.add(outcomes)
      tally.quota = quota ?? tally.quota
      if (stopped !== null) return tally.end('saved', stopped)
    }
    return tally.end('saved', null)
  })
}

export async function validate(context: CommandContext, args: ParsedArgs): Promise<number> {
  return await withAgent(context, args, async (agent: Agent) => {
    const tally = new TextTally(context, args.flag('jsonl'))
    for await (const batch of batchesOf(context, args, tally)) tally.add(await agent.check(batch))
    return tally.end('good', null)
  })
}

/** The program named by the options, else this command. */
function clientFrom(args: ParsedArgs): Client {
  const of = (option: 'client' | 'client-version' | 'prompt-version'): string | null => {
    const text = args.text(option)?.trim() ?? null
    if (text === null || isClientText(text)) return text
    throw new Usage(`--${option} must be 1 to ${clientLengthMax} printable characters`)
  }
  const [name, version, prompt] = [of('client'), of('client-version'), of('prompt-version')]
  if (name !== null) return { name, version, prompt }
  if (version !== null) throw new Usage('--client-version needs the name of the program: --client NAME')
  return { name: 'windrow write', version: versionInfo().version, prompt }
}

function nameOf(args: ParsedArgs, option: 'model' | 'provider', absent: string): string {
  const name = (args.text(option) ?? absent).trim()
  if (name.length > 0 && name.length <= providerLengthMax && !/\p{Cc}/u.test(name)) return name
  throw new Usage(`--${option} must be 1 to ${providerLengthMax} characters without control characters`)
}

/** Groups texts, at most 50 together; unreadable lines go to the tally. */
async function* batchesOf(context: CommandContext, args: ParsedArgs, tally: TextTally): AsyncGenerator<AgentText[]> {
  let batch: AgentText[] = []
  for await (const { line, number } of linesOf(context, args.optionalArgument('FILE') ?? '-')) {
    const text = parseTextLine(line)
    if (text === null) continue
    if (!text.ok) tally.addUnreadable(number, text.refusal)
    else if (batch.push(text.value) === batchItemsMax) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
