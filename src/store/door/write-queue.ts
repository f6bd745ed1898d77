// The queue of writes. Jobs that arrive during a commit share the next one and its flush. Two rounds alternate: while
// one is flushed, the other's jobs are judged; a job with a batch to judge lets a round that is about to begin go first
// (`roundHasRun`). LMDB gets no second commit before the first has ended: after a commit that failed in its last step lmdb-js
// neither begins nor refuses the next one.
import { ABORT } from 'lmdb'
import { isEngineError } from '../file/environment.ts'
import type { Job, Store, WriteLine } from '../store.ts'

const jobsPerCommitMax = 16

/**
 * After this time another process may have the writer, and judging does not wait. Most rounds begin within two
 * milliseconds.
 */
const beginMsMaxDefault = 5

export class WriteQueue implements WriteLine {
  #jobs: Job[] = []
  #round: readonly Job[] = []
  #roundHasRun: Promise<void> | null = null
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

  async idle(): Promise<void> {
    while (this.#pumping !== null) await this.#pumping
  }

  get roundHasRun(): Promise<void> | null {
    return this.#roundHasRun
  }

  /** Takes jobs for a round: about half of all if clients of the last round were just answered, because those will come back. */
  #takeRound(): Job[] {
    const answered = this.#round.length
    const half = Math.ceil((this.#jobs.length + answered) / 2)
    return this.#jobs.splice(0, answered === 0 ? jobsPerCommitMax : Math.min(half, jobsPerCommitMax))
  }

  /** Commits a round. `roundHasRun` resolves when all its jobs have run, or after `beginMsMax`. */
  async #commitRound(store: Store): Promise<void> {
    const hasRun = Promise.withResolvers<void>()
    const end = (): void => {
      clearTimeout(timer)
      this.#roundHasRun = null
      hasRun.resolve()
    }
    const timer = setTimeout(end, this.#beginMsMax)
    this.#roundHasRun = hasRun.promise
    await commit(store, this.#round, end).finally(end)
  }

  async #pump(store: Store): Promise<void> {
    // A wait of one turn, so that `add` notes the round before it is done.
    await Promise.resolve()
    try {
      while (this.#jobs.length > 0) {
        this.#round = this.#takeRound()
        if (store.faults.flushFailed) for (const job of this.#round) job.notSaved()
        else await this.#commitRound(store)
      }
    } finally {
      // No wait between this and the look at the jobs: a job added later starts its own pump.
      this.#pumping = null
      this.#round = []
    }
  }

  get isGivenUp(): boolean {
    return this.#isGivenUp
  }

  giveUpWaiting(): void {
    this.#isGivenUp = true
    for (const job of [...this.#round, ...this.#jobs]) job.giveUp()
  }
}

/** Runs the jobs in one transaction. Calls `onRun` when the last job has run and the flush begins. */
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
  // Transactions begun synchronously share one, each as a child, so that a throw undoes only its part.
  const ended = await Promise.allSettled(round.map((job) => store.writer.transaction(store.main, () => run(job))))
  if (ended.some(({ status }) => status === 'rejected')) store.recentWrites.forget()
  const failed = ended.findIndex((end, i) => end.status === 'rejected' && !thrown.has(round[i] as Job))
  if (failed >= 0) await store.faults.report((ended[failed] as PromiseRejectedResult).reason)
  for (const job of round) {
    const error = thrown.get(job)
    if (isEngineError(error)) {
      await store.faults.report(error)
      job.notSaved()
    } else if (thrown.has(job)) job.threw(error)
    else if (failed >= 0) job.notSaved()
    else job.saved()
  }
}
