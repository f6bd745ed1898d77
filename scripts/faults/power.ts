// A million power cuts: each work is done once on a disk that logs (disk.c); from the log come the disks that a cut at any moment may leave
// (power-cut.ts). Each is opened, and must hold what was acknowledged until then: the state of a step, or the one of the step under way.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { diceOf } from '../../test/support/dice.ts'
import { type Call, Hand, onDisk, readLog } from './disk.ts'
import { unlock } from './left.ts'
import { type Cut, CUTS, Disk, joined, type Left } from './power-cut.ts'
import type { Report, Say } from './report.ts'
import { around, oddPaths, problemsMax, stagesOf } from './stages.ts'
import {
  fileDigest,
  isBeside,
  isPromised,
  isSpare,
  isStoreFile,
  sayingOf,
  sayings,
  type State,
  stateOf,
} from './state.ts'
import { layOut, prepare, WORKS } from './works.ts'

const MAIN = 'data/main/data.mdb'

interface Cuts {
  readonly images: number
  readonly seed: number
  readonly works?: readonly string[] | undefined
  /** A disk that confirms flushes and does none. */
  readonly lies?: boolean
}

export const runPower = (say: Say, { images, seed, works = Object.keys(WORKS), lies = false }: Cuts): Promise<Report> =>
  onDisk(async (root, library) => {
    const problems: string[] = []
    const startedMs = performance.now()
    let tried = 0
    const perSecond = (): string => ((1_000 * tried) / (performance.now() - startedMs)).toFixed(0)
    const wanted = Math.ceil(images / works.length)
    for (const work of works) {
      const traced = await trace(work, root, library, lies)
      const cut = new PowerCuts(traced, library, root)
      await cut.begin()
      for (let image = 0; image < wanted && cut.problems.length < problemsMax; image++) {
        const at = Math.round((image * traced.calls.length) / Math.max(wanted - 1, 1))
        await cut.cutAt(at, CUTS[image % CUTS.length] as Cut, seed + image)
        if (++tried % 1_000 === 0)
          say(`power: ${tried} of ${images} images, ${perSecond()} a second, ${work}, seed ${seed}`)
      }
      problems.push(...cut.problems)
      say(`power: ${work}: ${traced.calls.length} calls, ${wanted} images, ${cut.problems.length} problems`)
    }
    const what = `${tried} images of ${works.length} works, seed ${seed}`
    const opened = `${sayings.opened} different files of stores opened, ${sayings.checked} different contents checked whole and worked on`
    return { lines: [`${what}: ${opened} (${perSecond()} a second)`], problems }
  })

type Traced = Awaited<ReturnType<typeof trace>>

/** Does a work once; `folder` is where it was done. */
async function trace(work: string, root: string, library: string, lies: boolean) {
  const [prepared, folder, log] = [join(root, 'prepared'), join(root, 'work-0001'), join(root, 'log')]
  for (const old of [prepared, folder, log]) rmSync(old, { recursive: true, force: true })
  await prepare(work, prepared)
  const hand = new Hand(library, folder, log)
  const stages = await stagesOf({ work, prepared, folder, ignoresFlushes: lies }, (orders) => hand.ask(orders))
  await hand.end()
  return { work, prepared, folder, calls: readLog(log), stages }
}

class PowerCuts {
  readonly problems: string[] = []
  readonly #traced: Traced
  readonly #disk: Disk
  readonly #image: string
  readonly #library: string
  /** Of the main database, with the place in the log of the call that ended each. */
  readonly #commits: { readonly at: number; readonly said: string }[] = []
  #at = 0
  #images = 0
  /** Files of the last image. */
  #laid: string[] = []
  #done = 0
  readonly #tried = new Set<string>()

  constructor(traced: Traced, library: string, root: string) {
    this.#traced = traced
    this.#library = library
    this.#image = join(root, 'imag-0001')
    // As it was before the first step.
    rmSync(traced.folder, { recursive: true })
    layOut(traced.prepared, traced.folder)
    this.#disk = new Disk(traced.folder)
  }

