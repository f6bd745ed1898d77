// Imports of translations, merges of another store, reverts and exports of what stood at a time that are killed: at moments
// spread over the whole of one, by SIGKILL and by SIGINT in turn. Each time the store is sound and holds nothing of the work,
// or all of it where the kill came behind its last commit; and afterwards the same command does all it would have done.
import { setTimeout as wait } from 'node:timers/promises'
import { makeGame, type Report, type Work, type WorkName, WORKS } from './killed-work.ts'
import { isWindowsProgram } from '../../test/support/program.ts'
import { endOf, makeWorld, type World } from './world.ts'

interface WorkKills {
  readonly lines: readonly string[]
  readonly problems: readonly string[]
}

/** What the work left. */
type Left = 'nothing' | 'all' | 'a part'

/** Kills the work, on a game of so many rows, as often as there are moments. */
export async function runWorkKills(
  name: WorkName,
  moments: number,
  say: (text: string) => void,
  rows = 20_000,
): Promise<WorkKills> {
  const world = await makeWorld()
  const problems: string[] = []
  const left: Record<Left, number> = { nothing: 0, all: 0, 'a part': 0 }
  try {
    await makeGame(world, rows)
    const work = await WORKS[name](world, rows)
    const run = { world, work, rows, problems }
    const nothing = await work.stateOf(problems)
    const startedMs = performance.now()
    await killAfter(run, Number.POSITIVE_INFINITY, 'SIGKILL')
    let spanMs = performance.now() - startedMs
    const all = await work.stateOf(problems)
    const seen = async (): Promise<Left> => {
      const state = await work.stateOf(problems)
      return state === nothing ? 'nothing' : state === all ? 'all' : 'a part'
    }
    work.beginAnew()
    for (let moment = 0; moment < moments && problems.length === 0; moment++) {
      const signal = moment % 2 === 0 ? 'SIGKILL' : 'SIGINT'
      const atMs = (spanMs * (moment + 0.5)) / moments
      const isDone = await killAfter(run, atMs, signal)
      const found = await seen()
      left[found]++
      if (found === 'a part' || (isDone && found === 'nothing'))
        problems.push(`${signal} after ${atMs.toFixed(0)} ms, ${isDone ? 'done' : 'killed'}: ${found} is there`)
      if (found === 'all') work.beginAnew()
      // It was faster this time: the next ones are killed sooner.
      if (isDone) spanMs = Math.min(spanMs, atMs)
      say(`${name}, ${moment + 1} of ${moments} killed: ${found} is there`)
    }
    await killAfter(run, Number.POSITIVE_INFINITY, 'SIGKILL')
    if ((await seen()) !== 'all') problems.push(`the ${name} after the killed ones did not do all of it`)
    if (left.nothing === 0) problems.push(`no ${name} was killed before its last commit`)
    const tally = `nothing was there ${left.nothing} times, all of it ${left.all} times; then one was done`
    return { lines: [`${name} of ${rows} translations killed ${moments} times: ${tally}`], problems }
  } finally {
    world.remove()
  }
}

/** On Windows one that had to be cut short ends with 1 (docs/windows.md). */
const interruptedCodes: readonly (number | null)[] = [130, null, ...(isWindowsProgram ? [1] : [])]

interface Run {
  readonly world: World
  readonly work: Work
  readonly rows: number
  readonly problems: string[]
}

/** Runs the command and kills it; true: it came to its end before, and did all of it. */
async function killAfter(
  { world, work, rows, problems }: Run,
  afterMs: number,
  signal: 'SIGKILL' | 'SIGINT',
): Promise<boolean> {
  const child = world.start(...work.command, '--json')
  const ended = endOf(child)
  if (afterMs !== Number.POSITIVE_INFINITY) {
    await Promise.race([wait(afterMs), ended])
    child.kill(signal)
  }
  const { code, stdout, stderr } = await ended
  if (code !== 0) {
    if (signal === 'SIGINT' && !interruptedCodes.includes(code)) problems.push(`ended with ${code}: ${stderr}`)
    return false
  }
  const written = work.written(JSON.parse(stdout) as Report)
  if (written !== rows) problems.push(`${written} of ${rows} translations written`)
  return true
}
