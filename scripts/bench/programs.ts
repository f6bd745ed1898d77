// Measurements of whole programs: imports, exports, starts, memory.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { runLoad } from './load.ts'
import { inRounds, type Samples, untilCalm } from './measure.ts'
import { anonymousMegabytes, type Program, run, startServer } from './processes.ts'
import { get, pagePath, windrowCursor } from './requests.ts'
import * as stores from './stores.ts'

/** A folder of its own for one turn, gone afterwards. */
async function inFolder(bench: Bench, name: string, work: (folder: string) => Promise<number>): Promise<number> {
  const folder = join(bench.folder, `turn-${name}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  return work(folder).finally(() => rmSync(folder, { recursive: true, force: true }))
}

const seconds = async (...programs: Program[]): Promise<number> => {
  let sum = 0
  for (const program of programs) sum += (await run(program)).seconds
  return sum
}

export async function imports(bench: Bench): Promise<Samples> {
  const { main, diff } = bench.files
  const dump = (folder: string): Promise<number> =>
    seconds(
      [...stores.generator, 'dump', main, join(folder, 'a.jsonl')],
      [...stores.generator, 'dump', diff, join(folder, 'b.jsonl')],
    )
  const windrow = (folder: string): Promise<number> =>
    seconds(stores.commandOf(folder, 'import', '--main', main, '--diff', diff))
  const reference = (folder: string): Promise<number> =>
    seconds([...stores.referenceStore, join(folder, 'reference.db'), main, diff])
  return inRounds(bench.scale.longRounds, {
    dump: () => inFolder(bench, 'dump', dump),
    windrow: () => inFolder(bench, 'windrow', (folder) => windrow(join(folder, 'data'))),
    reference: () => inFolder(bench, 'reference', reference),
  })
}

export async function exports_(bench: Bench): Promise<Samples> {
  const { main, diff } = bench.files
  const windrow = (folder: string): Promise<number> => {
    const where = ['--out', join(folder, 'out'), '--level', '3']
    return seconds(stores.commandOf(bench.data, 'export', '--main', main, '--diff', diff, ...where))
  }
  return inRounds(bench.scale.longRounds, {
    info: () => seconds([...stores.generator, 'info', main], [...stores.generator, 'info', diff]),
    windrow: () => inFolder(bench, 'export', windrow),
  })
}

/** Milliseconds from the start of a server's process to the end of its first answer. */
async function msToAnswer(program: Program, path: string): Promise<number> {
  const started = performance.now()
  const server = await startServer(program)
  await runLoad({ port: server.port, connections: 1, requests: [get(path)], from: 0, isOnce: true, msMax: 5_000 })
  const ms = performance.now() - started
  await server.stop()
  return ms
}

export async function starts(bench: Bench): Promise<Samples> {
  const first = '/api/v1/rows?limit=1'
  const contestants: Record<string, () => Promise<number>> = {
    'bare Node': () => msToAnswer(stores.bareServer, '/'),
    windrow: () => msToAnswer(stores.serveWindrow(bench.data), first),
  }
  if (existsSync(stores.executable)) {
    contestants['executable'] = () => msToAnswer(stores.serveExecutable(bench.data), first)
  }
  for (const warmUp of Object.values(contestants)) await warmUp()
  return inRounds(bench.scale.startRounds, contestants)
}

/** After every row was read once through pages of 100; bare Node gave as many answers. */
export async function memory(bench: Bench): Promise<Samples> {
  const rows = await bench.rows()
  const pages = Array.from({ length: Math.ceil(rows.length / 100) }, (_, i) =>
    get(pagePath(windrowCursor, { limit: 100, after: rows[100 * i - 1]?.ordinal ?? 0 })),
  )
  const after = async (program: Program): Promise<number> => {
    const server = await startServer(program)
    const job = { port: server.port, connections: 4, requests: pages, from: 0, isOnce: true, msMax: 300_000 }
    await bench.load.run(job)
    await untilCalm(server)
    const megabytes = anonymousMegabytes(server.pid)
    await server.stop()
    return megabytes
  }
  return inRounds(Math.min(3, bench.scale.longRounds), {
    'bare Node': () => after(stores.bareServer),
    windrow: () => after(stores.serveWindrow(bench.data)),
  })
}

const searches = new WeakMap<Bench, Promise<Readonly<Record<string, Samples>>>>()

/** One of the results of search.ts, which runs once for all of them. */
export const searchOf =
  (kind: string) =>
  async (bench: Bench): Promise<Samples> => {
    let results = searches.get(bench)
    if (results === undefined) searches.set(bench, (results = measureSearches(bench)))
    const samples = (await results)[kind]
    if (samples === undefined) throw new Error(`search.ts measures no ${kind}`)
    return samples
  }

async function measureSearches({ data, folder, scale, say }: Bench): Promise<Readonly<Record<string, Samples>>> {
  say('filling an index of SQLite to search beside')
  const { rounds, turnMs } = scale.pace
  const { output } = await run([...stores.searches, data, `${rounds}`, `${turnMs}`, folder])
  return JSON.parse(output) as Readonly<Record<string, Samples>>
}
