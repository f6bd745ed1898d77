// The loop of `windrow translate --batch`: claims rows, sends their prompts as jobs of a provider's batch interface,
// and uses the responses like any answer. Jobs outlive the run (provider.ts): the next one picks them up. Refused
// texts go with the next job.
import { counted } from '../../../../src/base/numeral.ts'
import type { AgentRow } from '../../../../src/agent/agent.ts'
import { jobClaimRows } from '../../../../src/domain/limits.ts'
import { type BatchDone, type Desk, endPrompts, settle } from '../batch.ts'
import { believed, expectedOf, promise, waitedOut } from '../buy.ts'
import { HeldRows, keepAlive } from '../held-rows.ts'
import { type JobEnd, type KeptPrompt, keptPrompt, type Open, type Place, type Purchase } from '../ledger.ts'
import { AnsweredTrouble, FormTrouble, type ModelAnswer, ModelTrouble, pauseSeconds } from '../models/model.ts'
import { earlierFor, fitting, promptOf } from '../prompt.ts'
import { PromptSize } from '../prompt-size.ts'
import { tasksAgain, writeKept } from '../resume.ts'
import {
  crowded,
  empty,
  FAULT,
  HOPELESS,
  isHopeless,
  LIMIT,
  notKept,
  type Outcome,
  outcomeOf,
  type Plan,
  QUOTA,
  Stop,
  stoppedBy,
  unreadable,
  unreadableMax,
} from '../run.ts'
import { estimateTokens } from '../../../../src/domain/text/earlier-pairs.ts'
import { hasLetter, skeletonOf } from '../../../../src/domain/text/skeleton.ts'
import type { Tokens } from '../spending.ts'
import { type Stopped, Tally } from '../tally.ts'
import { rowsOf, type Task } from '../task.ts'
import { GONE, type JobRequests, type Provider, requestLine } from './provider.ts'

/** The length of a prompt. A job can't find out what the model takes, but models with a batch interface take at least this. */
const promptTokens = 16_384
const rowsPerJob = 2_000
const rowsUnderWayMax = 10_000
/** How long the claims of a job's rows last, so that the next run after a kill finds them held. Other rows have shorter claims. */
const jobClaimSeconds = 3_600
/** So many jobs in a row without an answer end the run. */
const uselessMax = 3

interface JobTools {
  readonly requests: JobRequests
  readonly provider: Provider
  /** The endpoint's address: a run picks up the jobs of its owner that were sent there, for its model. */
  readonly url: string
}

interface Request {
  readonly tasks: readonly Task[]
  /** Estimated tokens of prompt and answer. */
  readonly expected: Tokens
}

/** A purchase of prompts that were sent together; prompt number n has the `custom_id` n. */
interface Job {
  readonly place: Place
  /** The job's id at the provider. Null: none is known, and the provider may not have got the job. */
  readonly id: string | null
  readonly origin: Plan['origin']
  /** The prompts of the job. One that an earlier run has written has no tasks. */
  readonly requests: readonly Request[]
  /** How the job ended. Null: it has not, as far as a run has seen. */
  readonly over: JobEnd | null
  readonly answers: ReadonlyMap<number, ModelAnswer | ModelTrouble>
  /** For each prompt that an earlier run has written: the texts that could not be written to their row. */
  readonly done: ReadonlyMap<number, readonly Open[]>
}

type EndedJob = Job & { readonly over: JobEnd }
const isEnded = (job: Job): job is EndedJob => job.over !== null

export async function translateByJobs(plan: Plan, tools: JobTools, quotaLeft: number): Promise<Outcome> {
  const run = new JobRun(plan, tools, quotaLeft)
  const ended = new AbortController()
  const renewing = keepAlive(run.held, ended.signal)
  try {
    await run.work()
  } finally {
    ended.abort()
    await renewing
    await run.leave()
  }
  run.tally.remembered = run.held.remembered
  return await outcomeOf(plan, run.tally, run.stopped ?? run.limit)
}

const tasksOfJob = ({ requests }: Job): readonly Task[] => requests.flatMap(({ tasks }) => tasks)
const countRows = (tasks: readonly Task[]): number => tasks.reduce((sum, task) => sum + rowsOf(task).length, 0)

