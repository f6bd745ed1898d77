// Years of a team, each under a seed (year-play.ts) and in a process of its own, which belongs to the simulator. A year that fails is played again
// with fewer and fewer steps, until none of those that are left can be left out.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Played, stepsOf } from './year-play.ts'
import { PLANTS } from './year-plants.ts'

interface Outcome {
  readonly lines: readonly string[]
  readonly problems: readonly string[]
}

/** So many groups of requests a year, beside its 356 kills, patches, full disks and the like. */
const groupsPerYear = 400
/** A year that takes longer hangs. */
const yearMsMax = 30 * 60_000

interface YearPlan {
  readonly seed: number
  readonly groups: number
  /** The numbers of the steps; null: all. */
  readonly steps: readonly number[] | null
  /** A fault of year-plants.ts. */
  readonly planted?: string
}

type Told = { readonly step: number; readonly of: number } | { readonly played: Played }

export function playYear(
  { seed, groups, steps, planted }: YearPlan,
  onStep: (step: number, of: number) => void,
): Promise<Played> {
  const argv = [String(seed), String(groups), steps?.join(',') ?? 'all', ...(planted === undefined ? [] : [planted])]
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
      resolve(played ?? { problem, step: last, digest: '', answers: 0, kills: 0 })
    })
  })
}

const shrinkingsMax = 80

/** The steps of a failing year without those that it fails without. */
async function shrunk(
  { seed, groups }: YearPlan,
  failed: Played,
  say: (text: string) => void,
): Promise<Played & { readonly steps: readonly number[] }> {
  let steps = stepsOf(seed, groups).map(({ number }) => number)
  let best = failed
  if (failed.step !== null) steps = steps.slice(0, failed.step + 1)
  let runs = 0
  for (let size = Math.ceil(steps.length / 2); size >= 1 && runs < shrinkingsMax; ) {
    const before = steps.length
    for (let at = 0; at < steps.length && runs < shrinkingsMax; ) {
      const fewer = steps.toSpliced(at, size)
      const played = await playYear({ seed, groups, steps: fewer }, () => {})
      runs++
      if (played.problem === null) at += size
      else {
        best = played
        const { step } = played
        steps = step === null ? fewer : fewer.filter((number) => number <= step)
      }
      say(`year, seed ${seed}: fails with ${steps.length} steps`)
    }
    if (size === 1 && steps.length === before) break
    size = Math.max(1, Math.floor(size / 2))
  }
  return { ...best, steps }
}

export async function runYears(
  seeds: number,
  first: number,
  { groups, steps: only }: { readonly groups: number | null; readonly steps: readonly number[] | null },
  say: (text: string) => void,
): Promise<Outcome> {
  const lines: string[] = []
  const problems: string[] = []
  for (let seed = first; seed < first + seeds; seed++) {
    const plan = { seed, groups: groups ?? groupsPerYear, steps: only }
    let told = -1
    const played = await playYear(plan, (step, of) => {
      const percent = Math.floor((step / of) * 10) * 10
      if (percent > told) say(`year, seed ${seed} (${seed - first + 1} of ${seeds}): ${(told = percent)} %`)
    })
    if (played.problem === null) {
      const { answers, kills, digest } = played
      lines.push(
        `seed ${seed}: ${answers} answers and ${kills} kills, all as the model says; digest ${digest.slice(0, 16)}`,
      )
      continue
    }
    say(`year, seed ${seed}: ${played.problem.split('\n')[0]}`)
    const { problem, steps } = only === null ? await shrunk(plan, played, say) : { ...played, steps: only }
    problems.push(
      `seed ${seed}: ${problem}\n  again: node scripts/faults/main.ts year --seed ${seed} --groups ${plan.groups} --steps ${steps.join(',')}`,
    )
  }
  return { lines, problems }
}

/** So many groups are enough for every plant. */
const groupsPerPlant = 150

/** Plays a year with each planted fault, which has to be found. */
export async function runPlants(seed: number, say: (text: string) => void): Promise<Outcome> {
  const lines: string[] = []
  const problems: string[] = []
  for (const planted of Object.keys(PLANTS)) {
    const { problem, step } = await playYear({ seed, groups: groupsPerPlant, steps: null, planted }, () => {})
    if (step === null) problems.push(`seed ${seed}: not found: ${planted}${problem === null ? '' : `; ${problem}`}`)
    else lines.push(`${planted}: found in ${problem?.split('\n')[0]}`)
    say(`year-plants: ${planted}: ${step === null ? 'not found' : 'found'}`)
  }
  return { lines, problems }
}
