// Measuring side by side: in every round each contestant has a short turn, and the order changes from round to round, so
// that what else the machine does meets all alike. Compared are the values of one round; reported is the median of rounds
// with the quarter above and below it.
import { type Load, processorUs, type Server } from './processes.ts'

/** Values of one contestant, one a round. */
export type Samples = Readonly<Record<string, readonly number[]>>

/** What a work gives. */
export interface Measured {
  readonly samples: Samples
  /** Processor time of the server for one answer, in µs: other work on the machine changes it less. Linux only. */
  readonly processorUs?: Samples
}

/** Processor time of this process so far. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export interface Spread {
  readonly median: number
  /** First and third quartile. */
  readonly low: number
  readonly high: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number): number => {
    const place = share * (sorted.length - 1)
    const below = sorted[Math.floor(place)] as number
    return below + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] as number) - below)
  }
  return { median: at(0.5), low: at(0.25), high: at(0.75) }
}

/** Gives every contestant its turn in each round. */
export async function inRounds(
  rounds: number,
  contestants: Readonly<Record<string, (round: number) => Promise<number>>>,
): Promise<Samples> {
  const names = Object.keys(contestants)
  const samples: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length] as string
      samples[name]?.push(await (contestants[name] as (round: number) => Promise<number>)(round))
    }
  }
  return samples
}

export interface Contestant {
  readonly server: Server
  readonly requests: readonly string[]
}

export interface Pace {
  readonly rounds: number
  /** Of one turn. */
  readonly turnMs: number
  readonly connections: number
}

/** Turns before the first round: the engine compiles what it has seen often, and compiles some of it twice. */
export const warmUpTurns = 4

/** Answers a second of servers that take the same requests again and again, once they are warm, and what each cost. `warmUps`: turns. */
export async function throughput(
  load: Load,
  pace: Pace,
  contestants: Readonly<Record<string, Contestant>>,
  warmUps = warmUpTurns,
): Promise<Measured> {
  const costs: Record<string, number[]> = {}
  const turn = async (name: string, { server, requests }: Contestant, round: number): Promise<number> => {
    const { connections, turnMs: msMax } = pace
    const from = (round * 997) % requests.length
    const before = processorUs(server.pid)
    const result = await load.run({
      port: server.port,
      connections,
      requests,
      from,
      isOnce: false,
      msMax,
      isAwake: true,
    })
    const after = processorUs(server.pid)
    if (before !== null && after !== null) (costs[name] ??= []).push((after - before) / result.answers)
    return rateOf(result)
  }
  const turns = Object.entries(contestants).map(
    ([name, contestant]) => [name, (round: number) => turn(name, contestant, round)] as const,
  )
  for (let round = 0; round < warmUps; round++) for (const [, warmUp] of turns) await warmUp(round)
  for (const name of Object.keys(costs)) costs[name] = []
  const samples = await inRounds(pace.rounds, Object.fromEntries(turns))
  return Object.keys(costs).length === 0 ? { samples } : { samples, processorUs: costs }
}

/** Answers a second; refuses a run in which some answer was not 200. */
export function rateOf(result: { answers: number; seconds: number; refused: readonly string[] }): number {
  const { answers, seconds, refused } = result
  if (refused.length > 0) throw new Error(`${refused.length} of ${answers} answers were refused: ${refused[0]}`)
  return answers / seconds
}
