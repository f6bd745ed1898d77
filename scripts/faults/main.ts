// npm run test:faults: what windrow promises when processes die and disks fail, tried out on real servers.
//   node scripts/faults/main.ts [--short | --long] [--kills N] [--seed N] [--entries N] [--seconds N] [--only NAME]…
// Two processes share the parts, because a part mostly waits for one program; with --only they come one after the other, here.
// Ends with 1 when anything was not as promised; the seed in the output repeats a run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { runDrill } from './drill.ts'
import { runDurability } from './durability.ts'
import { runFullDisk } from './full-disk.ts'
import { runFuzz } from './fuzz.ts'
import { runHostile } from './hostile.ts'
import { runInjections } from './injections.ts'
import { runKills } from './kills.ts'
import { runLedgerKills } from './ledger-kills.ts'
import { runTranslateKills } from './translate-kills.ts'
import { runWholeGame } from './whole-game.ts'
import { runWorkKills } from './work-kills.ts'

interface Outcome {
  readonly lines: readonly string[]
  readonly problems: readonly string[]
}

interface Plan {
  readonly kills: number
  readonly seed: number
  readonly isShort: boolean
  readonly isLong: boolean
  /** Of the game of `whole-game`. */
  readonly entries: number | null
  /** Of `fuzz`. */
  readonly seconds: number | null
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
        `${report.events} events, read once each; ${report.delivered.requests} requests to a webhook, with ${report.delivered.repeated} events sent again`,
      ],
      problems: report.problems,
    }
  },
  'import-kills': ({ isShort }) => runWorkKills('import', isShort ? 8 : 20, say),
  'update-kills': ({ isShort }) => runWorkKills('update', isShort ? 8 : 20, say),
  'merge-kills': ({ isLong }) => runWorkKills('merge', isLong ? 20 : 6, say),
  'revert-kills': ({ isLong }) => runWorkKills('revert', isLong ? 20 : 4, say),
  'export-at-kills': ({ isLong }) => runWorkKills('export --at', isLong ? 20 : 4, say),
  'translate-kills': ({ isLong, seed }) => runTranslateKills(isLong ? 100 : 20, seed, say),
  'ledger-kills': ({ kills, seed }) => runLedgerKills(kills, seed, say),
  'whole-game': ({ entries, isLong }) => runWholeGame(entries ?? (isLong ? 963_050 : 1_000), say),
  durability: () => runDurability(say),
  injections: () => runInjections(say),
  'full-disk': () => runFullDisk(say),
  drill: () => runDrill(say),
  hostile: ({ isLong, seed }) => runHostile(isLong, seed, say),
  fuzz: ({ seconds, isLong, seed }) => runFuzz(seconds ?? (isLong ? 600 : 60), seed, say),
}

/** The parts of the second process; the others are the first one's. */
const SECOND: ReadonlySet<string> = new Set(['import-kills', 'update-kills', 'injections', 'drill', 'fuzz'])
/** It measures, so nothing runs beside it. */
const ALONE = 'hostile'

/** The parts by processes; true: all was as promised. */
async function runAll(): Promise<boolean> {
  const names = Object.keys(PARTS).filter((name) => name !== ALONE)
  const both = [names.filter((name) => !SECOND.has(name)), names.filter((name) => SECOND.has(name))]
  const areGood = await Promise.all(both.map(runInProcess))
  return [...areGood, await runInProcess([ALONE])].every(Boolean)
}

async function runInProcess(names: readonly string[]): Promise<boolean> {
  const only = names.flatMap((name) => ['--only', name])
  const child = spawn(process.execPath, [...process.argv.slice(1), ...only], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      kills: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      entries: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string', multiple: true },
    },
  })
  if (values.only === undefined) return (await runAll()) ? 0 : 1
  const plan: Plan = {
    isShort: values.short,
    isLong: values.long,
    entries: values.entries === undefined ? null : Number(values.entries),
    seconds: values.seconds === undefined ? null : Number(values.seconds),
    kills: Number(values.kills ?? (values.long ? 1_000 : 30)),
    seed: Number(values.seed),
  }
  say(`seed ${plan.seed}`)
  let isGood = true
  for (const [name, part] of Object.entries(PARTS)) {
    if (!values.only.includes(name)) continue
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
