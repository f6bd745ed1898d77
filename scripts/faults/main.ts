// npm run test:faults: what windrow promises when processes die and disks fail, tried out on real servers.
//   node scripts/faults/main.ts [--short | --long | --night] [--kills N] [--seed N] [--seconds N] [--images N] [--work NAME]… [--only NAME]…
//   node scripts/faults/main.ts year [--seeds N] [--seed N] [--groups N] [--steps N,N…]
// Two processes beside each other do the parts, each in a process of its own, because a part mostly waits for one program; with --only they
// come one after the other, here. On a terminal a bar says how far they are. A night writes a report (--report FILE).
// Ends with 1 when anything was not as promised; the seed in the output repeats a run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { runDamage } from './damage.ts'
import { runEachCall } from './each-call.ts'
import { runFuzz } from './fuzz.ts'
import { runKills } from './kills.ts'
import { runPower } from './power.ts'
import { runPlants } from './plants.ts'
import type { Report } from './report.ts'
import { runYears } from './year.ts'

const { values, positionals } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    night: { type: 'boolean', default: false },
    report: { type: 'string', default: 'faults-report.txt' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kills: { type: 'string' },
    /** Of `fuzz`. */
    seconds: { type: 'string' },
    /** Of `power`: disks that a cut may leave. */
    images: { type: 'string' },
    /** Of `power` and `each-call`: these alone (works.ts). */
    work: { type: 'string', multiple: true },
    /** Of `year`. */
    seeds: { type: 'string' },
    groups: { type: 'string', default: '400' },
    steps: { type: 'string' },
    whole: { type: 'boolean', default: false },
    /** Of `plants`: these alone. */
    plant: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
  },
  allowPositionals: true,
})

/** How much each form tries where no option says it. */
const USUAL = {
  plain: { kills: 30, images: 10_000, bits: 60, seconds: 600, seeds: 3 },
  short: { kills: 30, images: 300, bits: 10, seconds: 60, seeds: 1 },
  long: { kills: 1_000, images: 10_000, bits: 400, seconds: 600, seeds: 3 },
  night: { kills: 1_000, images: 1_000_000, bits: 400, seconds: 8 * 3600, seeds: 100 },
} as const
const form = values.night ? 'night' : values.long ? 'long' : values.short ? 'short' : 'plain'
const amountOf = (of: 'kills' | 'images' | 'seconds' | 'seeds'): number => Number(values[of] ?? USUAL[form][of])
const seed = Number(values.seed)
const say = (text: string): void => void process.stderr.write(`${text}\n`)

const PARTS: Readonly<Record<string, () => Promise<Report>>> = {
  kills: () => runKills(amountOf('kills'), seed, say),
  power: () => runPower(say, { images: amountOf('images'), seed, works: values.work }),
  'each-call': () => runEachCall(say, values.work ?? (form === 'short' ? ['approval', 'install'] : undefined)),
  damage: () => runDamage(say, { bits: USUAL[form].bits, seed }),
  fuzz: () => runFuzz(amountOf('seconds'), seed, say),
  year: () => {
    const steps = values.steps?.split(',').map(Number) ?? null
    const years = { seeds: amountOf('seeds'), first: seed, groups: Number(values.groups), steps, isWhole: values.whole }
    return runYears(years, say)
  },
  plants: () => runPlants(seed, values.plant, say),
}

/**
 * The parts of each of the two processes, in their order: inputs take as long as all else. The plants try the engines, not the product, and
 * take minutes.
 */
const PROCESSES: readonly (readonly string[])[] = [
  ['kills', 'power', 'year', 'each-call', 'damage', ...(form === 'long' ? ['plants'] : [])],
  ['fuzz'],
]

const isTerminal = process.stderr.isTTY
const barWidth = 24
/** How far each process is, by its number. */
const shown: string[] = []

/** Shows in a terminal's bar how far a part is; whatever else a part says, as its seed or why it ended, is passed on. */
function show(at: number, line: string): void {
  const [, name = '', done, total] = /^([\w-]+).*?(\d+) of (\d+)/.exec(line) ?? []
  if (!isTerminal || total === undefined) {
    clearBar()
    return say(line)
  }
  const filled = Math.round((barWidth * Number(done)) / Number(total))
  shown[at] = `${name} [${'#'.repeat(filled).padEnd(barWidth, '-')}] ${done} of ${total}`
  process.stderr.write(`\r\u001B[2K${shown.filter(Boolean).join('  ')}`)
}

function clearBar(): void {
  if (isTerminal) process.stderr.write('\r\u001B[2K')
}

function print(line: string): void {
  clearBar()
  process.stdout.write(`${line}\n`)
  if (form === 'night') appendFileSync(values.report, `seed ${seed}, ${line}\n`)
}

/** Does parts in processes of their own; true: all was as promised. */
async function runApart(names: readonly string[], at: number): Promise<boolean> {
  let isGood = true
  for (const name of names) {
    const argv = [...process.argv.slice(1), '--only', name, '--seed', String(seed)]
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = once(child, 'exit')
    createInterface({ input: child.stderr }).on('line', (line) => show(at, line))
    let isTold = false
    for await (const line of createInterface({ input: child.stdout })) {
      print(line)
      isTold ||= line.includes('PROBLEM')
    }
    const [code, signal] = (await ended) as [number | null, string | null]
    if (code === 0) continue
    isGood = false
    if (!isTold || signal !== null) print(`${name}: PROBLEM its process ended with ${code ?? signal}`)
  }
  return isGood
}

/** One part after the other, here; true: all was as promised. */
async function runHere(names: readonly string[]): Promise<boolean> {
  say(`seed ${seed}`)
  let isGood = true
  for (const [name, part] of Object.entries(PARTS)) {
    if (!names.includes(name)) continue
    const startedMs = performance.now()
    const { lines, problems } = await part().catch(
      (error: Error): Report => ({ lines: [], problems: [error.stack ?? error.message] }),
    )
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
    for (const line of lines) process.stdout.write(`${name}: ${line}\n`)
    for (const problem of problems) process.stdout.write(`${name}: PROBLEM ${problem}\n`)
    process.stdout.write(`${name}: ${problems.length === 0 ? 'as promised' : 'NOT as promised'} (${seconds} s)\n`)
    if (problems.length > 0) isGood = false
  }
  return isGood
}

async function run(): Promise<boolean> {
  const only = [...(values.only ?? []), ...positionals]
  if (only.length > 0) return await runHere(only)
  if (form === 'night') writeFileSync(values.report, '')
  const areGood = await Promise.all(PROCESSES.map(runApart))
  if (form === 'night') say(`the report is ${values.report}`)
  return areGood.every(Boolean)
}

process.exitCode = 1
void run().then((isGood) => process.exit(isGood ? 0 : 1))
