// Cuts long reading, in a process that also answers requests, into slices, one at a time for the whole process. While there is
// other work (the event loop comes back late), slices are short with rests between; on an idle server they follow one another.
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * How long a slice is while there is other work; a rest follows it. With half as much, the slowest searches after an import took half as
 * long again.
 */
const shortSliceMs = 1
const restMs = 2
/** How long a slice is on an idle server: as long as the first request of a burst may have to wait. */
const longSliceMs = 3
const restfulSlices = 20
/** On Deno a timer waits for the loop's next round, because Deno runs the next immediate before it looks at new input. */
const isDeno = 'Deno' in globalThis
const nextRound: (work: () => void) => unknown = isDeno ? (work) => setTimeout(work, 0) : setImmediate
/** If the event loop comes back later than this, there is other work. */
const busyGapMs = isDeno ? 2.5 : 0.3

/**
 * Does a small part of the work; true: there is more. `isFirst`: other work may have run since the last step. Between the steps of one
 * slice none runs, so values read from the store stay valid.
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

/** Repeats a step until it is done (true) or the signal aborts (false). */
export type Run = (step: Step, signal?: AbortSignal) => Promise<boolean>

/** Runs steps in a process with other work, which goes first. */
export const runInSlices: Run = (step, signal) => {
  return new Promise((resolve, reject) => {
    const done = (error: unknown): void => (error === null ? resolve(signal?.aborted !== true) : reject(error))
    jobs.push({ step, isOver: () => signal?.aborted === true, done })
    if (isPumping) return
    isPumping = true
    nextRound(pump)
  })
}

/** After so many steps signals and timers may run. */
const stepsPerTurn = 64

/** Runs steps without rests, in a process with no other work, such as a command's. */
export const runAlone: Run = async (step, signal) => {
  const isOver = (): boolean => signal?.aborted === true
  for (let i = 1; !isOver(); i++) {
    if (!step(i % stepsPerTurn === 1)) return true
    if (i % stepsPerTurn === 0) await nextTurn()
  }
  return false
}

/** Runs a generator to its end and returns what it returned. `onStep` gets what it yields. Throws the reason of the signal. */
export async function runToEnd<S, R>(
  run: Run,
  steps: Generator<S, R>,
  signal: AbortSignal,
  onStep: (step: S) => void = () => {},
): Promise<R> {
  let end: { readonly value: R } | null = null
  try {
    await run(() => {
      const step = steps.next()
      if (step.done === true) end = step
      else onStep(step.value)
      return step.done !== true
    }, signal)
  } finally {
    steps.return(undefined as R)
  }
  if (end === null) throw signal.reason
  return (end as { readonly value: R }).value
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
