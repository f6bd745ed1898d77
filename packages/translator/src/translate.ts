// The loop of `windrow translate`: claims rows, has them translated and writes them, until done or stopped. Refused
// texts join the next prompt, so that repairs cost hardly any extra call.
import { counted } from '../../../src/base/numeral.ts'
import { claimRowsMax } from '../../../src/domain/limits.ts'
import { type BatchDone, type Desk, doBatch } from './batch.ts'
import { waitSecondsMax } from './buy.ts'
import { HeldRows, keepAlive } from './held-rows.ts'
import { pauseSeconds } from './models/model.ts'
import { fitting, fixedTokens, taskTokens, textsMaxOf } from './prompt.ts'
import { PromptSize, type Went } from './prompt-size.ts'
import { writeKept, writeOpen } from './resume.ts'
import {
  empty,
  FAULT,
  filteredMax,
  HOPELESS,
  isHopeless,
  crowded,
  LIMIT,
  type Outcome,
  outcomeOf,
  type Plan,
  QUOTA,
  Stop,
  stoppedBy,
  thinkingMax,
  unreadable,
  unreadableMax,
} from './run.ts'
import { type Stopped, Tally } from './tally.ts'
import { Leaders, rowsOf, type Task } from './task.ts'

/** How many claims refused texts must come from before the repairing model is asked for all of them in one prompt. */
const repairClaimsMax = 5

const heldSecondsMax = 15

/** Runs the whole translation. All claims are ended afterwards, even after a fault. */
export async function translate(plan: Plan, quotaLeft: number): Promise<Outcome> {
  const run = new Run(plan, quotaLeft)
  const ended = new AbortController()
  const renewing = keepAlive(run.held, ended.signal)
  try {
    await run.writeKept()
    await Promise.all(Array.from({ length: plan.parallel }, () => run.work()))
    await run.writeOpen()
  } finally {
    ended.abort()
    await renewing
    await run.held.giveBackAll()
  }
  run.tally.remembered += run.held.remembered
  return await outcomeOf(plan, run.tally, run.stopped ?? run.limit)
}

/** The tasks of one prompt, and its model. */
interface Batch {
  readonly desk: Desk
  readonly tasks: readonly Task[]
}

class Run {
  readonly tally: Tally
  readonly held: HeldRows
  stopped: Stopped | null = null
  /** The limit at which the run took no more rows; rows that it had already were finished. */
  limit: Stopped | null = null
  readonly #plan: Plan
  readonly #desk: Desk
  /** Works with the model that repairs; null: the first model repairs its own texts. */
  readonly #repairDesk: Desk | null
  readonly #again: Task[] = []
  /** Refused texts that wait for `#repairDesk`. */
  readonly #repairs: Task[] = []
  /** Tasks that are claimed and not in a prompt yet. */
  readonly #ready: Task[] = []
  /** Tasks that are claimed and wait for a text like theirs. */
  readonly #leaders = new Leaders()
  /** So many calls in a row had a failure in place of an answer. */
  #failures = 0
  #unreadable = 0
  #empty = 0
  #taken = 0
  #quotaLeft: number
  #underWay = 0
  #isTakenUp = false
  #taking: Promise<unknown> = Promise.resolve()
  #changed = Promise.withResolvers<void>()

  constructor(plan: Plan, quotaLeft: number) {
    const { agent, brief, context, repair } = plan
    this.#plan = plan
    this.tally = plan.tally ?? new Tally()
    this.#quotaLeft = quotaLeft
    this.held = new HeldRows(agent, plan)
    const deskOf = (its: Plan): Desk => {
      return { plan: its, held: this.held, tally: this.tally, size: new PromptSize(context, fixedTokens(brief)) }
    }
    this.#desk = deskOf(plan)
    this.#repairDesk = repair === null ? null : deskOf({ ...plan, ...repair })
  }

