// How many texts the next prompt holds. It shrinks when an answer is cut or comes too late, and grows by a half with each whole one:
// one bad answer must not make all later prompts small. Pure but for the count.

/** How an answer came out, as far as the size of prompts goes. */
export type Went =
  | { readonly what: 'whole' }
  /** So many texts of it are whole. */
  | { readonly what: 'cut'; readonly fits: number }
  /** Cut, and most of it was no text: the model went round in circles. */
  | { readonly what: 'runaway' }
  /** Nothing in it could be read; it begins so. */
  | { readonly what: 'unreadable'; readonly head: string }
  /** It did not come in time. */
  | { readonly what: 'late'; readonly message: string }

export class PromptSize {
  /** Texts in a prompt. */
  now: number
  #most: number
  /** Of the next prompt alone. */
  #once: number | null = null
  #isRunningAway = false

  constructor(most: number) {
    this.now = most
    this.#most = most
  }

  get next(): number {
    return Math.min(this.now, this.#once ?? this.now)
  }

  /** A prompt was made. */
  taken(): void {
    this.#once = null
  }

  /** A prompt of so many texts has ended. */
  ended(asked: number, went: Went): void {
    const half = Math.ceil(asked / 2)
    // A model that runs away twice in a row has too much to do at once.
    const isTooLong = went.what === 'runaway' && this.#isRunningAway
    if (went.what === 'late') this.#most = Math.max(1, Math.min(this.#most, Math.floor(asked * 0.75)))
    if (went.what === 'whole') this.now = Math.min(this.#most, Math.ceil(this.now * 1.5))
    else if (went.what === 'cut') this.now = Math.min(this.now, Math.max(half, went.fits))
    else if (went.what === 'late' || isTooLong) this.now = Math.min(this.now, half)
    else this.#once = half
    this.#isRunningAway = went.what === 'runaway'
  }
}
