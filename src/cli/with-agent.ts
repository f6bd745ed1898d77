// Opens the interface for translating programs: on a server named by WINDROW_URL and WINDROW_KEY, or with --as on the local store.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Agent, AgentRefused } from '../agent/agent.ts'
import { withOfficial } from '../agent/with-official.ts'
import type { Server } from '../agent/server-calls.ts'
import type { Patience } from '../agent/send-texts.ts'
import { type Actor, named } from '../app/actor.ts'
import type { App } from '../app/app.ts'
import type { CommandContext, ParsedArgs } from './command.ts'
import { EXIT, Failure, Usage } from './failure.ts'
import { namedPerson } from './named-person.ts'
import { withStore } from './with-app.ts'

const commandWaitSecondsMax = 600

/** The local store with which an agent works. Null: it works on a server. */
export interface LocalWork {
  readonly app: App
  readonly actor: Actor
}

type Waits = Omit<Patience, 'pause'>

export type AgentWork<T> = (agent: Agent, local: LocalWork | null, server: Server | null) => Promise<T>

/** Opens an agent for `work`. A refused call ends the command, with exit 75 if it may succeed later. */
export async function withAgent<T>(
  context: CommandContext,
  args: ParsedArgs,
  work: AgentWork<T>,
  waits: Partial<Waits> = {},
): Promise<T> {
  const patience = patienceOf(context, waits)
  const name = args.text('as')
  try {
    if (name === undefined) {
      const server = serverOf(context)
      const { remoteAgent } = await import('../agent/remote.ts')
      const newKey = (): string => context.random.bytes(16).toString('hex')
      return await work(remoteAgent(server, patience, newKey), null, server)
    }
    const { localAgent } = await import('../agent/local.ts')
    return await withStore(context, async (app) => {
      const user = namedPerson(app, name)
      if (user.state !== 'active') {
        throw new Failure(`${user.name} is ${user.state}; windrow user state ${user.name} active lets them work again`)
      }
      const actor = named(user)
      return await work(localAgent(app, actor, patience), { app, actor }, null)
    })
  } catch (error) {
    throw error instanceof AgentRefused ? failureOfRefusal(error) : error
  }
}

/** As `withAgent`, where each row comes with the official texts of `--official`. */
export const withOfficialAgent: typeof withAgent = (context, args, work, waits) =>
  withAgent(
    context,
    args,
    async (agent, local, server) => await work(withOfficial(agent, officialOf(args)), local, server),
    waits,
  )

export const officialOf = (args: ParsedArgs): readonly string[] => args.text('official')?.split(',') ?? []

export function failureOfRefusal({ refusal }: AgentRefused): Failure {
  const { code, message, hint, details, retryAfterSeconds } = refusal
  const mayComeRight = retryAfterSeconds !== null || details['retriable'] === true
  // The message names the faults of a request; the hint is for who sent its JSON.
  const advice = 'errors' in details ? {} : { hint }
  return new Failure(message.replace(/\.$/, ''), { code, ...advice, exit: mayComeRight ? EXIT.tryAgain : EXIT.failed })
}

/** Endings that WINDROW_URL must not have, because they are addresses for other clients. */
const FACE = /\/(?:api(?:\/v\d)?|mcp|admin)\/*$/

function serverOf({ env }: CommandContext): Server {
  const { WINDROW_URL: url = '', WINDROW_KEY: key = '' } = env
  if (url === '')
    throw new Usage('use --as NAME, a person of the store here, or set WINDROW_URL and WINDROW_KEY for a server')
  if (key === '') throw new Usage('WINDROW_URL needs WINDROW_KEY, the secret of a key on that server')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new Usage(`WINDROW_URL must be an http or https address, not ${url}`)
  const [behind] = FACE.exec(url) ?? []
  if (behind !== undefined)
    throw new Usage(`WINDROW_URL is the server's address without ${behind}: ${url.replace(FACE, '')}`)
  return { url, key }
}

function patienceOf(context: CommandContext, waits: Partial<Waits>): Patience {
  return {
    pause: async (seconds, why = '') => {
      context.note(`${why}${why === '' ? '' : ' '}trying again in ${seconds} s`)
      await sleep(seconds * 1000, undefined, { signal: context.signal })
    },
    secondsMax: commandWaitSecondsMax,
    ...waits,
  }
}