class JobRun {
  readonly tally = new Tally()
  readonly held: HeldRows
  stopped: Stopped | null = null
  limit: Stopped | null = null
  readonly #plan: Plan
  readonly #tools: JobTools
  readonly #desk: Desk
  #jobs: readonly Job[] = []
  /** Tasks to send next, refused ones first. */
  #ready: readonly Task[] = []
  /** Families of similar texts, of each of which one text was bought. */
  readonly #led = new Set<string>()
  /** Names of jobs that have ended, but whose results this run could not fetch. */
  readonly #stuck = new Set<string>()
  #isStructured = true
  #unreadable = 0
  #useless = 0
  #taken = 0
  #quotaLeft: number

  constructor(plan: Plan, tools: JobTools, quotaLeft: number) {
    const { agent, context } = plan
    this.#plan = plan
    this.#tools = tools
    this.#quotaLeft = quotaLeft
    this.held = new HeldRows(agent, plan)
    this.#desk = { plan, held: this.held, tally: this.tally, size: new PromptSize(context ?? promptTokens) }
  }

  async work(): Promise<void> {
    try {
      this.#quotaLeft = (await writeKept(this.#desk, (each) => !this.#isOwn(each))) ?? this.#quotaLeft
      await this.#pickUp()
      for (let looks = 1; await this.#goOn(); looks++) {
        await this.#plan.pause(pauseSeconds(looks, null))
        if (await this.#settleEnded()) looks = 0
      }
      const left = this.#stuck.size
      const message = `the results of ${counted(left, 'job')} could not be fetched`
      if (left > 0) this.stopped ??= { code: 'model', message, mayComeRight: true }
    } catch (error) {
      const stopped = stoppedBy(error, this.#plan.signal)
      this.stopped ??= stopped ?? FAULT
      if (stopped === null) throw error
    }
  }

  /** Gives back the rows of the run, except those of jobs under way. */
  async leave(): Promise<void> {
    const underWay = this.#jobs.filter(({ id }) => id !== null).length
    if (underWay > 0) {
      this.#plan.note(
        `${counted(underWay, 'job')} still running at the endpoint; repeat the command to collect the results`,
      )
      await this.held.renew().catch(() => {})
    }
    await this.held.giveBackAll(this.#jobs.flatMap(tasksOfJob))
  }

  /** True: this run goes on with the job. What is left of a job that was used before is handled like texts bought without one. */
  #isOwn({ job, origin, over, done, answers }: Purchase): boolean {
    const isUsed = over !== null && done.size > 0 && [...answers.keys()].every((prompt) => done.has(prompt))
    return job?.url === this.#tools.url && origin.model === this.#plan.origin.model && !isUsed
  }

  async #pickUp(): Promise<void> {
    const { ledger, agent, note, spending } = this.#plan
    const jobs = (await ledger.read()).own.filter(({ job, over }) => job !== undefined && over === null)
    const own = (await ledger.read()).own.filter((each) => this.#isOwn(each))
    const others = jobs.filter((each) => !this.#isOwn(each)).length
    if (others > 0) note(`${counted(others, 'job')} of another model or endpoint are waiting for their own command`)
    if (own.length > 0) note(`picking up ${counted(own.length, 'job')}`)
    for (const { path, name, at, jobId: id, prompts, ...rest } of own) {
      const requests: Request[] = []
      for (const [i, { tasks, expected }] of prompts.entries())
        requests.push({ tasks: rest.done.has(i) ? [] : await tasksAgain(agent, tasks), expected })
      const job = { ...rest, place: { path, name, at }, id, requests }
      this.#jobs = [...this.#jobs, job]
      await this.held.keep(tasksOfJob(job), jobClaimSeconds)
      for (const [i, { expected }] of requests.entries()) if (!rest.done.has(i)) spending.owe(expected)
    }
    // What is paid is written before anything else is bought.
    await this.#settleEnded()
    // The earlier run may have ended before it knew whether the provider had got these.
    for (const job of this.#jobs) if (job.id === null && !isEnded(job)) await this.#find(job)
  }

  /** Asks the provider for a job whose id was not saved. If it does not know the job, that was never sent. */
  async #find(job: Job): Promise<void> {
    const { ledger, spending } = this.#plan
    const id = await waitedOut(this.#plan, this.tally, () => this.#tools.provider.find(job.place.name))
    if (id !== null) return await this.#sent(job, id)
    for (const { expected } of job.requests) spending.settle(expected, null)
    await ledger.drop(job.place)
    this.#jobs = this.#jobs.filter((each) => each !== job)
    for (const task of tasksOfJob(job)) await this.held.release(task)
  }

  /** Sends what can be sent; false when nothing is left to wait for. */
  async #goOn(): Promise<boolean> {
    for (;;) {
      this.#plan.signal.throwIfAborted()
      const waits = this.stopped === null ? await this.#sendAll() : null
      if (this.#jobs.length > this.#stuck.size) return true
      // The rows of such jobs are held, too.
      if (waits === null || this.#stuck.size > 0) return false
      this.#plan.note(`others hold the last ${counted(waits.rows, 'row')}; asking again in ${waits.seconds} s`)
      await this.#plan.pause(waits.seconds)
    }
  }

  /** Sends all that can be sent. Not null: only rows are left that others hold. */
  async #sendAll(): Promise<{ readonly rows: number; readonly seconds: number } | null> {
    for (;;) {
      const waits = await this.#take()
      const requests = await this.#gather()
      if (requests.length === 0) return waits
      await this.#submit(requests)
    }
  }

  /** Claims rows for one job, as far as the provider's work allows. */
  async #take(): Promise<{ readonly rows: number; readonly seconds: number } | null> {
    const isBought = this.#isBought()
    for (;;) {
      const open = countRows(this.#ready) + countRows(this.#jobs.flatMap(tasksOfJob))
      const wanted = Math.min(rowsPerJob - countRows(this.#ready), rowsUnderWayMax - open)
      if (wanted <= 0) return null
      const allowed = Math.min(this.#plan.rowsMax - this.#taken, this.#quotaLeft - open)
      this.limit = allowed > 0 ? null : this.#taken >= this.#plan.rowsMax ? LIMIT : QUOTA
      if (allowed <= 0) return null
      const taken = await this.held.take(Math.min(wanted, allowed, jobClaimRows), isBought)
      if (taken.what === 'held') return taken
      if (taken.what === 'crowded') this.limit = crowded(this.#plan.filters)
      if (taken.what !== 'tasks') return null
      this.#taken += countRows(taken.tasks)
      this.#ready = [...this.#ready, ...taken.tasks]
      isBought.add(taken.tasks)
    }
  }

  /**
   * Rows in jobs, and rows without a text of whose family one is being bought: memory fills them of that one's translation, or
   * they go together with the next job.
   */
  #isBought(): ((row: AgentRow) => boolean) & { add(tasks: readonly Task[]): void } {
    const ids = new Set<string>()
    const families = new Set<string>()
    /** By family, the source of the first row taken: only this one is bought. */
    const first = new Map<string, string>()
    const add = (tasks: readonly Task[]): void => {
      for (const { rowId, source, previous } of tasks.flatMap(rowsOf)) {
        ids.add(rowId)
        if (previous === null) families.add(this.#familyOf(source))
      }
      first.clear()
    }
    add([...this.#ready, ...this.#jobs.flatMap(tasksOfJob)])
    const isBought = ({ rowId, source, previous, layers }: AgentRow): boolean => {
      if (ids.has(rowId) || previous !== null || layers.machine !== null) return ids.has(rowId)
      const family = this.#familyOf(source)
      const going = first.get(family) ?? source
      first.set(family, going)
      return families.has(family) || going !== source
    }
    return Object.assign(isBought, { add })
  }

  /** The source alone, if it has no letter or one of its family was bought before. */
  #familyOf(source: string): string {
    const skeleton = skeletonOf(source)
    return hasLetter(skeleton) && !this.#led.has(skeleton) ? skeleton : source
  }

  /** The requests of the next job. A limit on tokens or cost ends the taking of more. */
  async #gather(): Promise<readonly Request[]> {
    const { brief, rowsPerCall } = this.#plan
    const requests: Request[] = []
    for (let rows = 0; this.#ready.length > 0 && rows < rowsPerJob && this.stopped === null; ) {
      const tokens = this.#ready[0]?.answers === 0 ? this.#desk.size.next : this.#desk.size.safe
      const tasks = this.#ready.slice(0, fitting(this.#ready, brief, tokens, rowsPerCall))
      const expected = expectedOf(tasks, promptOf(tasks, brief, []))
      try {
        promise(this.#plan, expected)
      } catch (error) {
        if (!(error instanceof Stop)) throw error
        this.stopped = error.stopped
        break
      }
      this.#ready = this.#ready.slice(tasks.length)
      requests.push({ tasks, expected })
      rows += countRows(tasks)
    }
    return requests
  }

  /** Sends requests as a job, which is in the ledger before the provider gets it. */
  async #submit(requests: readonly Request[]): Promise<void> {
    const { agent, brief, ledger, origin, spending } = this.#plan
    const { provider, url } = this.#tools
    const prompts: KeptPrompt[] = []
    const lines: string[] = []
    for (const [i, { tasks, expected }] of requests.entries()) {
      const prompt = promptOf(tasks, brief, await earlierFor(agent, tasks))
      prompts.push(keptPrompt(tasks, prompt, expected))
      lines.push(requestLine(String(i), await this.#tools.requests.bodyOf(prompt, this.#isStructured)))
    }
    const place = await ledger.place({ origin, prices: spending.prices, prompts, job: { url } }).catch(cannotKeep)
    const job: Job = { place, id: null, origin, requests, over: null, answers: new Map(), done: new Map() }
    this.#jobs = [...this.#jobs, job]
    await this.held.keep(tasksOfJob(job), jobClaimSeconds)
    let isFirst = true
    const id = await waitedOut(this.#plan, this.tally, async () => {
      const there = isFirst ? null : await provider.find(place.name)
      isFirst = false
      return there ?? (await provider.submit(`${lines.join('\n')}\n`, place.name))
    }).catch(async (error: unknown) => {
      if (error instanceof Stop && !error.stopped.mayComeRight) {
        await ledger.drop(place)
        this.#forget(job)
      }
      throw error
    })
    await this.#sent(job, id)
  }

  async #sent(job: Job, id: string): Promise<void> {
    await this.#plan.ledger.add(job.place, { job: id }).catch(cannotKeep)
    this.#jobs = this.#jobs.map((each) => (each === job ? { ...job, id } : each))
  }

  #forget({ place }: Job): void {
    this.#jobs = this.#jobs.filter((each) => each.place !== place)
  }

  async #settleEnded(): Promise<boolean> {
    let isAny = false
    for (const job of this.#jobs) {
      const { id } = job
      if ((id === null && !isEnded(job)) || this.#stuck.has(job.place.name)) continue
      const ended = isEnded(job) ? job : await this.#collect(job, id ?? '')
      if (ended === null) continue
      await this.#settle(ended)
      isAny = true
    }
    return isAny
  }

  /** Keeps what came, because a later run may find it nowhere else; null: the job is not over. */
  async #collect(job: Job, id: string): Promise<EndedJob | null> {
    const { provider, requests } = this.#tools
    const { isOver, status, message, fileIds } = await waitedOut(this.#plan, this.tally, () => provider.look(id))
    if (!isOver) return null
    const read = await waitedOut(this.#plan, this.tally, () => provider.read(fileIds)).catch((error: unknown) => {
      if (!(error instanceof Stop && error.stopped.mayComeRight)) throw error
      const { name } = job.place
      this.#stuck.add(name)
      const advice = `repeat the command to try again; to give the job up: windrow translate --give-up ${name.slice(0, 8)}`
      this.#plan.note(`job ${id} waits, because its result cannot be fetched (${error.stopped.message}); ${advice}`)
      return null
    })
    if (read === null) return null
    const answers = new Map<number, ModelAnswer | ModelTrouble>()
    for (const [custom, response] of read)
      if (job.requests[Number(custom)] !== undefined) answers.set(Number(custom), await requests.answerIn(response))
    const over = { status, message }
    const lines = [...answers].flatMap(([prompt, answer]) =>
      answer instanceof ModelTrouble ? [] : [{ prompt, answer }],
    )
    await this.#plan.ledger.add(job.place, ...lines, { over }).catch(cannotKeep)
    return { ...job, answers, over }
  }

  async #settle(job: EndedJob): Promise<void> {
    const { ledger } = this.#plan
    const again: Task[] = []
    const open = new Map(job.done)
    let answered = 0
    for (const [i, request] of job.requests.entries()) {
      const answer = job.answers.get(i) ?? null
      if (!isMissing(answer)) answered++
      if (job.done.has(i)) continue
      const used = await this.#use(job, request, answer)
      again.push(...used.again)
      if (isMissing(answer) || answer instanceof ModelTrouble) continue
      open.set(i, used.open ?? [])
      // Where that can't be kept, the next run writes it again, which changes nothing.
      await ledger.add(job.place, { done: i, open: used.open ?? [] }).catch(() => {})
    }
    for (const { row } of tasksOfJob(job)) this.#led.add(skeletonOf(row.source))
    this.#forget(job)
    await endPrompts(this.#plan, job.place, open)
    this.#ready = [...again, ...this.#ready]
    await this.held.giveBackSetAside()
    if (isHopeless(this.tally)) this.stopped ??= HOPELESS
    if (job.over.status !== GONE) this.#useless = answered === 0 ? this.#useless + 1 : 0
    if (answered < job.requests.length) this.#tellMissing(job, answered)
  }

  /** Returns the tasks to buy again. Those without an answer are given back. */
  async #use(
    job: Job,
    { tasks, expected }: Request,
    answer: ModelAnswer | ModelTrouble | null,
  ): Promise<Pick<BatchDone, 'again' | 'open'>> {
    const { spending } = this.#plan
    spending.settle(
      expected,
      answer === null || answer instanceof ModelTrouble ? null : costs(expected, believed(answer, expected.input)),
    )
    if (answer instanceof FormTrouble) {
      if (!this.#isStructured) this.stopped ??= { code: 'model', message: answer.message, mayComeRight: false }
      this.#isStructured = false
      return { again: tasks }
    }
    if (isMissing(answer)) {
      if (answer !== null && !answer.isPassing)
        this.stopped ??= { code: 'model', message: answer.message, mayComeRight: false }
      for (const task of tasks) await this.held.release(task)
      return { again: [] }
    }
    if (!(answer instanceof ModelTrouble)) {
      this.tally.calls++
      spending.isEstimated ||= believed(answer, expected.input).tokens === null
    }
    const desk = { ...this.#desk, plan: { ...this.#plan, origin: job.origin } }
    const { again, open = [], went, quotaLeft } = await settle(desk, tasks, expected.input, answer)
    this.#desk.size.ended(expected.input + expected.output, went)
    if (quotaLeft !== null) this.#quotaLeft = quotaLeft
    if (went.what === 'long') this.#plan.note(`${went.message}; the next prompts are shorter`)
    if (went.what === 'unreadable' || went.what === 'empty') {
      this.tally.unreadableAnswers++
      if (again.length > 0 && ++this.#unreadable >= unreadableMax)
        this.stopped ??= went.what === 'empty' ? empty(unreadableMax, went.end) : unreadable(went.head)
    } else this.#unreadable = 0
    this.#plan.onProgress(this.tally, tasks.length, this.held.left)
    return { again, open }
  }

  #tellMissing({ id, requests, over: { status, message } }: EndedJob, answered: number): void {
    const missing = `job ${id} is ${status}: ${requests.length - answered} of its ${counted(requests.length, 'prompt')} have no answer`
    const said = message === '' ? missing : `${missing} (${message})`
    this.#plan.note(`${said}; their rows are given back`)
    if (this.#useless >= uselessMax) this.stopped ??= { code: 'model', message: said, mayComeRight: true }
  }
}

/** True: the job brought no answer to this prompt; another job may. */
const isMissing = (answer: ModelAnswer | ModelTrouble | null): answer is ModelTrouble | null =>
  answer === null ||
  (answer instanceof ModelTrouble &&
    answer.size === null &&
    !(answer instanceof FormTrouble || (answer instanceof AnsweredTrouble && answer.isPassing)))

function cannotKeep(error: unknown): never {
  throw notKept(error)
}

const costs = ({ input }: Tokens, { tokens, text }: ModelAnswer): Tokens =>
  tokens ?? { input, cached: 0, output: estimateTokens(text) }
