// Measuring side by side: in every round each contestant has a short turn, and the order changes from round to round, so
// that what else the machine does meets all alike. Compared are the values of one round; reported is the median of rounds
// with the quarter above and below it.
import { pause, processorUs, type Load, type Server } from './processes.ts'

/** What one thing took or how large it is, by contestant, one value a round: less is better. */
export type Samples = Readonly<Record<string, readonly number[]>>

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

type Turn = (round: number) => Promise<number>

/** Gives every contestant its turn in each round. */
export async function inRounds(rounds: number, contestants: Readonly<Record<string, Turn>>): Promise<Samples> {
  const turns = Object.entries(contestants)
  const samples: Record<string, number[]> = Object.fromEntries(turns.map(([name]) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < turns.length; i++) {
      const [name, turn] = turns[(i + round) % turns.length] as [string, Turn]
      samples[name]?.push(await turn(round))
    }
  }
  return samples
}

export interface Contestant {
  readonly server: Server
  readonly requests: readonly string[]
  /** How long a client sleeps behind each answer; none sleeps at all unless given. */
  readonly restMs?: number
}

export interface Pace {
  readonly rounds: number
  /** Of one turn. */
  readonly turnMs: number
  readonly connections: number
}

/** Turns before the first round: the engine compiles what it has seen often, and compiles some of it twice. */
export const warmUpTurns = 4
/** A server has answered so often before it is measured: on a busy machine turns alone may hold fifty answers of 4 ms each. */
const warmUpAnswers = 2_000
const warmUpTurnsMax = 60

/** Processor time in µs that an answer costs its server, with the same requests again and again, once all are warm and calm. */
export async function answerCosts(
  load: Load,
  { connections, turnMs: msMax, rounds }: Pace,
  contestants: Readonly<Record<string, Contestant>>,
  warmUps = warmUpTurns,
): Promise<Samples> {
  const answered = new Map<Server, number>()
  const turnOf =
    ({ server, requests, restMs }: Contestant): Turn =>
    async (round) => {
      const from = (round * 997) % requests.length
      const fromUs = processorUs(server.pid)
      const { answers } = await load.run({
        port: server.port,
        connections,
        requests,
        from,
        isOnce: false,
        msMax,
        restMs,
      })
      answered.set(server, (answered.get(server) ?? 0) + answers)
      return (processorUs(server.pid) - fromUs) / answers
    }
  const turns = Object.fromEntries(Object.entries(contestants).map(([name, each]) => [name, turnOf(each)]))
  await inRounds(warmUps, turns)
  const isCold = (): boolean => [...answered.values()].some((answers) => answers < warmUpAnswers)
  for (let turn = warmUps; turn < warmUpTurnsMax && isCold(); turn++) await inRounds(1, turns)
  for (const { server } of Object.values(contestants)) await untilCalm(server)
  return await inRounds(rounds, turns)
}

const calmMs = 500
const looksMax = 600

/** Waits until a server that nobody asks uses less than a hundredth of a core: its own work would be counted with the answers'. */
export async function untilCalm({ pid }: Server): Promise<void> {
  for (let look = 0; look < looksMax; look++) {
    const fromUs = processorUs(pid)
    await pause(calmMs)
    if (processorUs(pid) - fromUs < 10 * calmMs) return
  }
  throw new Error('the server works on, though nobody asks it anything')
}
