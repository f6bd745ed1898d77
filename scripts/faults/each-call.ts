// Every n-th failure: a work is done again and again, and the first, second, … n-th read, write, flush, rename or open fails, until a run
// is not touched. Each time the outcome is before or after, it was said plainly, and the next process does the rest.
import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { compileDisk, type Failure, Hand, type Orders, type Outcome, scratch } from './disk.ts'
import { digestOf, isBeside, type State, stateOf } from './state.ts'
import { layOut, prepare, unlock, WORKS } from './works.ts'

interface Report {
  readonly lines: string[]
  readonly problems: string[]
}

/** A process keeps the stores of its runs open. */
const runsPerHand = 100

/** One process after the other on the disk. */
class Hands {
  readonly #make: () => Hand
  #hand: Hand | null = null
  #runs = 0

  constructor(library: string, root: string) {
    this.#make = () => new Hand(library, root, null)
  }

  /** What ends a process that had done other works is asked once more of a new one. */
  async ask(orders: Orders, again: () => void | Promise<void>): Promise<Outcome> {
    if (this.#hand?.isThere !== true || this.#runs >= runsPerHand) await this.renew()
    const outcome = await (this.#hand as Hand).ask(orders)
    if (this.#runs++ === 0 || outcome.fault === null || isEnginesOpening(outcome.fault)) return outcome
    await again()
    await this.renew()
    return await (this.#hand as Hand).ask(orders)
  }

  async renew(): Promise<void> {
    await this.end()
    this.#hand = this.#make()
    this.#runs = 0
  }

  async end(): Promise<void> {
    await this.#hand?.end()
  }
}

export async function runEachCall(
  say: (text: string) => void,
  works: readonly string[] = Object.keys(WORKS),
  failures: readonly Failure[] = ['EIO', 'full'],
): Promise<Report> {
  const root = scratch()
  const report: Report = { lines: [], problems: [] }
  const library = compileDisk(root)
  if (library === null) return { lines: ['no Linux with a C compiler: nothing was shown'], problems: [] }
  const [hands, heirs] = [new Hands(library, root), new Hands(library, root)]
  try {
    for (const work of works) {
      const tally = await failEach({
        work,
        failures,
        root,
        hands,
        heirs,
        left: new Map(),
        problems: report.problems,
        say,
      })
      report.lines.push(`${work}: ${tally}`)
      say(`each-call: ${report.lines.length} of ${works.length} works, ${work}: ${tally}`)
    }
    return report
  } finally {
    await hands.end()
    await heirs.end()
    rmSync(root, { recursive: true, force: true })
  }
}

interface Run {
  readonly work: string
  readonly failures: readonly Failure[]
  readonly root: string
  readonly hands: Hands
  /** Those who go on after a failure. */
  readonly heirs: Hands
  /** What came of that, by what had been left: of the same bytes once. */
  readonly left: Map<string, string[]>
  readonly problems: string[]
  readonly say: (text: string) => void
}

async function failEach(run: Run): Promise<string> {
  const { work, root, problems, say } = run
  const prepared = join(root, 'prepared', work)
  await prepare(work, prepared)
  const states = await statesOf(run, prepared)
  const counts: string[] = []
  for (const as of run.failures) {
    let refused = 0
    for (let call = 0; ; call++) {
      const folder = join(root, `${as}-${String(call).padStart(6, '0')}`)
      const begin = (): void => {
        rmSync(folder, { recursive: true, force: true })
        layOut(prepared, folder)
      }
      begin()
      const outcome = await run.hands.ask({ work, folder, from: 0, fail: { call, as } }, begin)
      if (outcome.fault === null && !outcome.hasFailed) {
        rmSync(folder, { recursive: true })
        counts.push(`${call} calls failed (${as}), ${refused} of them noticed`)
        break
      }
      const state = await stateAt(folder)
      const found = [...judge(outcome, states, state), ...(await judgeHeir(run, folder, outcome, states, state))]
      problems.push(...found.map((problem) => `${work}, call ${call} fails (${as}): ${problem}`))
      if (found.length > 0) say(`each-call: ${work}, call ${call} fails (${as}): ${found.join('; ')}`)
      if (outcome.said.length > 0 || outcome.fault !== null) refused++
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return counts.join('; ')
}

async function stateAt(folder: string): Promise<State> {
  unlock(folder)
  const state = await stateOf(folder)
  unlock(folder)
  return state
}

/** What there is before the first step, and after each. */
async function statesOf({ work, root, hands, problems }: Run, prepared: string): Promise<State[]> {
  const folder = join(root, 'EIO-states')
  layOut(prepared, folder)
  const states = [await stateAt(folder)]
  for (let from = 0; from < (WORKS[work]?.steps.length ?? 0); from++) {
    const { done, said, fault } = await hands.ask({ work, folder, from, to: from + 1, fail: null }, () => {})
    if (done !== from + 1) problems.push(`${work}, nothing fails: ${fault ?? said[0]?.text}`)
    states.push(await stateAt(folder))
    // The next step is another process's.
    await hands.renew()
  }
  rmSync(folder, { recursive: true })
  problems.push(...states.flatMap((state) => state.problems))
  return states
}

/** What is wrong with what was said and what is there; the state has to be that after the last step done, or after the one that was refused. */
function judge({ done, said, fault }: Outcome, states: readonly State[], state: State): string[] {
  const [before, after] = [states[done], states[done + 1] ?? states[done]] as [State, State]
  const paths = pathsOf(state, before, after)
  const isAs = (path: string, ...some: readonly State[]): boolean =>
    some.some(({ parts }) => parts.get(path) === state.parts.get(path))
  const odd = paths.filter((path) => !isAs(path, before, after) && !(isBeside(path) && isAs(path, ...states, gone)))
  const inGame = paths.filter((path) => path.startsWith('game/'))
  const isWhole = [before, after].some((one) => inGame.every((path) => isAs(path, one)))
  // Where there is a game, the sentence is about it; the store may have noted that something was tried.
  const told = inGame.length > 0 ? inGame : paths.filter((path) => !isBeside(path))
  const changed = told.filter((path) => !isAs(path, before))
  return [
    ...(fault === null || isEnginesOpening(fault) ? [] : [fault]),
    ...state.problems,
    ...odd.map((path) => `${path} is neither as before nor as after step ${done + 1}`),
    ...(isWhole ? [] : ['a part of the game is replaced']),
    ...said.filter(({ isPlain }) => !isPlain).map(({ text }) => `it was said: ${text}`),
    ...(said.at(-1)?.text.includes('nothing was changed') === true
      ? changed.map((path) => `though it was said that nothing was changed, ${path} was`)
      : []),
  ]
}

/**
 * An error in the calls by which LMDB opens its files: its binding then frees memory twice, which ends the process. What can be tried before
 * (opening-files.ts) is tried; a disk that fails just then is told by no sentence, and nothing has been changed.
 */
const isEnginesOpening = (fault: string): boolean =>
  /\((SIGSEGV|SIGABRT)\)/.test(fault) && /the disk failed: (open|create|read|write) \S+(data|lock)\.mdb/.test(fault)

const gone: State = { parts: new Map(), problems: [] }
/** Another process does the steps that are left; the one that was refused is left where its outcome is there. */
async function judgeHeir(
  { work, hands, heirs, left, root }: Run,
  folder: string,
  outcome: Outcome,
  states: readonly State[],
  now: State,
): Promise<string[]> {
  const next = states[outcome.done + 1]
  const isThere = (path: string): boolean => now.parts.get(path) === next?.parts.get(path)
  const isDone = next !== undefined && pathsOf(now, next).every((path) => isBeside(path) || isThere(path))
  const from = outcome.done + Number(isDone)
  const key = `${from} ${bytesBelow(folder)}`
  const known = left.get(key)
  if (known !== undefined) return known
  const copy = join(root, 'left')
  await copyTree(folder, copy)
  const begin = async (): Promise<void> => {
    rmSync(folder, { recursive: true })
    await cp(copy, folder, { recursive: true })
  }
  let heir = await heirs.ask({ work, folder, from, fail: null }, begin)
  if (heir.said.length > 0) {
    // What a process has claimed ends with it.
    await Promise.all([hands.end(), heirs.end()])
    await begin()
    heir = await heirs.ask({ work, folder, from, fail: null }, begin)
  }
  const { done, said, fault } = heir
  rmSync(copy, { recursive: true })
  const found =
    fault !== null || said.length > 0
      ? [fault ?? said[0]?.text ?? '']
      : judge({ done, said, fault, hasFailed: false }, states, await stateAt(folder))
  left.set(
    key,
    found.map((problem) => `the next process: ${problem}`),
  )
  return left.get(key) ?? []
}

/** A process that gave up may still be removing files. */
async function copyTree(from: string, to: string): Promise<void> {
  for (;;) {
    try {
      return await cp(from, to, { recursive: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      rmSync(to, { recursive: true, force: true })
    }
  }
}

const pathsOf = (...all: readonly State[]): string[] => [...new Set(all.flatMap(({ parts }) => [...parts.keys()]))]

/** A digest of all files; what tells one process from another is left out of it. */
function bytesBelow(folder: string): string {
  const hash = createHash('sha256')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || path.startsWith(join(folder, 'own'))) continue
    hash.update(path.slice(folder.length).replace(/(lock|room)\.\d+.*|\.\d+\./, '$1'))
    if (entry.name !== 'writer') hash.update(digestOf(path, folder) ?? '')
  }
  return hash.digest('hex')
}
