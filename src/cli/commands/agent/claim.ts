// `windrow claim`: renew a claim, or give it back.
import { claimSecondsDefault } from '../../../domain/limits.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { isoTimeOrNull } from '../../streams/lines.ts'
import { withAgent } from '../../with-agent.ts'

export async function renew(context: CommandContext, args: ParsedArgs): Promise<void> {
  const id = args.argument('CLAIM')
  await withAgent(context, args, async (agent) => {
    const endsAtMs = await agent.renew(id, args.integer('seconds') ?? claimSecondsDefault)
    if (endsAtMs === null) throw noSuchClaim(id)
    const expires = isoTimeOrNull(endsAtMs)
    context.answer({ claim: { id, expires_at: expires } }, () => `claim ${id} holds until ${expires}`)
  })
}

export async function giveBack(context: CommandContext, args: ParsedArgs): Promise<void> {
  const id = args.argument('CLAIM')
  await withAgent(context, args, async (agent) => {
    if (!(await agent.giveBack(id))) throw noSuchClaim(id)
    context.answer({ claim: { id } }, () => `claim ${id} is given back`)
  })
}

const noSuchClaim = (id: string): Failure =>
  new Failure(`you have no claim ${id}; it has ended or was given back, and windrow rows --claim takes another`)
