// Cuts long work of requests into turns of a few milliseconds, one in each round of the event loop; other requests run
// between. While people who need no turn send requests, turns are shorter, with rests between. Long turns end with a
// timer, because Deno runs the next immediate before it looks at new requests. Short ones end with an immediate,
// because a timer costs a millisecond.

export type Whose = number | null

export interface Waiting {
  readonly whose: Whose
  readonly number: number
  readonly sinceMs: number
  readonly untilMs: number
}

const creditMs = 50
const ageMsMax = 1_000
const peopleKept = 256

export class TurnQueue<W extends Waiting> {
  #waiting: W[] = []
  readonly #people = new Map<Whose, { hadMs: number; lastTurnMs: number }>()
  #levelMs = 0

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  has(whose: Whose): boolean {
    return this.#waiting.some((one) => one.whose === whose)
  }

  isAhead(whose: Whose): boolean {
    return this.#hadOf(whose) > this.#levelMs
  }

  addHad(whose: Whose, ms: number, nowMs: number): void {
    const hadMs = this.#hadOf(whose) + ms
    this.#people.set(whose, { hadMs, lastTurnMs: nowMs })
    if (this.#people.size <= peopleKept) return
    for (const [each, { hadMs: had }] of this.#people)
      if (had <= this.#levelMs - creditMs && !this.has(each)) this.#people.delete(each)
  }

  add(one: W): void {
    this.#waiting.push(one)
  }

  takeExpired(nowMs: number): readonly W[] {
    const expired = this.#waiting.filter(({ untilMs }) => untilMs <= nowMs)
    if (expired.length > 0) this.#waiting = this.#waiting.filter(({ untilMs }) => untilMs > nowMs)
    return expired
  }

  take(nowMs: number): W | undefined {
    const first = new Map<Whose, W>()
    for (const one of this.#waiting) {
      const other = first.get(one.whose)
      if (other === undefined || one.number < other.number) first.set(one.whose, one)
    }
    let [oldest, lowest]: [W | undefined, W | undefined] = [undefined, undefined]
    for (const one of first.values()) {
      if (oldest === undefined || this.#agedSince(one) < this.#agedSince(oldest)) oldest = one
      if (lowest === undefined || this.#isBefore(one, lowest)) lowest = one
    }
    const isAged = oldest !== undefined && nowMs - this.#agedSince(oldest) > ageMsMax
    const next = isAged ? oldest : lowest
    if (next === undefined) return undefined
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    if (!isAged) this.#levelMs = Math.max(this.#levelMs, this.#hadOf(next.whose))
    return next
  }

  #hadOf(whose: Whose): number {
    return Math.max(this.#people.get(whose)?.hadMs ?? 0, this.#levelMs - creditMs)
  }

  #agedSince({ whose, sinceMs }: W): number {
    return Math.max(sinceMs, this.#people.get(whose)?.lastTurnMs ?? sinceMs)
  }

  #isBefore(one: W, other: W): boolean {
    const [had, otherHad] = [this.#hadOf(one.whose), this.#hadOf(other.whose)]
    return had < otherHad || (had === otherHad && one.number < other.number)
  }
}

/** The length of a request's first turn; nearly all requests are done in it. */
const firstTurnMs = 8
const turnMs = 5
const [turnMsBesideOthers, restMsBesideOthers] = [1.5, 3]
/** A turn may be this share of the rest before it: on a busy machine rests are long, and short turns would make a batch wait too long. */
const shareBesideOthers = turnMsBesideOthers / restMsBesideOthers
/** The longest turn: it follows a rest of 50 ms, and on so busy a machine other people had to wait for that anyway. */
const turnMsMax = 25
/** So long after another person's request turns stay short. */
const besideOthersMs = 100
/** How long a request may wait for its turns, all together: as long as for the store's writer. */
const turnWaitMsMax = 5_000
export const turnRetryAfterSeconds = 5

/** Thrown when the client has disconnected, so that its request is dropped. */
export class NobodyWaits extends Error {
  override readonly name = 'NobodyWaits'
  constructor() {
    super('the client went away before its answer')
  }
}

export class NoTurn extends Error {
  override readonly name = 'NoTurn'
  constructor() {
    super('the request waited too long for its turns')
  }
}

const nextRound = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Lets those go first who came during the first piece of a short request. New input is looked at between the rounds. */
export async function letOthersGo(): Promise<void> {
  await nextRound()
  await nextRound()
}

export type Load<T = unknown> = () => Promise<T>

/**
 * Loads a large part of the program beside requests: `parts` are modules that others need, those at the leaves first, each of some 20 ms.
 * Loaded at once, the site alone would hold all requests up for a fifth of a second. Asked again, the loader gives what it has;
 * what could not be loaded, as where too many files are open, is tried again.
 */
export function loader<T>(parts: readonly Load[], last: Load<T>): Load<T> {
  let loaded: Promise<T> | null = null
  const load = async (): Promise<T> => {
    for (const part of parts) {
      await part()
      await letOthersGo()
    }
    return await last()
  }
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = null
      throw error
    }))
}

interface Queued extends Waiting {
  readonly begin: () => void
  readonly leave: () => void
}

const queue = new TurnQueue<Queued>()
let othersAtMs = -besideOthersMs
let isRunning = false
/** The time at which the last turn ended. */
let restingSinceMs = 0
let turnsMade = 0

/** Call it for each request received. It makes turns shorter if the request's person is not waiting for one. */
export function cameIn(whose: Whose): void {
  if (!queue.isEmpty && !queue.has(whose)) othersAtMs = performance.now()
}

const isBesideOthers = (): boolean => performance.now() - othersAtMs < besideOthersMs

/** How long a turn may be after a rest of this length. */
export const lengthBesideOthers = (restedMs: number): number =>
  Math.min(turnMsMax, Math.max(turnMsBesideOthers, restedMs * shareBesideOthers))

/** Begins the next turn. `sinceMs`: the time at which this round of the event loop began. */
function beginNext(sinceMs = performance.now()): void {
  const nowMs = performance.now()
  for (const late of queue.takeExpired(nowMs)) late.leave()
  const next = queue.take(nowMs)
  if (next === undefined) {
    isRunning = false
    return
  }
  next.begin()
  // This runs only when the turn has ended.
  setImmediate(() => {
    restingSinceMs = performance.now()
    const isShort = restingSinceMs - sinceMs < turnMs
    if (isBesideOthers()) setTimeout(beginNext, restMsBesideOthers)
    else if (isShort) beginNext(sinceMs)
    else setTimeout(beginNext, 0)
  })
}

/** The turns of one request. The request asks `isOver` between short pieces of its work. */
export class Turn {
  readonly number = ++turnsMade
  readonly #whose: Whose
  /** Whether the client has disconnected. */
  readonly isGone: () => boolean
  #sinceMs = performance.now()
  #lengthMs = firstTurnMs
  #patienceMs: number

  /** `patienceMs`: how long the request waits for turns, all together. */
  constructor(whose: Whose, isGone: () => boolean = () => false, patienceMs = turnWaitMsMax) {
    this.#whose = whose
    this.isGone = isGone
    this.#patienceMs = patienceMs
  }

  /** Waits for the first turn, behind older work of the same person and behind people who had less. Throws what `next` throws. */
  async begin(): Promise<void> {
    this.#sinceMs = performance.now()
    if (queue.has(this.#whose) || (!queue.isEmpty && queue.isAhead(this.#whose))) await this.next()
  }

  get isOver(): boolean {
    return performance.now() - this.#sinceMs > this.#lengthMs
  }

  /** Waits for the next turn. `spentMs`: how much of the last one was used, if not all. Throws `NobodyWaits` or `NoTurn`. */
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
    if (this.isGone()) throw new NobodyWaits()
    this.#sinceMs = performance.now()
    this.#patienceMs -= this.#sinceMs - sinceMs
    this.#lengthMs = isBesideOthers() ? lengthBesideOthers(this.#sinceMs - restingSinceMs) : turnMs
  }
}
