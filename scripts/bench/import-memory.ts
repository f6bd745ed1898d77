// node scripts/bench/import-memory.ts [ENTRIES]: the peak of anonymous memory, processor time and wall time of every import,
// dry run, export and revert of a whole game, made fresh (963,050 entries unless told otherwise). Linux only: it reads /proc.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeGameFiles, windrow } from './stores.ts'

const lookEveryMs = 20
const ticksPerSecond = 100

interface Cost {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakMegabytes: number
}

/** Runs a command and watches it. */
async function costOf(argv: readonly string[]): Promise<Cost> {
  const startedMs = performance.now()
  const [command = '', ...rest] = [...windrow, ...argv]
  const child = spawn(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] })
  let [peak, ticks] = [0, 0]
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peak = Math.max(peak, Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0))
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      ticks = Number(fields[11]) + Number(fields[12])
    } catch {
      // It has just ended.
    }
  }, lookEveryMs)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearInterval(look)
  if (code !== 0) throw new Error(`windrow ${argv.join(' ')} ended with ${code}`)
  const seconds = (performance.now() - startedMs) / 1000
  return { seconds, cpuSeconds: ticks / ticksPerSecond, peakMegabytes: peak / 1024 }
}

async function main(): Promise<void> {
  const entries = Number(process.argv[2] ?? 963_050)
  const folder = mkdtempSync(join(tmpdir(), 'windrow-import-memory-'))
  try {
    const sizes = { entries, shards: Math.ceil(entries / 256), changed: Math.floor(entries / 5), added: 19_000 }
    const files = await makeGameFiles(join(folder, 'game'), sizes)
    const data = ['--data', join(folder, 'data'), '--quiet']
    const sources = ['--main', files.main, '--diff', files.diff, '--reference', files.reference]
    const twins = ['--main', files.main, '--diff', files.diff, '--out', join(folder, 'out')]
    const steps: readonly (readonly [string, readonly string[]])[] = [
      ['a command that does nothing much', ['stats', ...data]],
      ['import of main, diff and reference', ['import', ...sources, ...data]],
      ['the same again, nothing changed', ['import', ...sources, ...data]],
      ['its dry run', ['import', ...sources, '--dry-run', ...data]],
      ['dry run of translations', ['import', '--localized', files.localized, '--dry-run', ...data]],
      ['import of translations', ['import', '--localized', files.localized, ...data]],
      ['export of both twins', ['export', ...twins, ...data]],
      ['export of a dump', ['export', '--to', join(folder, 'dump.jsonl'), ...data]],
      ['dry run of taking the translations back', ['revert', '--since', '2000-01-01', '--dry-run', ...data]],
      ['taking them back', ['revert', '--since', '2000-01-01', ...data]],
    ]
    // The first needs a store; an empty one is made by asking for its settings.
    await costOf(['setting', 'list', ...data])
    for (const [label, argv] of steps) {
      const { seconds, cpuSeconds, peakMegabytes } = await costOf(argv)
      process.stdout.write(
        `${label}: ${peakMegabytes.toFixed(0)} MB at its peak, ${cpuSeconds.toFixed(1)} s of processor, ${seconds.toFixed(1)} s\n`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
