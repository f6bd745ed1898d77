// `windrow claim`: renew a claim, or give it back.
import { claimSecondsDefault } from '../../../domain/limits.ts'
import type { Runnable } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { isoTimeOrNull } from '../../streams/lines.ts'
import { withAgent } from '../../with-agent.ts'
import { WHERE, seconds, as } from './agent-options.ts'
import { word } from '../../options.ts'

const claimArgument = {
  value: word('CLAIM'),
  summary: 'The id that windrow rows --claim printed',
}

export const renew: Runnable = {
  name: 'claim renew',
  summary: 'Renew a claim',
  details: [WHERE],
  arguments: [claimArgument],
  options: [seconds, as],
  examples: ['windrow claim renew 00112233445566778899'],
  async run(context, args) {
    const id = args.argument('CLAIM')
    await withAgent(context, args, async (agent) => {
      const endsAtMs = await agent.renew(id, args.integer('seconds') ?? claimSecondsDefault)
      if (endsAtMs === null) throw noSuchClaim(id)
      const expires = isoTimeOrNull(endsAtMs)
      context.answer({ claim: { id, expires_at: expires } }, () => `claim ${id} holds until ${expires}`)
    })
  },
}

export const giveBack: Runnable = {
  name: 'claim give-back',
  summary: 'End a claim and free its rows',
  details: [WHERE],
  arguments: [claimArgument],
  options: [as],
  examples: ['windrow claim give-back 00112233445566778899'],
  async run(context, args) {
    const id = args.argument('CLAIM')
    await withAgent(context, args, async (agent) => {
      if (!(await agent.giveBack(id))) throw noSuchClaim(id)
      context.answer({ claim: { id } }, () => `gave back claim ${id}`)
    })
  },
}

const noSuchClaim = (id: string): Failure =>
  new Failure(`you have no claim ${id}: it has ended or was given back. windrow rows --claim takes a new one`)
