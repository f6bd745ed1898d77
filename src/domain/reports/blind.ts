// Blind comparisons: people choose between the texts of two models without knowing whose is whose.
import { sha256Hex } from '../../base/bytes.ts'
import { signTest, wilsonInterval } from './sign-test.ts'

/** `equal`: neither is better. */
export const VERDICTS = ['first', 'second', 'equal'] as const
export type Verdict = (typeof VERDICTS)[number]

export interface BlindPair {
  readonly rowId: string
  readonly source: string
  /** By the first model and the second. */
  readonly texts: readonly [string, string]
}

/** True for about half of the places: the second model's text is shown first. */
export const isTurned = (comparisonId: number, place: number): boolean =>
  Number.parseInt(sha256Hex(`${comparisonId} ${place}`).slice(0, 2), 16) % 2 === 1

/** What a choice between the texts as shown says of the models. */
export const seenAs = (shown: Verdict, turned: boolean): Verdict =>
  !turned || shown === 'equal' ? shown : shown === 'first' ? 'second' : 'first'

export interface Preference {
  /** Pairs in which each was better. */
  readonly first: number
  readonly second: number
  readonly equal: number
  /** Of a sign test. */
  readonly p_value: number
  /** The first one's share of the unequal pairs, with 95 % confidence. */
  readonly interval: readonly [number, number]
}

export const preferenceOf = (first: number, second: number, equal: number): Preference => ({
  first,
  second,
  equal,
  p_value: signTest(first, second),
  interval: wilsonInterval(first, first + second),
})

/** A pair that several people judged counts once, for the model that more of them chose. */
export function preferenceByVerdicts(
  verdicts: readonly { readonly place: number; readonly verdict: Verdict }[],
): Preference {
  const leads = new Map<number, number>()
  const VALUES: Readonly<Record<Verdict, number>> = { first: 1, second: -1, equal: 0 }
  for (const { place, verdict } of verdicts) leads.set(place, (leads.get(place) ?? 0) + VALUES[verdict])
  const count = (sign: number): number => [...leads.values()].filter((lead) => Math.sign(lead) === sign).length
  return preferenceOf(count(1), count(-1), count(0))
}
