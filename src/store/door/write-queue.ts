// Who wants to write, in order. While a commit is under way the next writers wait here and then share one commit: one
// flush for all of them. Two rounds take turns: while one is flushed, what the other will write is judged. So a round takes
// half of all who write, and whoever has a batch to judge lets a round that is about to begin go first (`begun`).
// LMDB is never handed a second commit before the first has ended, because after a commit that failed in its last step
// lmdb-js neither begins nor refuses the next one: it would wait for ever.
import { ABORT } from 'lmdb'
import { isEngineError } from './disk-trouble.ts'
import type { Job, Store, WriteLine } from '../store.ts'

const jobsPerCommitMax = 16

/** Most rounds begin within two milliseconds. After this time another process may have the writer, so judging does not wait. */
const beginMsMaxDefault = 5

export class WriteQueue implements WriteLine {
  #jobs: Job[] = []
  /** Jobs whose transaction is under way, or waits for another process's writer. */
  #round: readonly Job[] = []
  #begun: Promise<void> | null = null
  #pumping: Promise<void> | null = null
  #isGivenUp = false
  readonly #beginMsMax: number

  constructor(beginMsMax: number = beginMsMaxDefault) {
    this.#beginMsMax = beginMsMax
  }

  add(store: Store, job: Job): void {
    this.#jobs.push(job)
    this.#pumping ??= this.#pump(store)
  }

  /** Resolves when no job waits. */
  async idle(): Promise<void> {
    while (this.#pumping !== null) await this.#pumping
  }

  get begun(): Promise<void> | null {
    return this.#begun
  }

  /** The clients of the last round were just answered and will come back, so the waiting jobs are about half of all. */
  #takeRound(): Job[] {
    const answered = this.#round.length
    const half = Math.ceil((this.#jobs.length + answered) / 2)
    return this.#jobs.splice(0, answered === 0 ? jobsPerCommitMax : Math.min(half, jobsPerCommitMax))
  }

  /** Runs a round; `begun` resolves when all of its jobs have begun. */
  async #commitRound(store: Store): Promise<void> {
    const begun = Promise.withResolvers<void>()
    const end = (): void => {
      clearTimeout(timer)
      this.#begun = null
      begun.resolve()
    }
    const timer = setTimeout(end, this.#beginMsMax)
    this.#begun = begun.promise
    await commit(store, this.#round, end).finally(end)
  }

  async #pump(store: Store): Promise<void> {
    // Not done before `add` has noted it.
    await Promise.resolve()
    try {
      while (this.#jobs.length > 0) {
        this.#round = this.#takeRound()
        if (store.faults.flushFailed) for (const job of this.#round) job.notSaved()
        else await this.#commitRound(store)
      }
    } finally {
      // Synchronous with the look at the jobs: a job added later starts its own pump, so none is left behind.
      this.#pumping = null
      this.#round = []
    }
  }

  /** The process is about to end: no job should begin to wait. */
  get isGivenUp(): boolean {
    return this.#isGivenUp
  }

  /** Refuses every job that still waits for the writer, because the process is about to end. */
  giveUpWaiting(): void {
    this.#isGivenUp = true
    for (const job of [...this.#round, ...this.#jobs]) job.giveUp()
  }
}

/** `onRun`: the last job of the round has run, and its pages go to the disk. */
async function commit(store: Store, round: readonly Job[], onRun: () => void): Promise<void> {
  const thrown = new Map<Job, unknown>()
  let running = round.length
  const run = (job: Job): unknown => {
    try {
      return store.writer.inspected(store.main, () => job.run()) ? undefined : ABORT
    } catch (error) {
      thrown.set(job, error)
      throw error
    } finally {
      if (--running === 0) onRun()
    }
  }
  // Begun synchronously, they share a transaction; each is a child transaction, so that a throw undoes only its part.
  const ended = await Promise.allSettled(round.map((job) => store.writer.transaction(store.main, () => run(job))))
  if (ended.some(({ status }) => status === 'rejected')) store.recentWrites.forget()
  const failed = ended.findIndex((end, i) => end.status === 'rejected' && !thrown.has(round[i] as Job))
  if (failed >= 0) await store.faults.report(store, (ended[failed] as PromiseRejectedResult).reason)
  for (const job of round) {
    const error = thrown.get(job)
    if (isEngineError(error)) {
      await store.faults.report(store, error)
      job.notSaved()
    } else if (thrown.has(job)) job.threw(error)
    else if (failed >= 0) job.notSaved()
    else job.saved()
  }
}
