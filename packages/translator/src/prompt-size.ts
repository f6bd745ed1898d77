// The length of the next call, in estimated tokens of prompt and answer together. It begins with the size for small
// local models, grows by half with each whole answer, and shrinks when one is cut, late, or for a prompt that was too
// long.
import type { Tokens } from './spending.ts'

/** How a call went. `message` is for people; `fits` is the share of the texts that were in the answer. */
export type Went =
  | { readonly what: 'whole' }
  | { readonly what: 'cut'; readonly fits: number; readonly tokens: Tokens | null }
  /** The answer was cut, and was mostly not text: the model looped. */
  | { readonly what: 'runaway' }
  /** `head`: the answer's beginning, or how one without a text ended. */
  | { readonly what: 'unreadable'; readonly head: string }
  | (Trouble & { readonly what: 'late' })
  /** The server failed in place of an answer. */
  | (Trouble & { readonly what: 'fault' })
  /** The texts stood beside the wrong lines. */
  | { readonly what: 'slipped' }
  /** Cut before any text: the model only thought, or a filter was in the way. */
  | { readonly what: 'empty'; readonly end: string | null }
  /** `read`: tokens of the prompt that the endpoint read; null: it refused the prompt. */
  | { readonly what: 'long'; readonly message: string; readonly read: number | null }

/** `inRowMax`: so many in a row end the run. `seconds`: how long the server asks to wait; null: it does not say. */
interface Trouble {
  readonly message: string
  readonly inRowMax: number
  readonly seconds: number | null
}

/** The length of the first call, which is Ollama's default context. */
const firstTokens = 4_096
/** The longest call. Longer prompts save little, and some models then skip lines. */
const mostTokens = 16_384
const growth = 1.5
/** Models count tokens in different ways, but each always in the same way. */
const readShareMin = 0.75
const firstReadShareMin = 0.6
const unreadMax = 3
/** Of a prompt whose answer was cut before its first text, so much is bought at a time. */
const cutShareMin = 1 / 8

export class PromptSize {
  #now: number
  #most: number
  /** A length for the next call only. */
  #once: number | null = null
  #isRunningAway = false
  /** The longest call that was answered whole, and how many longer ones could not be read. */
  #whole = 0
  #unread = 0
  /** The highest share of the estimated tokens that a prompt had, and the lowest of one that was answered in full. */
  #share: number | null = null
  #fullShare = 1
  /** False: the latest answer lacked texts, so rows that are bought for the last time wait as long as there are others. */
  isWell = true
  /** Tokens that every prompt begins with, whatever the texts. */
  readonly #fixed: number
  /** A length at which all texts came lately. */
  #proven = 0
  /** The longest prompt that was answered, and whether a longer one may have been too long since. */
  #answered = 0
  #isDoubted = false

  /**
   * `context`: tokens of the model's context; null: to be found out. `fixed`: tokens that every prompt begins with; texts may take as
   * many again, because a long beginning for few texts is dear.
   */
  constructor(context: number | null, fixed = 0) {
    this.#fixed = fixed
    this.#now = context ?? Math.max(firstTokens, 2 * fixed)
    this.#most = context ?? Math.max(mostTokens, 2 * fixed)
  }

  get next(): number {
    return Math.min(this.#now, this.#once ?? this.#now)
  }

  /** The length of a prompt with rows that are bought for the last time: none that has not gone well. Every prompt may have one text. */
  get safe(): number {
    return Math.min(this.next, this.#proven)
  }

  taken(): void {
    this.#once = null
  }

  /**
   * The endpoint left out a part of the prompt without a message. `estimate` and `read`: its tokens, as estimated and
   * as the endpoint counted.
   */
  isShortened(estimate: number, read: number): boolean {
    const share = read / estimate
    const usual = this.#share === null ? firstReadShareMin : this.#share * readShareMin
    const isShort = share < Math.min(usual, this.#fullShare * readShareMin)
    if (!isShort) this.#share = Math.max(share, this.#share ?? 0)
    return isShort
  }

  /** Notes that a prompt had all its texts. `read`: what the endpoint counted of it, which is then no sign of a short context. */
  answeredInFull(estimate: number, read: number | null): void {
    if (read !== null) this.#fullShare = Math.min(this.#fullShare, read / estimate)
  }

  answered(estimate: number): void {
    this.#answered = Math.max(this.#answered, estimate)
    this.#isDoubted = false
  }

  /** True, once, for a refused prompt that is longer than all that were answered: one of half its length may be taken. */
  mayBeTooLong(estimate: number): boolean {
    return !this.#isDoubted && estimate > this.#answered
  }

  doubted(): void {
    this.#isDoubted = true
  }

  /** Notes how a call went. `asked`: its estimated tokens. */
  ended(asked: number, went: Went): void {
    const half = Math.ceil(asked / 2)
    // A model that loops twice in a row gets shorter prompts.
    const isTooLong = went.what === 'runaway' && this.#isRunningAway
    if (went.what === 'late' || went.what === 'long') this.#most = Math.min(this.#most, Math.floor(asked * 0.75))
    if (went.what === 'whole') this.#whole = Math.max(this.#whole, asked)
    this.isWell = went.what === 'whole'
    if (went.what === 'whole') this.#proven = Math.max(this.#proven, asked)
    else if (went.what === 'cut') this.#proven = this.#withTexts(asked, Math.max(went.fits, cutShareMin))
    else this.#proven = Math.min(this.#proven, this.#withTexts(asked, 1 / 2))
    // A shape that only short answers have, such as a list of one text.
    if (went.what === 'unreadable' && asked > this.#whole && ++this.#unread >= unreadMax)
      this.#most = Math.min(this.#most, Math.max(half, this.#whole))
    const context = contextIn(went)
    if (context !== null) this.#most = Math.min(this.#most, Math.floor(context * 0.9))
    if (went.what === 'whole') this.#now = Math.max(this.#now, asked * growth)
    else if (went.what === 'cut') this.#now = Math.min(this.#now, Math.max(half, Math.floor(asked * went.fits)))
    else if (went.what === 'late' || went.what === 'long' || went.what === 'empty' || isTooLong)
      this.#now = Math.min(this.#now, half)
    else this.#once = this.#withTexts(asked, 1 / 2)
    this.#now = Math.min(this.#now, this.#most)
    this.#isRunningAway = went.what === 'runaway'
  }

  /** The length of a prompt with so much of the texts of one of `asked` tokens. What every prompt begins with stays. */
  #withTexts(asked: number, share: number): number {
    return this.#fixed + Math.ceil(Math.max(0, asked - this.#fixed) * share)
  }
}

/** The length of the context, if an answer that was cut at its end or a prompt that was read in part shows it. */
function contextIn(went: Went): number | null {
  if (went.what === 'long') return went.read
  return went.what === 'cut' && went.tokens !== null ? went.tokens.input + went.tokens.output : null
}
