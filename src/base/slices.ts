// Long reading beside a server that answers: work is cut into slices, one at a time for the
// whole process, and whoever else has something to do goes first. While others are busy (seen by how long the loop
// took to come back) the slices are short and rest in between; on an idle server they follow one another.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A slice while others are busy, and the rest after it. */
const shortSliceMs = 0.5
const restMs = 2
/** A slice on an idle server: the longest that the first request of a burst waits. */
const longSliceMs = 3
const restfulSlices = 20
/** Deno goes on to the next immediate without a look at what came in: there a timer waits for the next round of the loop. */
const isDeno = 'Deno' in globalThis
const nextRound: (work: () => void) => unknown = isDeno ? (work) => setTimeout(work, 0) : setImmediate
/** A loop that comes back later than this had other work. */
const busyGapMs = isDeno ? 2.5 : 0.3

/**
 * Does a little and says whether there is more. Called again and again until it says no. `isFirst`: others may have had their
 * turn since the step before; between the steps of one slice nobody has, and what was read of the store stays as it is.
 */
export type Step = (isFirst: boolean) => boolean

interface Job {
  readonly step: Step
  readonly isOver: () => boolean
  readonly done: (error: unknown) => void
}

const jobs: Job[] = []
let isPumping = false
let restful = 0
let leftAtMs = 0

/** Runs a step until it is done or the signal says that nobody waits any more. Resolves true when it came to its end. */
export type Run = (step: Step, signal?: AbortSignal) => Promise<boolean>

/** Beside others, who go first. */
export const runInSlices: Run = (step, signal) => {
  return new Promise((resolve, reject) => {
    const done = (error: unknown): void => (error === null ? resolve(signal?.aborted !== true) : reject(error))
    jobs.push({ step, isOver: () => signal?.aborted === true, done })
    if (isPumping) return
    isPumping = true
    nextRound(pump)
  })
}

/** Signals and timers get their turn between so many steps. */
const stepsPerTurn = 64

/** In a process that has nothing else to do, as a command's: without a rest. */
export const runAlone: Run = async (step, signal) => {
  const isOver = (): boolean => signal?.aborted === true
  for (let i = 1; !isOver(); i++) {
    if (!step(i % stepsPerTurn === 1)) return true
    if (i % stepsPerTurn === 0) await nextTurn()
  }
  return false
}

function pump(): void {
  const startedMs = performance.now()
  if (leftAtMs > 0 && startedMs - leftAtMs > busyGapMs) restful = restfulSlices
  const job = jobs.shift()
  if (job !== undefined) runSlice(job, startedMs)
  if (jobs.length === 0) {
    isPumping = false
    leftAtMs = 0
    return
  }
  if (restful > 0) {
    restful--
    leftAtMs = 0
    setTimeout(pump, restMs)
    return
  }
  leftAtMs = performance.now()
  nextRound(pump)
}

function runSlice(job: Job, startedMs: number): void {
  try {
    if (job.isOver()) return job.done(null)
    let isFirst = true
    do {
      if (!job.step(isFirst)) return job.done(null)
      isFirst = false
    } while (performance.now() - startedMs < (restful > 0 ? shortSliceMs : longSliceMs))
    jobs.push(job)
  } catch (error) {
    job.done(error)
  }
}
