// The loop of `windrow translate`: claims rows, has them translated and writes them, until done or stopped. Refused texts join the
// next prompt, so that repairs cost hardly any extra call. It keeps nothing between runs.
import { counted } from '../base/numeral.ts'
import { type BatchDone, type Desk, doBatch } from './batch.ts'
import { failuresMax } from './buy.ts'
import { HeldRows, keepAlive } from './held-rows.ts'
import { pauseSeconds } from './model.ts'
import { fixedTokens, taskTokens } from './prompt.ts'
import { PromptSize, type Went } from './prompt-size.ts'
import { type Outcome, type Plan, Stop } from './run.ts'
import { FAULT, HOPELESS, isHopeless, LIMIT, QUOTA, stoppedBy, unreadable, unreadableMax } from './stops.ts'
import { type Stopped, Tally } from './tally.ts'
import { rowsOf, type Task } from './task.ts'

/** Rows of one claim. */
const claimedAtOnce = 50

/** The longest wait for rows that others have claimed. */
const heldSecondsMax = 15

/** All claims are ended afterwards, even after a fault. */
export async function translate(plan: Plan, quotaLeft: number): Promise<Outcome> {
  const run = new Run(plan, quotaLeft)
  const ended = new AbortController()
  const renewing = keepAlive(run.held, ended.signal)
  try {
    await Promise.all(Array.from({ length: plan.parallel }, () => run.work()))
  } finally {
    ended.abort()
    await renewing
    await run.held.giveBackAll()
  }
  run.tally.remembered = run.held.remembered
  return { tally: run.tally, stopped: run.stopped ?? run.limit }
}

class Run {
  readonly tally = new Tally()
  readonly held: HeldRows
  stopped: Stopped | null = null
  /** The limit that ended the taking of rows; rows already taken were finished. */
  limit: Stopped | null = null
  readonly #plan: Plan
  readonly #desk: Desk
  readonly #again: Task[] = []
  /** Claimed, and not yet in a prompt. */
  readonly #ready: Task[] = []
  readonly #size: PromptSize
  /** Late or unreadable answers in a row. */
  #late = 0
  #unreadable = 0
  #taken = 0
  #quotaLeft: number
  #underWay = 0
  #isTakenUp = false
  #taking: Promise<unknown> = Promise.resolve()
  #changed = Promise.withResolvers<void>()

  constructor(plan: Plan, quotaLeft: number) {
    const { agent, brief, context } = plan
    this.#plan = plan
    this.#quotaLeft = quotaLeft
    this.#size = new PromptSize(context, fixedTokens(brief))
    this.held = new HeldRows(agent, plan)
    this.#desk = { plan, held: this.held, tally: this.tally, size: this.#size }
  }

