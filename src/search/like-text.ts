// A text, and the rows like it found so far. A sample of its grams, those with the least hashes, finds near texts, so
// that a long text asks no more of the index than a short one.
import { exampleLengthMax, nearTextsMax, twinTextsMax } from '../domain/limits.ts'
import { Compared, nearLengths, nearPercentMin } from '../domain/text/likeness.ts'
import { hasLetter, seenPieces, skeletonOf } from '../domain/text/skeleton.ts'
import { gramOfText, gramsOfTerm, isCoarse } from './grams.ts'
import { foldForSearch } from './query.ts'
import { lengthClassOf } from './segment.ts'

/** A text that is like another, by the best of the rows that have it. */
export interface LikeSource {
  readonly source: string
  readonly percent: number
  readonly ordinal: number
  /** The rank of that row's translation: the less, the better. */
  readonly rank: number
  /** The first row with this text. */
  readonly first: number
}

/** The rank of a row's translation; null: it has none that counts. */
export type RankOf = (ordinal: number) => number | null

const sampleMax = 32
/** This share of the sample is in every near text. */
const sharedPart = 1 / 2

const gramsOf = (text: string): ReadonlySet<number> =>
  new Set(seenPieces(text).flatMap((piece) => gramsOfTerm(foldForSearch(piece)).filter((gram) => !isCoarse(gram))))

export class LikeText {
  /** Null: the skeleton has no letters, so no text is like it. */
  readonly skeletonGram: number | null
  readonly skeletonClass: number
  /** The length classes of near skeletons. */
  readonly classes: { readonly from: number; readonly to: number }
  /** Empty: no text is near. The rarest of the segment before come first. */
  sample: readonly number[]
  /** The number of grams of the sample in a near text. */
  readonly shared: number
  readonly #text: string
  readonly #skeleton: string
  readonly #compared: Compared
  readonly #twins = new Map<string, LikeSource>()
  readonly #near = new Map<string, LikeSource>()
  #percentMin = nearPercentMin

  /** `seeksNear`: false for twins only. */
  constructor(text: string, seeksNear = true) {
    this.#text = text
    this.#skeleton = skeletonOf(text)
    this.#compared = new Compared(this.#skeleton)
    const { length } = this.#skeleton
    const { min, max } = nearLengths(length)
    this.skeletonGram = hasLetter(this.#skeleton) ? gramOfText(this.#skeleton) : null
    this.skeletonClass = lengthClassOf(length)
    this.classes = { from: lengthClassOf(min), to: lengthClassOf(max) }
    const isSought = seeksNear && this.skeletonGram !== null && max > length && length <= exampleLengthMax
    this.sample = isSought ? [...gramsOf(text)].sort((a, b) => a - b).slice(0, sampleMax) : []
    this.shared = Math.ceil(this.sample.length * sharedPart)
  }

  /** Compares a row. Rows must ascend. */
  offer(ordinal: number, source: string, skeleton: string, rankOf: RankOf): void {
    if (source === this.#text) return
    const isTwin = skeleton === this.#skeleton
    const found = isTwin ? this.#twins : this.#near
    const known = found.get(source)
    if (known === undefined && isTwin && found.size === twinTextsMax) return
    const percent = known?.percent ?? (isTwin ? 100 : this.#percentOf(source, skeleton))
    const rank = percent === null ? null : rankOf(ordinal)
    if (percent === null || rank === null) return
    if (known === undefined) found.set(source, { source, percent, ordinal, rank, first: ordinal })
    else if (rank < known.rank) found.set(source, { ...known, ordinal, rank })
    if (!isTwin && known === undefined) this.#keepNearest()
  }

  #percentOf(source: string, skeleton: string): number | null {
    if (this.sample.length === 0) return null
    const percent = this.#compared.percentTo(skeleton, this.#percentMin)
    return percent === null || !this.#sharesGrams(source) ? null : percent
  }

  #sharesGrams(source: string): boolean {
    const grams = gramsOf(source)
    return this.sample.filter((gram) => grams.has(gram)).length >= this.shared
  }

  /** A text with the percentage of the last one kept comes after that. */
  #keepNearest(): void {
    if (this.#near.size < nearTextsMax) return
    const nearest = this.near
    for (const { source } of nearest.slice(nearTextsMax)) this.#near.delete(source)
    this.#percentMin = (nearest[nearTextsMax - 1]?.percent ?? 0) + 1
  }

  /** The first ones of the game. */
  get twins(): readonly LikeSource[] {
    return [...this.#twins.values()]
  }

  /** Nearest first. */
  get near(): readonly LikeSource[] {
    return [...this.#near.values()].sort((a, b) => b.percent - a.percent || a.first - b.first)
  }
}
