// Measurements of whole programs: imports, exports, starts, memory.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { runLoad } from './load.ts'
import { inRounds, type Measured, rateOf } from './measure.ts'
import { anonymousMegabytes, type Program, run, type Server, startServer } from './processes.ts'
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

export async function imports(bench: Bench): Promise<Measured> {
  const { main, diff } = bench.files
  const dump = (folder: string): Promise<number> =>
    seconds(
      [...stores.generator, 'dump', main, join(folder, 'a.jsonl')],
      [...stores.generator, 'dump', diff, join(folder, 'b.jsonl')],
    )
  const windrow = (folder: string): Promise<number> =>
    seconds([...stores.windrow, 'import', '--main', main, '--diff', diff, '--data', folder, '--quiet'])
  const reference = (folder: string): Promise<number> =>
    seconds([...stores.referenceStore, join(folder, 'reference.db'), main, diff])
  return {
    samples: await inRounds(bench.scale.longRounds, {
      dump: () => inFolder(bench, 'dump', dump),
      windrow: () => inFolder(bench, 'windrow', (folder) => windrow(join(folder, 'data'))),
      reference: () => inFolder(bench, 'reference', reference),
    }),
  }
}

export async function exports_(bench: Bench): Promise<Measured> {
  const { main, diff } = bench.files
  const windrow = (folder: string): Promise<number> => {
    const where = ['--out', join(folder, 'out'), '--level', '3', '--data', bench.data, '--quiet']
    return seconds([...stores.windrow, 'export', '--main', main, '--diff', diff, ...where])
  }
  return {
    samples: await inRounds(bench.scale.longRounds, {
      info: () => seconds([...stores.generator, 'info', main], [...stores.generator, 'info', diff]),
      windrow: () => inFolder(bench, 'export', windrow),
    }),
  }
}

/** A server that has given its first answer, and the milliseconds from the start of its process to the end of that. */
export async function startAndAsk(program: Program, path: string): Promise<{ server: Server; ms: number }> {
  const started = performance.now()
  const server = await startServer(program)
  const { port } = server
  rateOf(await runLoad({ port, connections: 1, requests: [get(path)], from: 0, isOnce: true, msMax: 5_000 }))
  return { server, ms: performance.now() - started }
}

async function msToAnswer(program: Program, path: string): Promise<number> {
  const { server, ms } = await startAndAsk(program, path)
  await server.stop()
  return ms
}

export async function starts(bench: Bench): Promise<Measured> {
  const first = '/api/v1/rows?limit=1'
  const contestants: Record<string, () => Promise<number>> = {
    'plain Node': () => msToAnswer(stores.plainServer, '/'),
    windrow: () => msToAnswer(stores.serveWindrow(bench.data), first),
  }
  if (existsSync(stores.executable)) {
    contestants['executable'] = () => msToAnswer(stores.serveExecutable(bench.data), first)
  }
  for (const warmUp of Object.values(contestants)) await warmUp()
  return { samples: await inRounds(bench.scale.startRounds, contestants) }
}

/** After every row was read once through pages of 100; plain Node gave as many answers. */
export async function memory(bench: Bench): Promise<Measured> {
  const rows = await bench.rows('all')
  const pages = Array.from({ length: Math.ceil(rows.length / 100) }, (_, i) =>
    get(pagePath(windrowCursor, { limit: 100, after: rows[100 * i - 1]?.ordinal ?? 0 })),
  )
  const after = async (program: Program): Promise<number> => {
    const server = await startServer(program)
    const job = { port: server.port, connections: 4, requests: pages, from: 0, isOnce: true, msMax: 300_000 }
    rateOf(await bench.load.run(job))
    const megabytes = anonymousMegabytes(server.pid)
    await server.stop()
    return megabytes
  }
  return {
    samples: await inRounds(Math.min(3, bench.scale.longRounds), {
      'plain Node': () => after(stores.plainServer),
      windrow: () => after(stores.serveWindrow(bench.data)),
    }),
  }
}