  async work(): Promise<void> {
    try {
      for (;;) {
        const tasks = await this.#next()
        if (tasks === null) return
        await this.#do(tasks)
      }
    } catch (error) {
      const stopped = stoppedBy(error, this.#plan.signal)
      this.stopped ??= stopped ?? FAULT
      if (stopped === null) throw error
    } finally {
      this.#tell()
    }
  }

  async #do(tasks: readonly Task[]): Promise<void> {
    try {
      const { again, went, quotaLeft }: BatchDone = await doBatch(this.#desk, tasks)
      this.#again.push(...again)
      this.#size.ended(this.#tokensOf(tasks), went)
      if (quotaLeft !== null) this.#quotaLeft = quotaLeft
      if (isHopeless(this.tally)) this.stopped ??= HOPELESS
      await this.#bear(went, tasks.length, again.length === 0)
    } finally {
      this.#underWay--
      this.#plan.onProgress(this.tally, tasks.length, this.held.left)
      this.#tell()
    }
  }

  /** Waits after a late answer; ends the run after too many useless ones, unless a row was given up. */
  async #bear(went: Went, texts: number, isGivenUp: boolean): Promise<void> {
    this.#late = went.what === 'late' ? this.#late + 1 : 0
    if (went.what !== 'unreadable') this.#unreadable = 0
    else {
      this.tally.unreadableAnswers++
      if (!isGivenUp) this.#unreadable++
      if (this.#unreadable >= unreadableMax) throw new Stop(unreadable(went.head))
    }
    const fewer = `the next prompt is shorter than that of ${counted(texts, 'text')}`
    if (went.what === 'long') this.#plan.note(`${went.message}; ${fewer}`)
    if (went.what === 'late') {
      const { message } = went
      if (this.#late >= failuresMax) throw new Stop({ code: 'model', message, mayComeRight: true })
      const seconds = pauseSeconds(this.#late, null)
      this.tally.waits++
      this.#plan.note(`${message}; ${fewer}, and is sent in ${seconds} s`)
      await this.#plan.pause(seconds)
    }
  }

  /** The next tasks, for one worker at a time; null: no more. */
  async #next(): Promise<readonly Task[] | null> {
    for (;;) {
      const changed = this.#changed.promise
      const turn = this.#taking.then(() => this.#gather())
      this.#taking = turn.catch(() => {})
      const tasks = await turn
      if (tasks === null || tasks.length > 0) return tasks
      await changed
    }
  }

  /** Empty: the next tasks depend on batches under way. */
  async #gather(): Promise<readonly Task[] | null> {
    for (;;) {
      this.#plan.signal.throwIfAborted()
      if (this.stopped !== null) return null
      const packed = await this.#pack()
      if (packed === null) return []
      const tasks = await this.held.stillOpen(packed)
      if (packed.length > 0 && tasks.length === 0) continue
      if (tasks.length > 0) {
        this.#underWay++
        this.#size.taken()
        return tasks
      }
      if (this.#isTakenUp) return null
    }
  }

  /** As many tasks as fit into the next prompt, refused ones first; null: it may become fuller when a batch under way ends. */
  async #pack(): Promise<readonly Task[] | null> {
    const { rowsPerCall, brief } = this.#plan
    let room = this.#size.next - fixedTokens(brief)
    let [again, fresh] = [0, 0]
    const fits = (task: Task | undefined): boolean => {
      if (task === undefined || again + fresh === rowsPerCall) return false
      room -= taskTokens(task, brief)
      return room >= 0 || again + fresh === 0
    }
    while (fits(this.#again[again])) again++
    if (again === this.#again.length) {
      for (;;) {
        const wanted = rowsPerCall - again - fresh
        if (fresh === this.#ready.length && wanted > 0) this.#ready.push(...(await this.#take(wanted)))
        if (fresh === 0 && this.#ready.length === 0 && wanted > 0 && this.#underWay > 0) return null
        if (!fits(this.#ready[fresh])) break
        fresh++
      }
    }
    return [...this.#again.splice(0, again), ...this.#ready.splice(0, fresh)]
  }

  /** Waits for rows held by others when no other work is left. */
  async #take(room: number): Promise<readonly Task[]> {
    if (this.#isTakenUp) return []
    const limit = Math.min(room, claimedAtOnce, this.#plan.rowsMax - this.#taken, this.#quotaLeft)
    if (limit <= 0) {
      this.#isTakenUp = true
      this.limit = this.#taken >= this.#plan.rowsMax ? LIMIT : QUOTA
      return []
    }
    const taken = await this.held.take(limit)
    if (taken.what === 'finished') this.#isTakenUp = true
    const hasWork = this.#underWay > 0 || this.#again.length > 0 || this.#ready.length > 0
    if (taken.what === 'held' && !hasWork) {
      const seconds = Math.min(heldSecondsMax, taken.seconds)
      this.#plan.note(`others hold the last ${counted(taken.rows, 'row')}; asking again in ${seconds} s`)
      await this.#plan.pause(seconds)
    }
    if (taken.what !== 'tasks') return []
    this.#taken += taken.tasks.flatMap(rowsOf).length
    return taken.tasks
  }

  #tokensOf(tasks: readonly Task[]): number {
    const { brief } = this.#plan
    return tasks.reduce((sum, task) => sum + taskTokens(task, brief), fixedTokens(brief))
  }

  #tell(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }
}
