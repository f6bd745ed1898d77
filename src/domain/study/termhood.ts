// How likely a candidate is a term: its signs, and how well the texts of its rows agree in the reference and the translation.
import type { Candidate } from './candidates.ts'

interface Agreements {
  /** The share of texts that have what the row of the name alone has, in the reference or the translation; null: not known. */
  readonly withLabel: number | null
  /** How well one word of the texts goes with the name, from 0 to 1; null: there are no texts. */
  readonly fit: number | null
}

/** Names below are left out. Chosen on a game's names (docs/text-gate.md#names-that-are-no-terms-yet). */
export const strengthMin = 0.6

/** Without the texts, to choose which candidates' texts are read. */
export const mayBeTerm = (candidate: Candidate): boolean =>
  strengthOf(candidate, { withLabel: 1, fit: 1 }) >= strengthMin

export function strengthOf({ signs, words, capital, small }: Candidate, { withLabel, fit }: Agreements): number {
  const capitals = signs.capitals === 0 ? 0 : capital / Math.max(1, capital + small)
  const ofRow =
    signs.row === 0 ? 0 : withLabel === null ? (words > 1 ? 0.9 : 0.8) : 0.5 + 2.1 * Math.max(0, withLabel - 0.3)
  const ofMarks = Math.min(0.5, 0.25 * signs.colour) + Math.min(0.3, 0.15 * signs.quotation)
  const signed = ofRow + (capitals >= 0.6 ? 1.2 * capitals : 0) + ofMarks
  return signed === 0 ? 0 : (signed + (words > 1 ? 0.4 : 0)) * (fit === null ? 0.8 : 0.4 + 0.6 * fit)
}

export const scoreOf = (candidate: Candidate, strength: number): number => strength * Math.log2(1 + candidate.texts)
