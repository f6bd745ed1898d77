// Tokens and money: spent, reserved for calls under way, and whether another call fits.
import { estimateTokens } from '../domain/text/estimate-tokens.ts'

export interface Tokens {
  readonly input: number
  /** Those read from the provider's cache. */
  readonly cached: number
  readonly output: number
}

/** Prices of a million tokens, in any currency. */
export interface Prices {
  readonly input: number
  /** For prompts in the provider's cache. */
  readonly cached: number
  readonly output: number
}

interface SpendingLimits {
  /** Input and output; null: no limit. */
  readonly tokens: number | null
  /** In the currency of the prices; null: no limit. */
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

const NONE: Tokens = { input: 0, cached: 0, output: 0 }

export class Spending {
  spent: Tokens = NONE
  isEstimated = false
  #promised: Tokens = NONE
  readonly #limits: SpendingLimits
  readonly #prices: Prices | null

  constructor(limits: SpendingLimits, prices: Prices | null) {
    this.#limits = limits
    this.#prices = prices
  }

  get cost(): number | null {
    return this.#prices === null ? null : costOf(this.spent, this.#prices)
  }

  /** Reserves a call's tokens. Returns null, or the limit that it would exceed. */
  promise(expected: Tokens): 'tokens' | 'cost' | null {
    const all = sum(sum(this.spent, this.#promised), expected)
    const { tokens, cost } = this.#limits
    if (tokens !== null && all.input + all.output > tokens) return 'tokens'
    if (cost !== null && this.#prices !== null && costOf(all, this.#prices) > cost) return 'cost'
    this.owe(expected)
    return null
  }

  owe(expected: Tokens): void {
    this.#promised = sum(this.#promised, expected)
  }

  /** Replaces a call's reserved tokens by the real ones; null: none were used. */
  settle(expected: Tokens, real: Tokens | null): void {
    this.#promised = sum(this.#promised, {
      input: -expected.input,
      cached: -expected.cached,
      output: -expected.output,
    })
    this.spent = sum(this.spent, real ?? NONE)
  }
}

const sum = (a: Tokens, b: Tokens): Tokens => ({
  input: a.input + b.input,
  cached: a.cached + b.cached,
  output: a.output + b.output,
})
