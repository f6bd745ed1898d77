// Who wants to write, in order. While a commit is under way the next writers wait here and then share one commit: one
// flush for all of them. LMDB is never handed a second commit before the first has ended, because after a commit that
// failed in its last step lmdb-js neither begins nor refuses the next one: it would wait for ever.
import { ABORT } from 'lmdb'
import { isEngineError } from './disk-trouble.ts'
import type { Job, Store, WriteLine } from '../store.ts'

const jobsPerCommitMax = 16

export class WriteQueue implements WriteLine {
  #jobs: Job[] = []
  /** Those whose transaction is under way, or waits for the writer that another process holds. */
  #round: readonly Job[] = []
  #pumping: Promise<void> | null = null
  #isGivenUp = false

  add(store: Store, job: Job): void {
    this.#jobs.push(job)
    this.#pumping ??= this.#pump(store)
  }

  /** Resolves when nobody waits. */
  async idle(): Promise<void> {
    while (this.#pumping !== null) await this.#pumping
  }

  async #pump(store: Store): Promise<void> {
    // Not done before `add` has noted it.
    await Promise.resolve()
    try {
      while (this.#jobs.length > 0) {
        this.#round = this.#jobs.splice(0, jobsPerCommitMax)
        if (store.faults.flushFailed) for (const job of this.#round) job.notSaved()
        else await commit(store, this.#round)
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

async function commit(store: Store, round: readonly Job[]): Promise<void> {
  const thrown = new Map<Job, unknown>()
  const run = (job: Job): unknown => {
    try {
      return job.run() ? undefined : ABORT
    } catch (error) {
      thrown.set(job, error)
      throw error
    }
  }
  // Begun in one go, they share a transaction; each is a child of its own, so that one's throw undoes only its part.
  const ended = await Promise.allSettled(round.map(async (job) => await store.main.childTransaction(() => run(job))))
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
