// Decides who gets the next turn. Each person has a level, the time they have used; the lowest goes first. A person who
// comes, or comes back, starts at most `creditMs` below the level of the last turn: that is worth a few turns, and
// steady work does not wait until each newcomer has used as much. The time is passed in for tests.

/** A person's id; null: unknown. */
export type Whose = number | null

export interface Waiting {
  readonly whose: Whose
  /** Lower ones came first. Only a person's first request competes with those of others. */
  readonly number: number
  readonly sinceMs: number
  /** When the request gives up. */
  readonly untilMs: number
}

/** The lead of a person who used nothing lately. */
const creditMs = 50
/** A person without a turn for this long goes first. */
const ageMsMax = 1_000
/** From this many on, people below the level are forgotten. */
const peopleKept = 256

export class TurnQueue<W extends Waiting> {
  #waiting: W[] = []
  readonly #people = new Map<Whose, { hadMs: number; lastTurnMs: number }>()
  /** The time that the person of the last turn had used before it. */
  #levelMs = 0

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  has(whose: Whose): boolean {
    return this.#waiting.some((one) => one.whose === whose)
  }

  /** The person has used more than the one of the last turn. */
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

  /** Removes requests that waited too long. */
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

  /** Since when this person has waited without a turn. */
  #agedSince({ whose, sinceMs }: W): number {
    return Math.max(sinceMs, this.#people.get(whose)?.lastTurnMs ?? sinceMs)
  }

  #isBefore(one: W, other: W): boolean {
    const [had, otherHad] = [this.#hadOf(one.whose), this.#hadOf(other.whose)]
    return had < otherHad || (had === otherHad && one.number < other.number)
  }
}
