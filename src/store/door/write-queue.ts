// Who wants to write, in order. While a commit is under way the next writers wait here and then share one commit: one
// flush for all of them. Two rounds take turns: while one is flushed, what the other will write is judged. So a round takes
// half of all who write, and whoever has a batch to judge lets a round that is about to begin go first (`begun`).
// LMDB is never handed a second commit before the first has ended, because after a commit that failed in its last step
// lmdb-js neither begins nor refuses the next one: it would wait for ever.
import { ABORT } from 'lmdb'
import { isEngineError } from './disk-trouble.ts'
import type { Job, Store, WriteLine } from '../store.ts'

const jobsPerCommitMax = 16

/** Mostly a round begins within a millisecond or two. Later than this the writer may be another process's: nobody waits for it. */
const beginMsMaxDefault = 5

export class WriteQueue implements WriteLine {
  #jobs: Job[] = []
  /** Those whose transaction is under way, or waits for the writer that another process holds. */
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

  /** Resolves when nobody waits. */
  async idle(): Promise<void> {
    while (this.#pumping !== null) await this.#pumping
  }

  get begun(): Promise<void> | null {
    return this.#begun
  }

  /** Those of the last round have just been answered and will be back: the others are half of all, and so are the next. */
  #takeRound(): Job[] {
    const answered = this.#round.length
    const half = Math.ceil((this.#jobs.length + answered) / 2)
    return this.#jobs.splice(0, answered === 0 ? jobsPerCommitMax : Math.min(half, jobsPerCommitMax))
  }

  /** Runs a round, and says meanwhile when all of it has begun. */
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
      // In the same breath as the look at the jobs: one added from now on starts a pump of its own, none is left behind.
      this.#pumping = null
      this.#round = []
    }
  }

  /** The process is about to end: nobody should begin to wait. */
  get isGivenUp(): boolean {
    return this.#isGivenUp
  }

  /** Everybody who still waits for the writer is told that it was not free: the process is about to end. */
  giveUpWaiting(): void {
    this.#isGivenUp = true
    for (const job of [...this.#round, ...this.#jobs]) job.giveUp()
  }
}

/** `onRun`: the last of the round has run, and its pages go to the disk. */
async function commit(store: Store, round: readonly Job[], onRun: () => void): Promise<void> {
  const thrown = new Map<Job, unknown>()
  let running = round.length
  const run = (job: Job): unknown => {
    try {
      return job.run() ? undefined : ABORT
    } catch (error) {
      thrown.set(job, error)
      throw error
    } finally {
      if (--running === 0) onRun()
    }
  }
  // Begun in one go, they share a transaction; each is a child of its own, so that one's throw undoes only its part.
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
