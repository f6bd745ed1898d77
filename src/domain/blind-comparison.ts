// Blind comparisons: people choose between the texts of two models without knowing whose is whose.
import { sha256Hex } from '../base/bytes.ts'

/** Which of two texts a person found better; `equal`: neither. */
export const VERDICTS = ['first', 'second', 'equal'] as const
export type Verdict = (typeof VERDICTS)[number]

export interface BlindPair {
  readonly rowId: string
  readonly source: string
  /** The text of the first model, and that of the second. */
  readonly texts: readonly [string, string]
}

/** True for about half of the pairs: there the second model's text is shown first. */
export const isTurned = (comparisonId: number, place: number): boolean =>
  Number.parseInt(sha256Hex(`${comparisonId} ${place}`).slice(0, 2), 16) % 2 === 1

/** What a verdict about the texts as shown says about the first model and the second. */
export const seenAs = (shown: Verdict, turned: boolean): Verdict =>
  !turned || shown === 'equal' ? shown : shown === 'first' ? 'second' : 'first'

export interface Preference {
  /** Pairs in which each was better. */
  readonly first: number
  readonly second: number
  readonly equal: number
  /** With 95 % confidence, the share of the unequal pairs that the first model wins lies between these two numbers. */
  readonly interval: readonly [number, number]
}

/** Counts the pairs by verdict. A pair that several people judged counts once, for the model that more of them chose. */
export function preferenceByVerdicts(
  verdicts: readonly { readonly place: number; readonly verdict: Verdict }[],
): Preference {
  const leads = new Map<number, number>()
  const VALUES: Readonly<Record<Verdict, number>> = { first: 1, second: -1, equal: 0 }
  for (const { place, verdict } of verdicts) leads.set(place, (leads.get(place) ?? 0) + VALUES[verdict])
  const count = (sign: number): number => [...leads.values()].filter((lead) => Math.sign(lead) === sign).length
  const [first, second] = [count(1), count(-1)]
  return { first, second, equal: count(0), interval: wilsonInterval(first, first + second) }
}

/** 95 % of a normal distribution lie within so many standard deviations of its mean. */
const z95 = 1.959963984540054

/** Wilson's interval: with 95 % confidence the true share of wins lies between its two numbers. */
export function wilsonInterval(wins: number, trials: number): readonly [number, number] {
  if (trials === 0) return [0, 1]
  const share = wins / trials
  const square = z95 ** 2
  const middle = (share + square / (2 * trials)) / (1 + square / trials)
  const half = (z95 / (1 + square / trials)) * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials ** 2))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}
