// A question before something that cannot be taken back, or costs money.
import type { CommandContext, ParsedArgs } from './command.ts'
import { Failure, Usage } from './failure.ts'

export const ASKS_NOT = { name: 'yes', summary: 'Do not ask' } as const

/** Returns after a yes, or with `--yes`. */
export async function agreed(context: CommandContext, args: ParsedArgs, question: string): Promise<void> {
  if (args.flag('yes')) return
  if (context.json) throw new Usage('--json asks nothing; add --yes')
  context.stderr.write(`${question} [y/N] `)
  if (!/^y(es)?$/i.test((await context.readLine()).trim()))
    throw new Failure('nothing was changed', { hint: 'answer y to go on, or give --yes' })
}
