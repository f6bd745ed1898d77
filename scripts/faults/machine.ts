// The machine of a simulated year: its clock, timers and randomness, in place of those of this process, so that the product sees only
// what a seed decides. Time passes when the simulator says so, or when everything waits for a timer. Not simulated are LMDB's threads and
// the file system: they do their work, and the simulator waits for it without letting time pass.
import { spawnSync } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import type { Dice } from '../../test/support/dice.ts'

const realImmediate = setImmediate
const nextTurn = (): Promise<void> => new Promise((resolve) => realImmediate(resolve))

/** After so many turns of the event loop without any work everything waits for a timer. */
const quietTurnsMax = 100

/** A timer as the product sets it. */
interface Timer {
  readonly run: () => void
  readonly ms: number
  readonly repeats: boolean
  dueMs: number
  refresh(): Timer
}

type Work = (...values: unknown[]) => void

export class Machine {
  monotonicMs = 1_000
  /** The clock on the wall is so far ahead of the time since the start; a step of the clock changes it. */
  #aheadMs: number
  readonly timers = new Set<Timer>()
  /** What waits for its turn; what waits under one name goes on together. */
  readonly #waiting: { readonly name: object; readonly goOn: () => void }[] = []
  #dice: Dice
  #closingFromMs: number | null = null
  /** When the last step began. */
  #begunMs = this.monotonicMs
  /** The engine's transactions that its threads have. */
  threads = 0

  constructor(startMs: number, dice: Dice, bytesDice: Dice) {
    this.#aheadMs = startMs - this.monotonicMs
    const stop = (timer: unknown): void => void this.timers.delete(timer as Timer)
    const start = (run: Work, askedMs: number, values: unknown[], repeats: boolean): Timer => {
      const ms = Math.max(1, Math.trunc(askedMs) || 1)
      const refresh = (): Timer => {
        timer.dueMs = this.monotonicMs + ms
        this.timers.add(timer)
        return timer
      }
      const end = (): void => stop(timer)
      const same = (): Timer => timer
      const ofNode = { ref: same, unref: same, hasRef: () => true, close: end, [Symbol.dispose]: end }
      const timer: Timer = { run: () => run(...values), ms, repeats, dueMs: 0, refresh, ...ofNode }
      return refresh()
    }
    const after = (run: Work, ms = 1, ...values: unknown[]) => start(run, ms, values, false)
    const every = (run: Work, ms = 1, ...values: unknown[]) => start(run, ms, values, true)
    Object.assign(globalThis, { setTimeout: after, clearTimeout: stop, setInterval: every, clearInterval: stop })
    const sleep = (ms: number, value: unknown): Promise<unknown> => new Promise((done) => after(() => done(value), ms))
    const { performance } = globalThis
    Object.defineProperty(performance, 'now', { value: () => this.monotonicMs })
    Date.now = () => this.nowMs
    Math.random = () => this.#dice.below(2 ** 30) / 2 ** 30
    const bytes = (count: number): Buffer => Buffer.from(Array.from({ length: count }, () => bytesDice.below(256)))
    Object.assign(process.getBuiltinModule('node:timers/promises'), { setTimeout: sleep })
    Object.assign(process.getBuiltinModule('node:timers'), { setTimeout: after, setInterval: every })
    Object.assign(process.getBuiltinModule('node:crypto'), { randomBytes: bytes })
    syncBuiltinESMExports()
    this.random = { bytes }
    this.#dice = dice
  }

  readonly random: { bytes(count: number): Buffer }

  get nowMs(): number {
    return this.monotonicMs + this.#aheadMs
  }

  readonly clock = { nowMs: () => this.nowMs, monotonicMs: () => this.monotonicMs }

  /** Sets the clock on the wall, which no timer notices. */
  stepClock(ms: number): void {
    this.#aheadMs += ms
  }

  /**
   * Begins a step of the simulation, so much after the last one began. What was due meanwhile runs once, in its order, as after a
   * machine's sleep. Time and dice are those of the step, however long the engine made the last one wait.
   */
  begin(afterMs: number, dice: Dice): void {
    const nowMs = this.nowMs + afterMs
    this.#begunMs += afterMs
    this.monotonicMs = Math.max(this.#begunMs, this.monotonicMs)
    this.#aheadMs = nowMs - this.monotonicMs
    this.#dice = dice
    this.#runDue()
  }

  #runDue(): boolean {
    const due = [...this.timers].filter(({ dueMs }) => dueMs <= this.monotonicMs).toSorted((a, b) => a.dueMs - b.dueMs)
    for (const timer of due) {
      if (!this.timers.has(timer)) continue
      if (timer.repeats) timer.dueMs = this.monotonicMs + timer.ms
      else this.timers.delete(timer)
      timer.run()
    }
    return due.length > 0
  }

  /** Waits until nothing else goes on in the process and the dice choose this one. */
  turnOf(name: object): Promise<void> {
    return new Promise((goOn) => this.#waiting.push({ name, goOn }))
  }

  #choose(): boolean {
    const names = [...new Set(this.#waiting.map(({ name }) => name))]
    if (names.length === 0) return false
    const chosen = this.#dice.pick(names)
    const going = this.#waiting.filter(({ name }) => name === chosen)
    for (const each of going) this.#waiting.splice(this.#waiting.indexOf(each), 1)
    for (const { goOn } of going) goOn()
    return true
  }

  /** Closes an engine, which is work that nobody can see: nothing else goes on meanwhile. */
  async whileClosing(close: () => Promise<void>): Promise<void> {
    await this.turnOf(close)
    this.#closingFromMs = this.monotonicMs
    await close().finally(() => (this.#closingFromMs = null))
  }

  /** Lets the process work until this is settled. */
  async settled<T>(work: Promise<T>): Promise<T> {
    const state = { isSettled: false }
    const end = (): void => void (state.isSettled = true)
    work.then(end, end)
    for (let quiet = 0; !state.isSettled; ) {
      await nextTurn()
      if (this.#runDue() || this.threads > 0 || hasFilesAtWork()) quiet = 0
      else if (++quiet > quietTurnsMax && this.#closingFromMs === null && this.#choose()) quiet = 0
      else if (quiet > quietTurnsMax) {
        // What repeats itself is nothing to wait for.
        const next = Math.min(...[...this.timers].filter(({ repeats }) => !repeats).map(({ dueMs }) => dueMs))
        const isTooFar = next > (this.#closingFromMs ?? Number.MAX_SAFE_INTEGER) + closingMs
        const ms = isTooFar ? 0 : Math.max(0, next - this.monotonicMs)
        // The clock on the wall stands still meanwhile: it moves between the steps only.
        this.monotonicMs += ms
        this.stepClock(-ms)
        quiet = 0
      }
    }
    return await work
  }
}

const hasFilesAtWork = (): boolean => process.getActiveResourcesInfo().some((name) => name.includes('Req'))

/** The engine rests so long before it closes. */
const closingMs = 1

let filesMax: number | null = null

/** Lets no file of this process grow beyond so many bytes; null: as large as it likes. */
export function limitFiles(bytes: number | null): void {
  if (bytes === filesMax) return
  filesMax = bytes
  const limit = `--fsize=${bytes ?? 'unlimited'}:`
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(process.pid), limit])
  if (status !== 0) throw new Error(`prlimit: ${stderr.toString()}`)
}
