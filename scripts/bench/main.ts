// npm run bench -- [--short [--floors]] [--rows NAME,…] [--rounds N] [--write]
// npm run bench -- --since COMMIT ITEM [--short]: which commit made an answer dearer (since.ts).
// Measures windrow beside bare Node and beside a reference implementation, in one run, and prints every ratio. Linux only. --short runs
// the same on small data to see that it runs; its numbers say little. With --floors, what lies beyond the floor of its row in
// works.ts is measured once more, and if it has fallen again, named: exit 1. --write keeps the result for docs/makers/speed.md. Data is
// made in a fresh folder below the system's temporary one and removed at the end. The rows of `TABLES` run only when named.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bench, FULL, openBench, type Scale, SHORT, SHORT_AGAIN } from './bench.ts'
import { fallenIn, linesOf, machineName, markdownOf, type Result, resultOf, type WorkResult } from './report.ts'
import { findDearer } from './since.ts'
import { TABLES, type Work, WORKS } from './works.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: 'string' },
    short: { type: 'boolean', default: false },
    floors: { type: 'boolean', default: false },
    rows: { type: 'string' },
    rounds: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

const say = (text: string): void => void process.stderr.write(`${text}\n`)

function scaleOf(): Scale {
  const scale = options.short ? SHORT : FULL
  const rounds = Number(options.rounds ?? scale.pace.rounds)
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1000) throw new Error('--rounds takes 1 to 1000')
  return { ...scale, pace: { ...scale.pace, rounds } }
}

const known = [...WORKS.map(({ name }) => name), ...Object.keys(TABLES)]

function namesAsked(): readonly string[] {
  const names = options.rows?.split(',') ?? WORKS.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return names
  throw new Error(`unknown row ${unknown.join(', ')}; known are ${known.join(', ')}`)
}

async function measured(bench: Bench, work: Work): Promise<WorkResult> {
  const { name, title, unit } = work
  try {
    return resultOf(work, await work.measure(bench))
  } catch (error) {
    process.exitCode = 1
    return { name, title, unit, values: {}, ratios: [], fault: (error as Error).message }
  }
}

/** Measures on data of its own. */
async function measureAll(scale: Scale, asked: readonly Work[], tables: readonly string[] = []): Promise<WorkResult[]> {
  const works: WorkResult[] = []
  await inFolder(async (folder) => {
    const bench = await openBench(scale, folder, say)
    try {
      for (const name of tables) process.stdout.write(`${await TABLES[name]?.(bench)}\n`)
      for (const work of asked) {
        const startedMs = performance.now()
        works.push(await measured(bench, work))
        say(`${linesOf(works.at(-1) as WorkResult)}\n    took ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
      }
    } finally {
      await bench.close()
    }
  })
  return works
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'windrow-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures once more what is beyond its floor, and says what is so again. */
async function holdFloors(asked: readonly Work[], results: readonly WorkResult[]): Promise<void> {
  const low = asked.filter((work, i) => fallenIn(work, results[i]?.ratios ?? []).length > 0)
  if (low.length === 0) return
  say(`below the floor, once more: ${low.map(({ name }) => name).join(', ')}`)
  const again = await measureAll(SHORT_AGAIN, low)
  const fallen = low.flatMap((work, i) => fallenIn(work, again[i]?.ratios ?? []))
  if (fallen.length === 0) return
  for (const sentence of fallen) say(sentence)
  process.exitCode = 1
}

async function main(): Promise<void> {
  if (options.floors && !options.short) throw new Error('--floors belongs to --short')
  if (options.write && options.rows !== undefined) throw new Error('--write belongs to the whole table, without --rows')
  const scale = scaleOf()
  if (options.since !== undefined) {
    const { since } = options
    const found = await inFolder((folder) => findDearer(since, positionals[0] ?? '', scale.sizes, folder, say))
    return void process.stdout.write(`${found}\n`)
  }
  const names = namesAsked()
  const asked = WORKS.filter(({ name }) => names.includes(name))
  const tables = names.filter((name) => TABLES[name] !== undefined)
  const works = await measureAll(scale, asked, tables)
  const { sizes, pace } = scale
  const rows = sizes.entries + sizes.added
  const result: Result = {
    measuredAt: new Date().toISOString(),
    rows,
    rounds: pace.rounds,
    machine: machineName(),
    works,
  }
  if (options.write) writeFileSync(new URL('result.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`)
  if (works.length > 0) process.stdout.write(`${markdownOf(result)}\n`)
  if (options.floors) await holdFloors(asked, works)
}

main().catch((error: unknown) => {
  say(`error: ${(error as Error).message}`)
  process.exitCode = 1
})
