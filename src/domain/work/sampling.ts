// Accepting machine texts by a sample (docs/workbench.md#accept-by-sample): in which order of risk rows are read, which are drawn by lot,
// and how many of the rest are wrong at most.
//
// The bound. From each stratum h with N rows, e rows are drawn without replacement; f is the least share e/N of all strata. The number
// of wrong rows among all n drawn is a sum of independent yes-or-no trials with unlike chances (of a draw without replacement: Vatutin
// and Mikhailov, Theory of Probability and its Applications 27, 1982), whose mean is at least f times the wrong rows of the list. In
// the lower tail such a sum is no likelier than a binomial one with the same mean (Hoeffding, Annals of Mathematical Statistics 27, 1956,
// theorem 4). So the exact binomial bound (Clopper and Pearson, Biometrika 26, 1934) on n trials holds for the mean, and divided by f for
// the list. Wrong rows that were found are taken out, so the rest has at most so many less, whichever strata are left out:
// the choice may depend on what was read.
import { sha256Hex } from '../../base/bytes.ts'

/** As what the rest may be accepted. */
export const ACCEPTED_AS = ['reviewed', 'approved'] as const
export type AcceptedAs = (typeof ACCEPTED_AS)[number]

/** Why a text is riskier than others, the riskiest first. A row is in the first stratum that fits it. */
export const RISKS = ['doubted', 'differs', 'terms', 'often', 'long', 'plain'] as const
export type Risk = (typeof RISKS)[number]

export interface RiskFacts {
  /** The gate took the text with a warning. */
  readonly isDoubted: boolean
  /** Another model wrote another text for the same source before. */
  readonly hasOtherModel: boolean
  /** The glossary demands a term that the text lacks. */
  readonly lacksTerm: boolean
  /** How many rows have the source; counting ends at `oftenCopies`. */
  readonly copies: number
  readonly sourceLength: number
}

export const oftenCopies = 5
const longLength = 200

const FITS: Readonly<Record<Risk, (facts: RiskFacts) => boolean>> = {
  doubted: ({ isDoubted }) => isDoubted,
  differs: ({ hasOtherModel }) => hasOtherModel,
  terms: ({ lacksTerm }) => lacksTerm,
  often: ({ copies }) => copies >= oftenCopies,
  long: ({ sourceLength }) => sourceLength >= longLength,
  plain: () => true,
}

export const riskOf = (facts: RiskFacts): Risk => RISKS.find((risk) => FITS[risk](facts)) ?? 'plain'

/** The rows of a list with one risk, by ordinal. */
export interface Stratum {
  readonly risk: Risk
  readonly rows: readonly number[]
}

interface Drawn {
  readonly ordinal: number
  readonly risk: Risk
  /** False: drawn beyond the stratum's share, so that a bad stratum is found; it does not count for the bound. */
  readonly isEven: boolean
}

/** Of each stratum so many rows are read at least. */
const readAtLeast = 10

/** Draws some `size` rows of all strata; the seed decides which, so that anybody can draw them again. In the order of risk. */
export function draw(strata: readonly Stratum[], size: number, seed: string): readonly Drawn[] {
  const all = strata.reduce((sum, { rows }) => sum + rows.length, 0)
  return strata.flatMap(({ risk, rows }) => {
    const even = Math.min(rows.length, Math.ceil((size * rows.length) / Math.max(1, all)))
    const lots = rows.map((ordinal) => ({ ordinal, lot: sha256Hex(`${seed} ${ordinal}`) }))
    return lots
      .sort((a, b) => (a.lot < b.lot ? -1 : 1))
      .slice(0, Math.max(even, readAtLeast))
      .map(({ ordinal }, at) => ({ ordinal, risk, isEven: at < even }))
      .sort((a, b) => a.ordinal - b.ordinal)
  })
}

/** With this chance a bound is too low. */
const doubt = 0.05

/** The chance of at most `most` successes in `trials`, each with the chance `share`. */
function chanceOfAtMost(most: number, trials: number, share: number): number {
  let [term, sum] = [trials * Math.log1p(-share), 0]
  for (let hits = 0; hits <= most; hits++) {
    sum += Math.exp(term)
    term += Math.log((trials - hits) / (hits + 1)) + Math.log(share) - Math.log1p(-share)
  }
  return sum
}

/**
 * The upper end of the one-sided exact interval: with 95 % confidence at most this share is wrong where `wrong` of `read` were. Of
 * several drawings each has its part of the doubt (Bonferroni).
 */
export function upperShare(wrong: number, read: number, drawings = 1): number {
  if (wrong >= read) return 1
  let [low, high] = [wrong / read, 1]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (chanceOfAtMost(wrong, read, middle) > doubt / drawings) low = middle
    else high = middle
  }
  return high
}

/** A stratum after reading. */
export interface ReadStratum {
  readonly risk: Risk
  readonly rows: number
  /** Rows read, and how many of them were wrong. */
  readonly read: number
  readonly wrong: number
  /** The same of the rows that count for the bound. */
  readonly even: number
  readonly evenWrong: number
}

/**
 * How many rows that were not found are wrong at most in the whole list, with 95 % confidence. `drawings`: how many samples of the
 * list were read, of which this may be the luckiest.
 */
export function wrongLeftAtMost(strata: readonly ReadStratum[], drawings = 1): number {
  const sum = (of: (stratum: ReadStratum) => number): number => strata.reduce((all, each) => all + of(each), 0)
  const unread = sum(({ rows, read }) => rows - read)
  const leastShare = Math.min(...strata.map(({ rows, even }) => even / rows))
  const [even, evenWrong] = [sum((each) => each.even), sum((each) => each.evenWrong)]
  const wrong = Math.floor((even * upperShare(evenWrong, even, drawings)) / leastShare + 1e-9)
  return Math.max(0, Math.min(unread, wrong - sum((each) => each.wrong)))
}

/** Strata in which nothing wrong was found: what is accepted unless the reader says otherwise. */
export const soundStrata = (strata: readonly ReadStratum[]): readonly Risk[] =>
  strata.filter(({ wrong }) => wrong === 0).map(({ risk }) => risk)

/** Row numbers, ascending, as text: the steps between them in base 36. */
export const packSteps = (rows: readonly number[]): string =>
  rows.map((row, at) => (row - (rows[at - 1] ?? 0)).toString(36)).join(' ')

export function unpackSteps(packed: string): readonly number[] {
  let row = 0
  return packed === '' ? [] : packed.split(' ').map((step) => (row += Number.parseInt(step, 36)))
}
