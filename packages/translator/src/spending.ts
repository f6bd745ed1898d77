// Counts tokens and money: what was spent, what is reserved for calls under way, and whether another call is within the limits.
import { estimateTokens } from '../../../src/domain/text/earlier-pairs.ts'

export interface Tokens {
  readonly input: number
  /** Those tokens of the input that the provider had cached. */
  readonly cached: number
  readonly output: number
}

/** Prices of a million tokens, in any currency. */
export interface Prices {
  readonly input: number
  /** The price of input tokens that the provider had cached. */
  readonly cached: number
  readonly output: number
}

interface SpendingLimits {
  /** The most tokens, input and output together; null: no limit. */
  readonly tokens: number | null
  /** The highest cost, in the currency of the prices; null: no limit. */
  readonly cost: number | null
}

const million = 1_000_000

export const costOf = ({ input, cached, output }: Tokens, prices: Prices): number =>
  ((input - cached) * prices.input + cached * prices.cached + output * prices.output) / million

/** Tokens of a translation for one of its source, if the language is unknown. */
export const answerGrowth = 1.4

/** Estimates an answer's tokens: those of the translations, and of the numbers. */
export const estimateAnswer = (sources: readonly string[], growth = answerGrowth): number =>
  sources.reduce((sum, source) => sum + Math.ceil(estimateTokens(source) * growth) + 4, 0)

export const NONE: Tokens = { input: 0, cached: 0, output: 0 }

/** What all models of a run have spent together. */
interface Account {
  spent: Tokens
  promised: Tokens
  /** The cost, in the currency of the prices. */
  cost: number
  promisedCost: number
  isEstimated: boolean
}

export class Spending {
  readonly #limits: SpendingLimits
  readonly prices: Prices | null
  readonly #account: Account

  constructor(
    limits: SpendingLimits,
    prices: Prices | null,
    account: Account = { spent: NONE, promised: NONE, cost: 0, promisedCost: 0, isEstimated: false },
  ) {
    this.#limits = limits
    this.prices = prices
    this.#account = account
  }

  /** Spending by the same account and limits, for a model with other prices. */
  at(prices: Prices | null): Spending {
    return new Spending(this.#limits, prices, this.#account)
  }

  get spent(): Tokens {
    return this.#account.spent
  }

  get isEstimated(): boolean {
    return this.#account.isEstimated
  }

  set isEstimated(isEstimated: boolean) {
    this.#account.isEstimated = isEstimated
  }

  get cost(): number | null {
    return this.prices === null ? null : this.#account.cost
  }

  /** Reserves a call's tokens. Returns null, or the limit that it would exceed. */
  promise(expected: Tokens): 'tokens' | 'cost' | null {
    const { spent, promised, cost: paid, promisedCost } = this.#account
    const all = sumOf(sumOf(spent, promised), expected)
    const { tokens, cost } = this.#limits
    if (tokens !== null && all.input + all.output > tokens) return 'tokens'
    if (cost !== null && this.prices !== null && paid + promisedCost + this.#costOf(expected) > cost) return 'cost'
    this.owe(expected)
    return null
  }

  owe(expected: Tokens): void {
    this.#account.promised = sumOf(this.#account.promised, expected)
    this.#account.promisedCost += this.#costOf(expected)
  }

  /** Replaces a call's reserved tokens by the real ones; null: none were used. */
  settle(expected: Tokens, real: Tokens | null): void {
    this.owe({ input: -expected.input, cached: -expected.cached, output: -expected.output })
    this.#account.spent = sumOf(this.#account.spent, real ?? NONE)
    this.#account.cost += this.#costOf(real ?? NONE)
  }

  #costOf(tokens: Tokens): number {
    return this.prices === null ? 0 : costOf(tokens, this.prices)
  }
}

export const sumOf = (a: Tokens, b: Tokens): Tokens => ({
  input: a.input + b.input,
  cached: a.cached + b.cached,
  output: a.output + b.output,
})
