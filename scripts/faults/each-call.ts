// Every n-th failure: a work is done again and again, and the first, second, … n-th read, write, flush, rename or open fails, until a run
// is not touched. Each time the outcome is before or after, it was said plainly, and the next process does the rest.
import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { type Failure, Hand, onDisk, type Orders, type Outcome } from './disk.ts'
import { unlock } from './left.ts'
import type { Report, Say } from './report.ts'
import { around, oddPaths, pathsOf, problemsMax, stagesOf } from './stages.ts'
import { digestOf, isBeside, type State, stateOf } from './state.ts'
import { layOut, prepare, WORKS } from './works.ts'

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
    if (this.#runs++ === 0 || outcome.fault === null || isEnginesOwn(outcome.fault)) return outcome
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

export const runEachCall = (
  say: Say,
  works: readonly string[] = Object.keys(WORKS),
  failures: readonly Failure[] = ['EIO', 'full'],
): Promise<Report> =>
  onDisk(async (root, library) => {
    const lines: string[] = []
    const problems: string[] = []
    // Those who do the works, and those who go on after a failure.
    const [hands, heirs] = [new Hands(library, root), new Hands(library, root)]
    try {
      for (const work of works) {
        const each = new EachCall(work, root, hands, heirs)
        const tell = (problem: string): void => {
          problems.push(`${work}, ${problem}`)
          say(`each-call: ${work}, ${problem}`)
        }
        try {
          await each.begin()
        } catch (error) {
          // The other works are tried all the same.
          tell((error as Error).stack ?? 'an error')
          continue
        }
        for (const as of failures) {
          const told = await each.failAll(as, tell)
          lines.push(`${work}: ${told}`)
          say(`each-call: ${works.indexOf(work) + 1} of ${works.length} works, ${lines.at(-1)}`)
        }
      }
      return { lines, problems }
    } finally {
      await hands.end()
      await heirs.end()
    }
  })

class EachCall {
  readonly #work: string
  readonly #root: string
  readonly #prepared: string
  readonly #hands: Hands
  readonly #heirs: Hands
  #stages: readonly State[] = []
  #problems = 0
  /** The problems of each state of the disk that was left, by its digest, so that equal ones are tried once. */
  readonly #left = new Map<string, readonly string[]>()

  constructor(work: string, root: string, hands: Hands, heirs: Hands) {
    this.#work = work
    this.#root = root
    this.#prepared = join(root, 'prepared', work)
    this.#hands = hands
    this.#heirs = heirs
  }

  async begin(): Promise<void> {
    await prepare(this.#work, this.#prepared)
    const folder = join(this.#root, 'EIO-stages')
    rmSync(folder, { recursive: true, force: true })
    const orders = { work: this.#work, prepared: this.#prepared, folder }
    this.#stages = await stagesOf(orders, (each) => this.#hands.ask(each, () => {}))
    rmSync(folder, { recursive: true })
    const [problem] = this.#stages.flatMap(({ problems }) => problems)
    if (problem !== undefined) throw new Error(`nothing fails: ${problem}`)
  }

  /** Lets one call after the other fail like this; says how many there are. */
  async failAll(as: Failure, onProblem: (problem: string) => void): Promise<string> {
    let refused = 0
    for (let call = 0; ; call++) {
      const folder = join(this.#root, `${as}-${String(call).padStart(6, '0')}`)
      const begin = (): void => {
        rmSync(folder, { recursive: true, force: true })
        layOut(this.#prepared, folder)
      }
      begin()
      const outcome = await this.#hands.ask({ work: this.#work, folder, from: 0, fail: { call, as } }, begin)
      const isTouched = outcome.fault !== null || outcome.hasFailed
      if (isTouched) {
        const state = await stateAt(folder)
        const found = [...this.#judge(outcome, state), ...(await this.#judgeHeir(folder, outcome, state))]
        for (const problem of found) onProblem(`call ${call} fails (${as}): ${problem}`)
        this.#problems += found.length
        if (outcome.said.length > 0 || outcome.fault !== null) refused++
      }
      rmSync(folder, { recursive: true, force: true })
      if (!isTouched) return `${call} calls failed (${as}), ${refused} of them noticed`
      if (this.#problems >= problemsMax) return `given up at call ${call} (${as})`
    }
  }

  /** What is wrong with what was said and what is there; the state has to be that after the last step done, or after the one that was refused. */
  #judge({ done, said, fault }: Outcome, state: State): string[] {
    const [before, after] = around(this.#stages, done)
    const paths = pathsOf(state.parts, before.parts, after.parts)
    const isAs = (path: string, { parts }: State): boolean => parts.get(path) === state.parts.get(path)
    const inGame = paths.filter((path) => path.startsWith('game/'))
    const isWhole = [before, after].some((one) => inGame.every((path) => isAs(path, one)))
    // With a game's folder, only its files count: the store may note that something was tried.
    const told = inGame.length > 0 ? inGame : paths.filter((path) => !isBeside(path))
    const changed = told.filter((path) => !isAs(path, before))
    return [
      ...(fault === null || isEnginesOwn(fault) ? [] : [fault]),
      ...state.problems,
      ...oddPaths(state.parts, this.#stages, done).map(
        (path) => `${path} is neither as before nor as after step ${done + 1}`,
      ),
      ...(isWhole ? [] : ['a part of the game is replaced']),
      ...said.filter(({ isPlain }) => !isPlain).map(({ text }) => `it was said: ${text}`),
      ...(said.at(-1)?.text.includes('nothing was changed') === true
        ? changed.map((path) => `though it was said that nothing was changed, ${path} was`)
        : []),
    ]
  }

  /** Another process does the steps that are left; the one that was refused is left where its outcome is there. */
  async #judgeHeir(folder: string, outcome: Outcome, now: State): Promise<readonly string[]> {
    const [before, next] = around(this.#stages, outcome.done)
    const isThere = (path: string): boolean => now.parts.get(path) === next.parts.get(path)
    const isDone = next !== before && pathsOf(now.parts, next.parts).every((path) => isBeside(path) || isThere(path))
    const from = outcome.done + Number(isDone)
    const key = `${from} ${await whileFilesGo(() => bytesBelow(folder))}`
    const known = this.#left.get(key)
    if (known !== undefined) return known
    const copy = join(this.#root, 'left')
    await copyTree(folder, copy)
    const begin = (): Promise<void> => copyTree(copy, folder)
    const orders = { work: this.#work, folder, from, fail: null }
    let heir = await this.#heirs.ask(orders, begin)
    if (heir.said.length > 0) {
      // What a process has claimed ends with it.
      await Promise.all([this.#hands.end(), this.#heirs.end()])
      await begin()
      heir = await this.#heirs.ask(orders, begin)
    }
    const { said, fault } = heir
    rmSync(copy, { recursive: true })
    const found =
      fault !== null || said.length > 0
        ? [fault ?? said[0]?.text ?? '']
        : this.#judge({ ...heir, hasFailed: false }, await stateAt(folder))
    const problems = found.map((problem) => `the next process: ${problem}`)
    this.#left.set(key, problems)
    return problems
  }
}

async function stateAt(folder: string): Promise<State> {
  await whileFilesGo(() => unlock(folder))
  const state = await stateOf(folder)
  await whileFilesGo(() => unlock(folder))
  return state
}

/**
 * An error in the calls by which LMDB opens its files and writes their pages: its binding frees memory twice, writes beyond it, or reads a
 * page that the file does not have, which ends the process. What can be tried before (opening-files.ts) is tried; a disk that fails just then
 * is told by no sentence, and nothing has been changed.
 */
const isEnginesOwn = (fault: string): boolean =>
  /\((SIGSEGV|SIGABRT|SIGBUS)\)/.test(fault) &&
  /the disk failed: (open|create|read|write) \S+(data|lock)\.mdb/.test(fault)

const copyTree = (from: string, to: string): Promise<void> =>
  whileFilesGo(() => {
    rmSync(to, { recursive: true, force: true })
    return cp(from, to, { recursive: true })
  })

/** Looks at a folder again while its files vanish: a process that gave up may still be removing some. */
async function whileFilesGo<T>(look: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

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
