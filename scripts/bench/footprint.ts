// node scripts/bench/footprint.ts [DATA…]: time from start to first answer and anonymous memory while idle, of plain Node serving a
// constant, of windrow and of the built executable, on an empty store and on the data folders named. In turns; medians.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRounds, spreadOf } from './measure.ts'
import { anonymousMegabytes, type Program, startServer } from './processes.ts'
import { executable, plainServer, serveExecutable, serveWindrow } from './stores.ts'

const rounds = 11
const idleMs = 1_000

/** Starts a server, asks once (any answer will do), and looks at its memory a second later. */
async function measure(program: Program, memory: number[]): Promise<number> {
  const started = performance.now()
  const server = await startServer(program)
  await (await fetch(`http://127.0.0.1:${server.port}/api/v1/me`)).arrayBuffer()
  const ms = performance.now() - started
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  memory.push(anonymousMegabytes(server.pid))
  await server.stop()
  return ms
}

async function main(): Promise<void> {
  const empty = mkdtempSync(join(tmpdir(), 'windrow-footprint-'))
  const programs: Record<string, Program> = { 'plain Node': plainServer }
  for (const [label, data] of [['empty store', empty], ...process.argv.slice(2).map((path) => [path, path])] as const) {
    programs[`windrow, ${label}`] = serveWindrow(data)
    if (existsSync(executable)) programs[`executable, ${label}`] = serveExecutable(data)
  }
  const memory = Object.fromEntries(Object.keys(programs).map((name) => [name, [] as number[]]))
  try {
    const contestants = Object.fromEntries(
      Object.entries(programs).map(([name, program]) => [name, () => measure(program, memory[name] ?? [])]),
    )
    const times = await inRounds(rounds, contestants)
    for (const name of Object.keys(programs)) {
      const [ms, megabytes] = [spreadOf(times[name] ?? []), spreadOf(memory[name] ?? [])]
      process.stdout.write(
        `${name}: ${ms.median.toFixed(0)} ms (${ms.low.toFixed(0)}–${ms.high.toFixed(0)}), ${megabytes.median.toFixed(0)} MB\n`,
      )
    }
  } finally {
    rmSync(empty, { recursive: true, force: true })
  }
}

await main()
