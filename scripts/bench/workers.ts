// node scripts/bench/workers.ts DATA-FOLDER ROUNDS TURN-MS SCRATCH-FOLDER: what two workers of one server cost each other
// (docs/speed.md#workers). Beside `--workers 2` run two servers with a copy of the store each, which share nothing but the
// machine: both pairs have the same load, one process with eight connections to each of the two, and so the same neighbours
// on the same cores. In turns, with one server alone; the store's key is that of stores.ts. Linux only.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Spread, spreadOf } from './measure.ts'
import { type Load, processorUs, type Server, startLoad, startServer } from './processes.ts'
import { createDice, get, NO_FILTER, pagePath, post, walk, windrowCursor } from './requests.ts'
import { serveWindrow } from './stores.ts'

const connectionsEach = 8
const warmUpMs = 3_000
const rowsMax = 20_000

interface Turn {
  /** Processor time of all processes of the servers for an answer. */
  readonly us: number
  readonly perSecond: number
  /** Times that a process went to sleep, for an answer: for lack of work, or for a lock. */
  readonly sleeps: number
  /** Cores that each process kept busy; behind a primary come its workers. */
  readonly busy: readonly number[]
}

/** Of two servers each load is given a connection in turn, as the primary gives them to its workers. */
interface Contestant {
  readonly servers: readonly Server[]
  readonly connections: number
}

const processesOf = ({ pid }: Server): number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [pid, ...children.map(Number)]
}

const sleepsOf = (pid: number): number => {
  const pattern = /^voluntary_ctxt_switches:\s+(\d+)/m
  const tasks = readdirSync(`/proc/${pid}/task`)
  const counts = tasks.map((task) =>
    Number(pattern.exec(readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8'))?.[1]),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

async function turnOf({ servers, connections }: Contestant, load: Load, job: Job): Promise<Turn> {
  const pids = servers.flatMap(processesOf)
  const look = () => pids.map((pid) => ({ us: processorUs(pid) ?? Number.NaN, sleeps: sleepsOf(pid) }))
  const before = look()
  const port = servers.map((server) => server.port)
  const { answers, seconds, refused } = await load.run({ ...job, port, connections, from: 0, isOnce: false })
  const spent = look().map(({ us, sleeps }, i) => ({
    us: us - (before[i]?.us ?? 0),
    sleeps: sleeps - (before[i]?.sleeps ?? 0),
  }))
  if (refused.length > 0) throw new Error(`${refused.length} answers were refused: ${refused[0]}`)
  return {
    us: sumOf(spent.map(({ us }) => us)) / answers,
    perSecond: answers / seconds,
    sleeps: sumOf(spent.map(({ sleeps }) => sleeps)) / answers,
    busy: spent.map(({ us }) => us / 1e6 / seconds),
  }
}

interface Job {
  readonly requests: readonly string[]
  readonly msMax: number
}

/** Pages of 50 at random depth, and validates of fifty neighbours with the source as the text. */
async function requestsOf(port: number): Promise<Record<string, string[]>> {
  const rows = await walk(port, NO_FILTER, rowsMax)
  const dice = createDice(7)
  const items = rows.map(({ row_id, source_hash, source_text: text }) => ({
    row_id,
    source_hash,
    layer: 'machine',
    text,
  }))
  const batches = Array.from({ length: Math.floor(items.length / 50) }, (_, i) => items.slice(50 * i, 50 * i + 50))
  return {
    'page of 50': Array.from({ length: 2000 }, () =>
      get(pagePath(windrowCursor, { limit: 50, after: 1 + dice(rows.length - 50) })),
    ),
    'validate of 50': batches.map((batch) => post('/api/v1/translations/validate', { items: batch })),
  }
}

const shown = ({ median, low, high }: Spread, digits: number): string =>
  `${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`

function report(work: string, turns: Readonly<Record<string, readonly Turn[]>>): void {
  for (const [name, all] of Object.entries(turns)) {
    const of = (value: (turn: Turn) => number, digits: number): string => shown(spreadOf(all.map(value)), digits)
    const busy = (all[0]?.busy ?? []).map((_, i) => spreadOf(all.map((turn) => turn.busy[i] ?? 0)).median.toFixed(2))
    process.stdout.write(
      `${work}, ${name}: ${of(({ us }) => us, 1)} µs an answer, ${of(({ perSecond }) => perSecond, 0)} answers/s, ` +
        `asleep ${of(({ sleeps }) => sleeps, 3)} times an answer, busy ${busy.join(' + ')}\n`,
    )
  }
  const workers = turns['two workers'] ?? []
  for (const [name, all] of Object.entries(turns).slice(0, 2)) {
    const ratios = workers.map(({ us }, i) => (2 * (all[i]?.us ?? 0)) / us)
    const against = name === 'one server' ? name : 'one server with such a neighbour'
    process.stdout.write(`${work}, two workers: ${shown(spreadOf(ratios), 2)} times ${against} by processor time\n`)
  }
}

async function main(): Promise<void> {
  const [data = '', roundsText = '9', turnText = '500', scratch = '/tmp'] = process.argv.slice(2)
  const folder = mkdtempSync(join(scratch, 'workers-'))
  const servers: Server[] = []
  const load = startLoad()
  const serve = async (name: string, ...options: string[]): Promise<Server> => {
    cpSync(data, join(folder, name), { recursive: true })
    const server = await startServer([...serveWindrow(join(folder, name)), ...options])
    servers.push(server)
    return server
  }
  try {
    const one = await serve('one')
    const other = await serve('other')
    const two = await serve('two', '--workers', '2')
    const contestants: Readonly<Record<string, Contestant>> = {
      'one server': { servers: [one], connections: connectionsEach },
      'two servers': { servers: [one, other], connections: 2 * connectionsEach },
      'two workers': { servers: [two], connections: 2 * connectionsEach },
    }
    const names = Object.keys(contestants)
    for (const [work, requests] of Object.entries(await requestsOf(one.port))) {
      const take = (name: string, msMax: number) => turnOf(contestants[name] as Contestant, load, { requests, msMax })
      for (const name of names.slice(1)) await take(name, warmUpMs)
      const turns: Record<string, Turn[]> = Object.fromEntries(names.map((name) => [name, []]))
      for (let round = 0; round < Number(roundsText); round++) {
        for (let turn = 0; turn < names.length; turn++) {
          const name = names[(turn + round) % names.length] as string
          turns[name]?.push(await take(name, Number(turnText)))
        }
      }
      report(work, turns)
    }
  } finally {
    for (const server of servers) await server.stop()
    await load.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
