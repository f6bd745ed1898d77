// Who of those that wait for a turn has the next one. Each person has a level, what they have had altogether; the lowest goes
// first. Who comes, or comes back, begins a little below the level of the last turn: to have had less of late is worth a few
// turns, and no more, so nobody who works steadily waits until each newcomer has had as much. Time is given, so that a test can.

/** Whose work it is: a person's id, or null where nobody is known. */
export type Whose = number | null

export interface Waiting {
  readonly whose: Whose
  /** Of the request: the lower one came first. Of one person only the first waits against others. */
  readonly number: number
  readonly sinceMs: number
  /** When it waits no longer. */
  readonly untilMs: number
}

/** So far below the others may a person be who had nothing of late. */
const creditMs = 50
/** Who has had no turn for as long goes before those who came later. */
const ageMsMax = 1_000
/** People are forgotten whom the level has left behind, now and then. */
const peopleKept = 256

export class TurnQueue<W extends Waiting> {
  #waiting: W[] = []
  readonly #people = new Map<Whose, { hadMs: number; lastTurnMs: number }>()
  /** How much the person of the last turn had used before it. */
  #levelMs = 0

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  has(whose: Whose): boolean {
    return this.#waiting.some((one) => one.whose === whose)
  }

  /** Whether a person has had more than who had the last turn. */
  isAhead(whose: Whose): boolean {
    return this.#hadOf(whose) > this.#levelMs
  }

  /** A person has had so much more. */
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

  /** Takes out those who have waited too long. */
  takeExpired(nowMs: number): readonly W[] {
    const expired = this.#waiting.filter(({ untilMs }) => untilMs <= nowMs)
    if (expired.length > 0) this.#waiting = this.#waiting.filter(({ untilMs }) => untilMs > nowMs)
    return expired
  }

  /** Takes out who has the next turn. */
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

  /** Since when this person has waited without a turn. */
  #agedSince({ whose, sinceMs }: W): number {
    return Math.max(sinceMs, this.#people.get(whose)?.lastTurnMs ?? sinceMs)
  }

  #isBefore(one: W, other: W): boolean {
    const [had, otherHad] = [this.#hadOf(one.whose), this.#hadOf(other.whose)]
    return had < otherHad || (had === otherHad && one.number < other.number)
  }
}
