// Long work of one request beside everybody else's: it is done in turns of a few milliseconds, and between two of them
// the event loop sees to all that came in. Of all such work in the process only one piece has its turn in each round of
// the loop. Who has had the least of late goes first, and of one person's requests only the oldest: a person who sends
// much waits for themselves. While somebody who waits for no turn sends requests, turns are shorter and rest in between.

// (After a few milliseconds a timer, not an immediate: Deno goes on to the next immediate without a look at what came in. But
// a timer is a millisecond in which nothing is done, and short turns are mostly those of somebody who writes alone.)

/** The first turn of a request, in which nearly all of them are done. */
const firstTurnMs = 8
const turnMs = 5
const [turnMsBesideOthers, restMsBesideOthers] = [1.5, 3]
/** Who has had more than this begins in the queue, where there is one. */
const hadMuchMs = 50
/** How long a request of somebody else is remembered. */
const besideOthersMs = 100
/** What somebody has had counts half after as long. */
const halfLifeMs = 10_000

/** Whose work it is: a person's id, or null where nobody is known. */
export type Whose = number | null

/** Thrown by `Turn` in place of another turn: the client has gone, and what it asked for is not done. */
export class NobodyWaits extends Error {
  override readonly name = 'NobodyWaits'
  constructor() {
    super('the client went away before its answer')
  }
}

interface Waiting {
  readonly turn: Turn
  readonly whose: Whose
  readonly begin: () => void
}

const waiting: Waiting[] = []
const hadMs = new Map<Whose, number>()
let halvedAtMs = 0
let othersAtMs = -besideOthersMs
let isRunning = false
let turnsMade = 0

/** A request came in: those who wait for a turn make room for whoever does not. */
export function cameIn(whose: Whose): void {
  if (waiting.length > 0 && !waiting.some((one) => one.whose === whose)) othersAtMs = performance.now()
}

const isBesideOthers = (): boolean => performance.now() - othersAtMs < besideOthersMs

/** The next turn, of those that share a timer since `sinceMs`. */
function beginNext(sinceMs = performance.now()): void {
  const next = takeNext()
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

/** Of those who have had the least, the request that came first. */
function takeNext(): Waiting | undefined {
  const order = ({ turn, whose }: Waiting): readonly [number, number] => [hadMs.get(whose) ?? 0, turn.number]
  let best = 0
  for (let i = 1; i < waiting.length; i++) {
    const [[had, number], [bestHad, bestNumber]] = [order(waiting[i] as Waiting), order(waiting[best] as Waiting)]
    if (had < bestHad || (had === bestHad && number < bestNumber)) best = i
  }
  return waiting.splice(best, 1)[0]
}

function addHad(whose: Whose, ms: number): void {
  const nowMs = performance.now()
  if (nowMs - halvedAtMs > halfLifeMs) {
    halvedAtMs = nowMs
    for (const [one, had] of hadMs) {
      if (had < 1) hadMs.delete(one)
      else hadMs.set(one, had / 2)
    }
  }
  hadMs.set(whose, (hadMs.get(whose) ?? 0) + ms)
}

/** The work of one request that must not hold the loop: asked between its pieces, each of which is short. */
export class Turn {
  readonly number = ++turnsMade
  readonly #whose: Whose
  readonly #isGone: () => boolean
  #sinceMs = performance.now()
  #lengthMs = firstTurnMs

  /** `isGone`: the client has left, so nothing more need be done. */
  constructor(whose: Whose, isGone: () => boolean = () => false) {
    this.#whose = whose
    this.#isGone = isGone
  }

  /** Work begins now, or behind older work of the same person and of those who have had less. Throws `NobodyWaits`. */
  async begin(): Promise<void> {
    this.#sinceMs = performance.now()
    const hasHadMuch = (hadMs.get(this.#whose) ?? 0) > hadMuchMs
    if (waiting.some(({ whose }) => hasHadMuch || whose === this.#whose)) await this.next()
  }

  /** True when somebody else should go first now. */
  get isOver(): boolean {
    return performance.now() - this.#sinceMs > this.#lengthMs
  }

  /** Lets the others go first and begins anew. `spentMs`: what the turn took, where that is not all of its time. Throws `NobodyWaits`. */
  async next(spentMs = performance.now() - this.#sinceMs): Promise<void> {
    addHad(this.#whose, spentMs)
    await new Promise<void>((begin) => {
      waiting.push({ turn: this, whose: this.#whose, begin })
      if (isRunning) return
      isRunning = true
      setTimeout(beginNext, 0)
    })
    if (this.#isGone()) throw new NobodyWaits()
    this.#sinceMs = performance.now()
    this.#lengthMs = isBesideOthers() ? turnMsBesideOthers : turnMs
  }
}
