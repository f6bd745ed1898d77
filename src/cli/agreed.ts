// Asks the user to agree before a command does what can't be taken back or costs money.
import type { CommandContext, ParsedArgs } from './command.ts'
import { Failure, Usage } from './failure.ts'

export const ASKS_NOT = { name: 'yes', summary: 'Do not ask' } as const

/** Asks the question. Returns after a yes, or at once with `--yes`. */
export async function agreed(context: CommandContext, args: ParsedArgs, question: string): Promise<void> {
  if (args.flag('yes')) return
  if (context.json) throw new Usage('--json cannot ask; add --yes')
  context.stderr.write(`${question} [y/N] `)
  if (!/^y(es)?$/i.test((await context.readLine()).trim()))
    throw new Failure('nothing was changed', { hint: 'answer y to continue, or add --yes' })
}
