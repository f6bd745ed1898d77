// Long work of one request beside everybody else's: it is done in turns of a few milliseconds, and between two of them
// the event loop sees to all that came in. Of all such work in the process only one piece has its turn in each round of
// the loop: whose, turn-queue.ts says. A request that has waited five seconds altogether is not done, and its sender is told.
// While somebody who waits for no turn sends requests, turns are shorter and rest in between.

// (After a few milliseconds a timer, not an immediate: Deno goes on to the next immediate without a look at what came in. But
// a timer is a millisecond in which nothing is done, and short turns are mostly those of somebody who writes alone.)
import { TurnQueue, type Waiting, type Whose } from './turn-queue.ts'

export type { Whose }

/** The first turn of a request, in which nearly all of them are done. */
const firstTurnMs = 8
const turnMs = 5
const [turnMsBesideOthers, restMsBesideOthers] = [1.5, 3]
/** How long a request of somebody else is remembered. */
const besideOthersMs = 100
/** A request waits no longer for turns, as for the writer, and comes again after as long. */
const turnWaitMsMax = 5_000
export const turnRetryAfterSeconds = 5

/** Thrown by `Turn` in place of another turn: the client has gone, and what it asked for is not done. */
export class NobodyWaits extends Error {
  override readonly name = 'NobodyWaits'
  constructor() {
    super('the client went away before its answer')
  }
}

/** Thrown by `Turn` in place of another turn: there is more to do than can be done in time, so this is left. */
export class NoTurn extends Error {
  override readonly name = 'NoTurn'
  constructor() {
    super('the request waited too long for its turns')
  }
}

interface Queued extends Waiting {
  readonly begin: () => void
  readonly leave: () => void
}

const queue = new TurnQueue<Queued>()
let othersAtMs = -besideOthersMs
let isRunning = false
let turnsMade = 0

/** A request came in: those who wait for a turn make room for whoever does not. */
export function cameIn(whose: Whose): void {
  if (!queue.isEmpty && !queue.has(whose)) othersAtMs = performance.now()
}

const isBesideOthers = (): boolean => performance.now() - othersAtMs < besideOthersMs

/** The next turn, of those that share a timer since `sinceMs`. */
function beginNext(sinceMs = performance.now()): void {
  const nowMs = performance.now()
  for (const late of queue.takeExpired(nowMs)) late.leave()
  const next = queue.take(nowMs)
  if (next === undefined) {
    isRunning = false
    return
  }
  next.begin()
  // By then the turn has ended, and the rest begins.
  setImmediate(() => {
    const isShort = performance.now() - sinceMs < turnMs
    if (isBesideOthers()) setTimeout(beginNext, restMsBesideOthers)
    else if (isShort) beginNext(sinceMs)
    else setTimeout(beginNext, 0)
  })
}

/** The work of one request that must not hold the loop: asked between its pieces, each of which is short. */
export class Turn {
  readonly number = ++turnsMade
  readonly #whose: Whose
  readonly #isGone: () => boolean
  #sinceMs = performance.now()
  #lengthMs = firstTurnMs
  #patienceMs: number

  /** `isGone`: the client has left, so nothing more need be done. `patienceMs`: as long as it may wait altogether. */
  constructor(whose: Whose, isGone: () => boolean = () => false, patienceMs = turnWaitMsMax) {
    this.#whose = whose
    this.#isGone = isGone
    this.#patienceMs = patienceMs
  }

  /** Work begins now, or behind older work of the same person and of those who have had less. Throws as `next` does. */
  async begin(): Promise<void> {
    this.#sinceMs = performance.now()
    if (queue.has(this.#whose) || (!queue.isEmpty && queue.isAhead(this.#whose))) await this.next()
  }

  /** True when somebody else should go first now. */
  get isOver(): boolean {
    return performance.now() - this.#sinceMs > this.#lengthMs
  }

  /**
   * Lets the others go first and begins anew. `spentMs`: what the turn took, where that is not all of its time. Throws
   * `NobodyWaits`, or `NoTurn`.
   */
  async next(spentMs = performance.now() - this.#sinceMs): Promise<void> {
    const sinceMs = performance.now()
    queue.addHad(this.#whose, spentMs, sinceMs)
    await new Promise<void>((begin, refuse) => {
      const leave = (): void => refuse(new NoTurn())
      const { number } = this
      queue.add({ number, whose: this.#whose, sinceMs, untilMs: sinceMs + this.#patienceMs, begin, leave })
      if (isRunning) return
      isRunning = true
      setTimeout(beginNext, 0)
    })
    if (this.#isGone()) throw new NobodyWaits()
    this.#sinceMs = performance.now()
    this.#patienceMs -= this.#sinceMs - sinceMs
    this.#lengthMs = isBesideOthers() ? turnMsBesideOthers : turnMs
  }
}