  /** Learns what the store says after each of its commits. */
  async begin(): Promise<void> {
    const disk = new Disk(this.#traced.folder)
    for (const [at, call] of this.#traced.calls.entries()) {
      disk.begin(call)
      const name = call.kind === 'rename' ? call.data.toString() : call.name
      const isCommit = name.endsWith(`${this.#traced.folder}/${MAIN}`) && (call.isSynced || call.kind === 'rename')
      if (isCommit || at === 0) {
        this.#layDown(disk.after('all', diceOf(0)))
        this.#commits.push({ at, said: (await sayingOf(join(this.#image, MAIN))).said })
      }
      disk.end(call)
    }
  }

  /** What the store may say: as after the last commit that was acknowledged, or a later one. */
  #maySay(): Set<string> {
    const { calls } = this.#traced
    const marked = calls.slice(0, this.#at).findLastIndex(({ kind }) => kind === 'mark')
    const first = this.#commits.findLastIndex(({ at }) => at <= Math.max(marked, 0))
    return new Set(this.#commits.filter(({ at }, i) => i >= first && at < this.#at + 1).map(({ said }) => said))
  }

  /** Cuts the power while this call is under way. */
  async cutAt(at: number, cut: Cut, seed: number): Promise<void> {
    const { calls, work, folder } = this.#traced
    for (; this.#at < at; this.#at++) {
      const call = calls[this.#at] as Call
      if (call.kind === 'mark') this.#done = Number(call.name)
      if (this.#at > 0) this.#disk.end(calls[this.#at - 1] as Call)
      this.#disk.begin(call)
    }
    const image = this.#disk.after(cut, diceOf(seed))
    const found = await this.#judge(image)
    if (found.length === 0) return
    const { kind = '', name = '' } = calls[at - 1] ?? {}
    const where = `in call ${at} (${kind} ${name.slice(folder.length + 1)}), ${cut} of what was open is there`
    this.problems.push(`${work}, seed ${seed}, ${where}: ${found.slice(0, 3).join('; ')}`)
  }

  async #judge(image: ReadonlyMap<string, Left>): Promise<string[]> {
    const { stages, folder } = this.#traced
    const found: string[] = []
    const parts = new Map<string, string>()
    const contents: string[] = []
    this.#layDown(image)
    for (const [path, left] of image) {
      if (!isPromised(path)) continue
      if (!isStoreFile(path)) parts.set(path, fileDigest(joined(left), folder))
      else {
        const { said, entries, problems } = await sayingOf(join(this.#image, path))
        parts.set(path, said)
        contents.push(entries ?? said)
        found.push(...problems.map((problem) => `${path}: ${problem}`))
      }
    }
    for (const path of oddPaths(parts, stages, this.#done)) {
      if (path === MAIN && this.#maySay().has(parts.get(path) ?? '')) continue
      const what = parts.has(path) ? `neither as before nor as after step ${this.#done + 1}` : 'gone'
      found.push(`${path} is ${what}`)
    }
    if (found.length === 0) found.push(...(await this.#goOn(parts, contents.join())))
    return found
  }

  #layDown(image: ReadonlyMap<string, Left>): void {
    for (const path of this.#laid) if (!image.has(path)) rmSync(join(this.#image, path))
    this.#laid = []
    // Databases of another boot are dropped unread, so that most images go on with those of this one.
    const isWithOthers = this.#images++ % 16 === 0
    for (const [path, left] of image) {
      if (path.startsWith('own/') || path.endsWith('lock.mdb')) continue
      if (/^data\/(volatile|derived)\//.test(path) && !isWithOthers) continue
      mkdirSync(join(this.#image, dirname(path)), { recursive: true })
      // The machine has booted since.
      const boot = path.endsWith('/boot') ? 'another-boot ' : ''
      writeFileSync(join(this.#image, path), Buffer.concat([Buffer.from(boot), joined(left)]))
      if (isPromised(path)) this.#laid.push(path)
    }
  }

  /** The first time that something was left like that, the rest of the work is done on it. */
  async #goOn(parts: ReadonlyMap<string, string>, contents: string): Promise<string[]> {
    const key = `${this.#done} ${[...parts].join()} ${contents}`
    if (this.#tried.has(key)) return []
    this.#tried.add(key)
    const { work, folder, prepared, stages } = this.#traced
    rmSync(folder, { recursive: true, force: true })
    layOut(this.#image, folder)
    layOut(join(prepared, 'own'), join(folder, 'own'))
    for (const name of ['out', 'player']) mkdirSync(join(folder, name), { recursive: true })
    // A step whose outcome is there is not done twice, though files that it no longer names may lie there still.
    const [before, next] = around(stages, this.#done)
    const isLeft = (path: string): boolean => isSpare(path) || (isBeside(path) && !next.parts.has(path))
    const isDone =
      next !== before &&
      [...parts, ...next.parts].every(([path]) => isLeft(path) || parts.get(path) === next.parts.get(path))
    // A process has each folder once.
    const heir = new Hand(this.#library, folder, null)
    const { said, fault } = await heir.ask({ work, folder, from: this.#done + Number(isDone), fail: null })
    await heir.end()
    if (fault !== null || said.length > 0) return [`the next process: ${fault ?? said[0]?.text}`]
    unlock(folder)
    const after = await stateOf(folder)
    const last = stages.at(-1) as State
    return [
      ...after.problems,
      ...[...last.parts].flatMap(([path, was]) =>
        isSpare(path) || after.parts.get(path) === was ? [] : [`after the next process ${path} is not as it should be`],
      ),
    ]
  }
}
