// Years of a team, each under a seed (year-play.ts) and in a process of its own, which belongs to the simulator. A year that fails is played again
// with fewer and fewer steps, until none of those that are left can be left out.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Report, Say } from './report.ts'
import { NOTHING_PLAYED, type Played, stepsOf } from './year-play.ts'

/** A year that takes longer hangs. */
const yearMsMax = 30 * 60_000

interface YearPlan {
  readonly seed: number
  /** Of requests, beside its 368 kills, patches, full disks and the like. */
  readonly groups: number
  /** The numbers of the steps; null: all. */
  readonly steps: readonly number[] | null
}

type Told = { readonly step: number; readonly of: number } | { readonly played: Played }

export function playYear(
  { seed, groups, steps }: YearPlan,
  onStep: (step: number, of: number) => void,
): Promise<Played> {
  const argv = [String(seed), String(groups), steps?.join(',') ?? 'all']
  const child = fork(fileURLToPath(new URL('year-main.ts', import.meta.url)), argv, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr = `${stderr}${chunk.toString()}`.slice(-2_000)))
  const timer = setTimeout(() => child.kill('SIGKILL'), yearMsMax)
  return new Promise((resolve) => {
    let last = 0
    let played: Played | null = null
    child.on('message', (told: Told) => {
      if ('played' in told) played = told.played
      else onStep((last = told.step), told.of)
    })
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      const problem = `the process ended with ${signal ?? code} in step ${last}: ${stderr}`
      resolve(played ?? { ...NOTHING_PLAYED, problem, step: last })
    })
  })
}

/** More than a year with a planted fault takes. */
const shrinkingsMax = 150

/** The steps of a failing year without those that it fails without. */
async function shrunk(
  { seed, groups, steps: only }: YearPlan,
  failed: Played,
  say: Say,
): Promise<Played & { readonly steps: readonly number[] }> {
  let best = failed
  const upTo = ({ step }: Played, of: readonly number[]) => of.filter((number) => number <= (step ?? number))
  let steps = upTo(failed, only ?? stepsOf(seed, groups).map(({ number }) => number))
  let runs = 0
  for (let size = steps.length >> 1, isLess = true; size > 0 && (size > 1 || isLess); size = Math.max(1, size >> 1)) {
    isLess = false
    for (let at = 0; at < steps.length && runs < shrinkingsMax; runs++) {
      const fewer = steps.toSpliced(at, size)
      const played = await playYear({ seed, groups, steps: fewer }, () => {})
      if (played.problem === null) at += size
      else {
        isLess = true
        best = played
        steps = upTo(played, fewer)
      }
      say(`year, seed ${seed}: fails with ${steps.length} steps`)
    }
    if (runs >= shrinkingsMax) break
  }
  return { ...best, steps }
}

interface Years extends Omit<YearPlan, 'seed'> {
  readonly seeds: number
  readonly first: number
  /** A year that fails is not played again with fewer steps. */
  readonly isWhole: boolean
}

export async function runYears({ seeds, first, groups, steps: only, isWhole }: Years, say: Say): Promise<Report> {
  const lines: string[] = []
  const problems: string[] = []
  for (let seed = first; seed < first + seeds; seed++) {
    const plan = { seed, groups, steps: only }
    let told = -1
    const played = await playYear(plan, (step, of) => {
      const percent = Math.floor((step / of) * 10) * 10
      if (percent > told) say(`year, seed ${seed} (${seed - first + 1} of ${seeds}): ${(told = percent)} %`)
    })
    const { answers, kills, digest } = played
    if (played.problem === null) {
      const line = `seed ${seed}: ${answers} answers and ${kills} kills, all as the model says; digest ${digest.slice(0, 16)}`
      lines.push(line)
      say(`year, ${line}`)
      continue
    }
    say(`year, seed ${seed}: ${played.problem.split('\n')[0]}`)
    const { problem, steps, history } = !isWhole ? await shrunk(plan, played, say) : { ...played, steps: only }
    const again = `npm run faults -- year --seed ${seed} --groups ${groups}`
    problems.push(
      `seed ${seed}: ${problem}\n  after:\n${history.map((line) => `    ${line}\n`).join('')}` +
        `  again: ${again}${steps === null ? '' : ` --steps ${steps.join(',')}`}`,
    )
  }
  return { lines, problems }
}
