// npm run test:faults: what windrow promises when processes die and disks fail, tried out on real servers.
//   node scripts/faults/main.ts [--long] [--kills N] [--seed N] [--only NAME]…
// Ends with 1 when anything was not as promised; the seed in the output repeats a run.
import { parseArgs } from 'node:util'
import { runDrill } from './drill.ts'
import { runDurability } from './durability.ts'
import { runFullDisk } from './full-disk.ts'
import { runFuzz } from './fuzz.ts'
import { runInjections } from './injections.ts'
import { runKills } from './kills.ts'

interface Outcome {
  readonly lines: readonly string[]
  readonly problems: readonly string[]
}

interface Plan {
  readonly kills: number
  readonly seed: number
  readonly isLong: boolean
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
      ],
      problems: report.problems,
    }
  },
  durability: () => runDurability(say),
  injections: () => runInjections(say),
  'full-disk': () => runFullDisk(say),
  drill: () => runDrill(say),
  fuzz: ({ isLong, seed }) => runFuzz(isLong ? 10_000_000 : 100_000, seed, say),
}

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      long: { type: 'boolean', default: false },
      kills: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      only: { type: 'string', multiple: true },
    },
  })
  const plan: Plan = {
    isLong: values.long,
    kills: Number(values.kills ?? (values.long ? 1_000 : 30)),
    seed: Number(values.seed),
  }
  say(`seed ${plan.seed}`)
  let isGood = true
  for (const [name, part] of Object.entries(PARTS)) {
    if (values.only !== undefined && !values.only.includes(name)) continue
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
