// The number of texts in the next prompt. It shrinks when an answer is cut or late and grows by half with each whole one.

export type Went =
  | { readonly what: 'whole' }
  /** Cut after this many whole texts. */
  | { readonly what: 'cut'; readonly fits: number }
  /** Cut, and mostly not text: the model looped. */
  | { readonly what: 'runaway' }
  /** `head`: the answer's beginning. */
  | { readonly what: 'unreadable'; readonly head: string }
  | { readonly what: 'late'; readonly message: string }

export class PromptSize {
  now: number
  #most: number
  /** Size of the next prompt only. */
  #once: number | null = null
  #isRunningAway = false

  constructor(most: number) {
    this.now = most
    this.#most = most
  }

  get next(): number {
    return Math.min(this.now, this.#once ?? this.now)
  }

  taken(): void {
    this.#once = null
  }

  ended(asked: number, went: Went): void {
    const half = Math.ceil(asked / 2)
    // A model that loops twice in a row gets shorter prompts.
    const isTooLong = went.what === 'runaway' && this.#isRunningAway
    if (went.what === 'late') this.#most = Math.max(1, Math.min(this.#most, Math.floor(asked * 0.75)))
    if (went.what === 'whole') this.now = Math.min(this.#most, Math.ceil(this.now * 1.5))
    else if (went.what === 'cut') this.now = Math.min(this.now, Math.max(half, went.fits))
    else if (went.what === 'late' || isTooLong) this.now = Math.min(this.now, half)
    else this.#once = half
    this.#isRunningAway = went.what === 'runaway'
  }
}
