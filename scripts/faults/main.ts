// npm run test:faults: what windrow promises when processes die and disks fail, tried out on real servers.
//   node scripts/faults/main.ts [--short | --long] [--kills N] [--seed N] [--seconds N] [--images N] [--work NAME]… [--only NAME]…
//   node scripts/faults/main.ts year [--seeds N] [--seed N] [--groups N] [--steps N,N…]
// Two processes share the parts, because a part mostly waits for one program; with --only they come one after the other, here.
// Ends with 1 when anything was not as promised; the seed in the output repeats a run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { runDamage } from './damage.ts'
import { runEachCall } from './each-call.ts'
import { runFuzz } from './fuzz.ts'
import { runKills } from './kills.ts'
import { runPower } from './power.ts'
import { runPlants } from './plants.ts'
import { runYears } from './year.ts'

interface Outcome {
  readonly lines: readonly string[]
  readonly problems: readonly string[]
}

interface Plan {
  readonly kills: number
  readonly seed: number
  readonly isShort: boolean
  readonly isLong: boolean
  /** Of `fuzz`. */
  readonly seconds: number | null
  /** Of `power`: disks that a cut may leave. */
  readonly images: number | null
  /** Of `power` and `each-call`: these alone (works.ts). */
  readonly works: readonly string[] | undefined
  /** Of `year`. */
  readonly year: {
    readonly seeds: number | null
    readonly groups: number | null
    readonly steps: readonly number[] | null
    readonly isWhole: boolean
  }
  /** Of `plants`: these alone. */
  readonly plants: readonly string[] | undefined
}

const say = (text: string): void => void process.stderr.write(`${text}\n`)

const PARTS: Readonly<Record<string, (plan: Plan) => Promise<Outcome>>> = {
  kills: async ({ kills, seed }) => {
    const report = await runKills(kills, seed, say)
    const kinds = Object.entries(report.kills).map(([kind, count]) => `${kind} ${count}`)
    return {
      lines: [
        `${kills} kills (${kinds.join(', ')}): ${report.calls} batches sent, ${report.acknowledged} acknowledged, ` +
          `${report.inDoubt} times in doubt, ${report.replays} replays compared`,
        `${report.events} events, read once each`,
      ],
      problems: report.problems,
    }
  },
  power: ({ images, works, seed, isShort }) =>
    runPower(say, { images: images ?? (isShort ? 300 : 10_000), seed, works }),
  'each-call': ({ works, isShort }) => runEachCall(say, works ?? (isShort ? ['approval', 'install'] : undefined)),
  damage: ({ isLong, isShort, seed }) => runDamage(say, { bits: isLong ? 400 : isShort ? 10 : 60, seed }),
  fuzz: ({ seconds, isLong, seed }) => runFuzz(seconds ?? (isLong ? 600 : 60), seed, say),
  year: ({ year, isShort, seed }) => runYears({ ...year, seeds: year.seeds ?? (isShort ? 1 : 3), first: seed }, say),
  plants: ({ plants, seed }) => runPlants(seed, plants, say),
}

/** The parts of the second process; the others are the first one's. */
const SECOND: ReadonlySet<string> = new Set(['each-call', 'damage', 'fuzz'])
/** It says nothing about the product, only about the engines, and takes minutes. */
const PLANTED = 'plants'

/** The parts by processes; true: all was as promised. */
async function runAll(): Promise<boolean> {
  const names = Object.keys(PARTS).filter((name) => name !== PLANTED || process.argv.includes('--long'))
  const both = [names.filter((name) => !SECOND.has(name)), names.filter((name) => SECOND.has(name))]
  const areGood = await Promise.all(both.map(runInProcess))
  return areGood.every(Boolean)
}

async function runInProcess(names: readonly string[]): Promise<boolean> {
  const only = names.flatMap((name) => ['--only', name])
  const child = spawn(process.execPath, [...process.argv.slice(1), ...only], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      kills: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      seconds: { type: 'string' },
      images: { type: 'string' },
      work: { type: 'string', multiple: true },
      seeds: { type: 'string' },
      groups: { type: 'string' },
      steps: { type: 'string' },
      whole: { type: 'boolean', default: false },
      plant: { type: 'string', multiple: true },
      only: { type: 'string', multiple: true },
    },
    allowPositionals: true,
  })
  const only = [...(values.only ?? []), ...positionals]
  if (only.length === 0) return (await runAll()) ? 0 : 1
  const plan: Plan = {
    isShort: values.short,
    isLong: values.long,
    seconds: values.seconds === undefined ? null : Number(values.seconds),
    images: values.images === undefined ? null : Number(values.images),
    works: values.work,
    plants: values.plant,
    year: {
      seeds: values.seeds === undefined ? null : Number(values.seeds),
      groups: values.groups === undefined ? null : Number(values.groups),
      steps: values.steps?.split(',').map(Number) ?? null,
      isWhole: values.whole,
    },
    kills: Number(values.kills ?? (values.long ? 1_000 : 30)),
    seed: Number(values.seed),
  }
  say(`seed ${plan.seed}`)
  let isGood = true
  for (const [name, part] of Object.entries(PARTS)) {
    if (!only.includes(name)) continue
    const startedMs = performance.now()
    const { lines, problems } = await part(plan).catch(
      (error: Error): Outcome => ({ lines: [], problems: [error.stack ?? error.message] }),
    )
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
    for (const line of lines) process.stdout.write(`${name}: ${line}\n`)
    for (const problem of problems) process.stdout.write(`${name}: PROBLEM ${problem}\n`)
    process.stdout.write(`${name}: ${problems.length === 0 ? 'as promised' : 'NOT as promised'} (${seconds} s)\n`)
    if (problems.length > 0) isGood = false
  }
  return isGood ? 0 : 1
}

process.exitCode = 1
void run().then((code) => process.exit(code))