  async writeKept(): Promise<void> {
    await this.#unlessStopped(async () => {
      this.#quotaLeft = (await writeKept(this.#desk)) ?? this.#quotaLeft
    })
  }

  /** Tries again to write texts that could not be written; those whose row has a text by now are dropped. */
  async writeOpen(): Promise<void> {
    if (this.stopped === null) await this.#unlessStopped(async () => await writeOpen(this.#desk))
  }

  async work(): Promise<void> {
    await this.#unlessStopped(async () => {
      for (;;) {
        const batch = await this.#next()
        if (batch === null) return
        await this.#do(batch)
      }
    })
  }

  async #unlessStopped(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const stopped = stoppedBy(error, this.#plan.signal)
      this.stopped ??= stopped ?? FAULT
      if (stopped === null) throw error
    } finally {
      this.#tell()
    }
  }

  async #do({ desk, tasks }: Batch): Promise<void> {
    try {
      const { again, went, quotaLeft }: BatchDone = await doBatch(desk, tasks)
      for (const task of again) (this.#isRepair(task) ? this.#repairs : this.#again).push(task)
      this.#endOf(tasks, again)
      desk.size.ended(this.#tokensOf(tasks), went)
      if (quotaLeft !== null) this.#quotaLeft = quotaLeft
      if (isHopeless(this.tally)) this.stopped ??= HOPELESS
      await this.#bear(went, tasks.length)
    } finally {
      this.#underWay--
      this.#plan.onProgress(this.tally, tasks.length, this.held.left)
      this.#tell()
    }
  }

  /** Ends the run after too many useless answers in a row, and waits after a failure. */
  async #bear(went: Went, texts: number): Promise<void> {
    this.#empty = went.what === 'empty' ? this.#empty + 1 : 0
    if (went.what === 'empty') {
      this.tally.unreadableAnswers++
      if (this.#empty >= (went.end === null ? thinkingMax : filteredMax)) throw new Stop(empty(this.#empty, went.end))
    }
    if (went.what !== 'unreadable') this.#unreadable = 0
    else {
      this.tally.unreadableAnswers++
      if (++this.#unreadable >= unreadableMax) throw new Stop(unreadable(went.head))
    }
    const fewer = texts > 1 ? ` is shorter than that of ${counted(texts, 'text')}` : ''
    if (went.what === 'long') this.#plan.note(went.message + (fewer && `; the next prompt${fewer}`))
    if (went.what !== 'late' && went.what !== 'fault') this.#failures = 0
    else {
      const { message } = went
      const seconds = pauseSeconds(++this.#failures, went.seconds)
      if (this.#failures >= went.inRowMax || seconds > waitSecondsMax)
        throw new Stop({ code: 'model', message, mayComeRight: true })
      this.tally.waits++
      this.#plan.note(`${message}; the next prompt${fewer && `${fewer}, and`} is sent in ${seconds} s`)
      await this.#plan.pause(seconds)
    }
  }

  /** The next batch. Only one worker at a time makes one; null: there are no more tasks. */
  async #next(): Promise<Batch | null> {
    for (;;) {
      const changed = this.#changed.promise
      const turn = this.#taking.then(() => this.#gather())
      this.#taking = turn.catch(() => {})
      const batch = await turn
      if (batch !== 'wait') return batch
      await changed
    }
  }

  /** Makes a batch. `wait`: what comes next depends on batches under way. */
  async #gather(): Promise<Batch | 'wait' | null> {
    for (;;) {
      this.#plan.signal.throwIfAborted()
      if (this.stopped !== null) return null
      const batch = await this.#pack()
      if (batch === null) return 'wait'
      const { desk, tasks: packed } = batch
      const tasks = await this.held.stillOpen(packed)
      this.#endOf(packed, tasks)
      if (packed.length > 0 && tasks.length === 0) continue
      if (tasks.length > 0) {
        this.#underWay++
        desk.size.taken()
        return { desk, tasks }
      }
      if (this.#isTakenUp) return null
    }
  }

  /** As many tasks as fit into the next prompt, refused ones first; null: it may become fuller when a batch under way ends. */
  async #pack(): Promise<Batch | null> {
    const claims = new Set(this.#repairs.map(({ claimId }) => claimId))
    if (claims.size >= repairClaimsMax) return this.#packRepairs()
    const tasks = await this.#packForFirst()
    return tasks?.length === 0 && this.#repairs.length > 0 ? this.#packRepairs() : tasks && { desk: this.#desk, tasks }
  }

  #packRepairs(): Batch {
    const { rowsPerCall, brief } = this.#plan
    const desk = this.#repairDesk ?? this.#desk
    const tasks = this.#repairs.splice(0, fitting(this.#repairs, brief, desk.size.next, rowsPerCall))
    return { desk, tasks }
  }

  #isRepair({ failures }: Task): boolean {
    return this.#repairDesk !== null && failures > 0
  }

  /** Rows that are bought for the last time come first, but while the server does badly they come last. */
  async #packForFirst(): Promise<readonly Task[] | null> {
    const { rowsPerCall, brief } = this.#plan
    const { next, safe, isWell } = this.#desk.size
    const retried = (): readonly Task[] => this.#again.slice(0, fitting(this.#again, brief, safe, rowsPerCall))
    let again = isWell ? retried() : []
    const most = textsMaxOf(again, rowsPerCall)
    let room = again.reduce((left, task) => left - taskTokens(task, brief), next - fixedTokens(brief))
    let fresh = 0
    if (!isWell || again.length === this.#again.length)
      for (; again.length + fresh < most; fresh++) {
        if (fresh === this.#ready.length) this.#ready.push(...(await this.#take(most - again.length - fresh)))
        if (this.#ready.length === 0 && this.#underWay > 0) return null
        const task = this.#ready[fresh]
        if (task === undefined) break
        room -= taskTokens(task, brief)
        if (room < 0 && again.length + fresh > 0) break
      }
    if (fresh === 0) again = retried()
    this.#again.splice(0, again.length)
    return [...again, ...this.#ready.splice(0, fresh)]
  }

  /** Claims rows. If only rows are left that others hold, it waits for those. */
  async #take(room: number): Promise<readonly Task[]> {
    if (this.#isTakenUp) return []
    const limit = Math.min(room, claimRowsMax, this.#plan.rowsMax - this.#taken, this.#quotaLeft)
    if (limit <= 0) {
      this.#isTakenUp = true
      this.limit = this.#taken >= this.#plan.rowsMax ? LIMIT : QUOTA
      return []
    }
    const taken = await this.held.take(limit)
    if (taken.what === 'finished' || taken.what === 'crowded') this.#isTakenUp = true
    if (taken.what === 'crowded') this.limit = crowded(this.#plan.filters)
    const waiting = this.#again.length + this.#ready.length + this.#repairs.length
    const hasWork = this.#underWay > 0 || waiting > 0
    if (taken.what === 'held' && !hasWork) {
      const seconds = Math.min(heldSecondsMax, taken.seconds)
      this.#plan.note(`others hold the last ${counted(taken.rows, 'row')}; asking again in ${seconds} s`)
      await this.#plan.pause(seconds)
    }
    if (taken.what !== 'tasks') return []
    this.#taken += taken.tasks.flatMap(rowsOf).length
    // A text that is read makes no other one.
    return this.#plan.brief.role === 'review' ? taken.tasks : this.#leaders.lead(taken.tasks)
  }

  /** Ends tasks, except those that go on; the tasks that waited for them come next. */
  #endOf(tasks: readonly Task[], goingOn: readonly Task[]): void {
    const open = new Set(goingOn.map(({ row }) => row.rowId))
    this.#ready.unshift(...this.#leaders.follow(tasks.filter(({ row }) => !open.has(row.rowId))))
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
