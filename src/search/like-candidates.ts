// Finds rows that may be like a text, by the search index: rows that share the grams with the least hashes, and rows with the
// same skeleton. It also keeps the like ones found so far.
import { exampleLengthMax, nearTextsMax, twinTextsMax } from '../domain/limits.ts'
import { Compared, nearLengths, nearPercentMin } from '../domain/text/likeness.ts'
import { hasLetter, seenPieces, skeletonOf } from '../domain/text/skeleton.ts'
import { TEXT_FIELDS } from '../store/indexes.ts'
import { gramOfText, gramsOfTerm, isCoarse } from './grams.ts'
import { entryOf, SKELETON_FIELD, type StoredList } from './pages.ts'
import { foldForSearch } from './query.ts'
import type { SearchIndex } from './search-index.ts'
import { EVERY_ROW, hashOfEntry, lengthClassOf, newRowBits, type RowBits, ROWS_PER_SEGMENT } from './segment.ts'

/**
 * A text that is like another, by the best of the rows that have it. Once there are `twinTextsMax` twins, rows of later segments are not
 * looked at, although one of them may have a better translation of a twin.
 */
export interface LikeSource {
  readonly source: string
  readonly percent: number
  readonly ordinal: number
  /** The rank of that row's translation: the less, the better. */
  readonly rank: number
  /** The ordinal of the first row with this text. */
  readonly first: number
}

/** The rank of a row's translation; null: it has none that counts. */
export type RankOf = (ordinal: number) => number | null

const sampleMax = 32
/** A near text has at least this share of the sample. */
const sharedPart = 1 / 2

const gramsOf = (text: string): ReadonlySet<number> =>
  new Set(seenPieces(text).flatMap((piece) => gramsOfTerm(foldForSearch(piece)).filter((gram) => !isCoarse(gram))))

/**
 * A text, and the rows like it found so far. A sample of its grams, those with the least hashes, finds near texts, so
 * that a long text asks no more of the index than a short one.
 */
export class LikeText {
  /** The gram of the text's skeleton. Null: that has no letters, so no text is like it. */
  readonly skeletonGram: number | null
  readonly skeletonClass: number
  /** The length classes that skeletons of near texts may have. */
  readonly classes: { readonly from: number; readonly to: number }
  /** The grams of the sample, those first that were rarest in the segment before. Empty: no text is near. */
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

  /** Compares a row's text with this one. Rows must ascend. */
  offer(ordinal: number, source: string, skeleton: string, rankOf: RankOf): void {
    if (source === this.#text) return
    const isTwin = skeleton === this.#skeleton
    const found = isTwin ? this.#twins : this.#near
    const known = found.get(source)
    if (known === undefined && isTwin && this.hasAllTwins) return
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

  /** Keeps the nearest texts. Of texts with the same percentage the earlier ones stay. */
  #keepNearest(): void {
    if (this.#near.size < nearTextsMax) return
    const nearest = this.near
    for (const { source } of nearest.slice(nearTextsMax)) this.#near.delete(source)
    this.#percentMin = (nearest[nearTextsMax - 1]?.percent ?? 0) + 1
  }

  /** True: no other text becomes a twin. */
  get hasAllTwins(): boolean {
    return this.#twins.size === twinTextsMax
  }

  /** The twins found, the first ones of the game. */
  get twins(): readonly LikeSource[] {
    return [...this.#twins.values()]
  }

  /** The near texts found, the nearest first. */
  get near(): readonly LikeSource[] {
    return [...this.#near.values()].sort((a, b) => b.percent - a.percent || a.first - b.first)
  }
}

// The rows of a segment that may be like a text, by the search index. The commonest quarter of the sample's grams is
// not looked up: a row with `shared` grams of the sample has at least `shared - left` of the others, where `left` is
// the number left out. Hot: up to 24 lists of each segment.

const sourceField = TEXT_FIELDS.indexOf('source')
/** For each row of a segment the number of grams in common: fewer than 128. */
const counts = new Uint8Array(ROWS_PER_SEGMENT)
const countsInFours = new Uint32Array(counts.buffer)
const [oneEach, highestEach] = [0x0101_0101, 0x8080_8080]

type Lists = Pick<SearchIndex, 'mayHaveAll' | 'eachList' | 'lengthsOf'>

/** A game of 1.18 million rows has so many segments; with more of them an answer would take longer and longer. */
const nearSegmentsMax = 36

/** The segments of the index in which near texts are looked for: those with most grams of the sample, of equal ones the first. */
export function segmentsOfNear(
  lists: Pick<Lists, 'mayHaveAll' | 'lengthsOf'>,
  segments: number,
  { sample, shared }: Pick<LikeText, 'sample' | 'shared'>,
): ReadonlySet<number> {
  const hashes = sample.map((gram) => [hashOfEntry(entryOf(gram, sourceField))])
  const likely: { readonly segment: number; readonly grams: number }[] = []
  for (let segment = 0; segment < segments; segment++) {
    if (lists.lengthsOf(segment) === null) continue
    const grams = hashes.filter((hash) => lists.mayHaveAll(segment, hash)).length
    if (grams > 0 && grams >= shared) likely.push({ segment, grams })
  }
  likely.sort((a, b) => b.grams - a.grams || a.segment - b.segment)
  return new Set(likely.slice(0, nearSegmentsMax).map(({ segment }) => segment))
}

/** Sets the bits of the candidates among these rows; `into` must be empty. `seeksNear`: false for twins only. */
export function candidatesIn(
  lists: Lists,
  segment: number,
  like: LikeText,
  rows: RowBits,
  into: RowBits,
  seeksNear: boolean,
): void {
  const lengths = lists.lengthsOf(segment)
  if (lengths === null || like.skeletonGram === null) return
  const { skeletonClass, classes } = like
  const add = (row: number): void => {
    into[row >>> 5] = (into[row >>> 5] as number) | ((rows[row >>> 5] as number) & (1 << (row & 31)))
  }
  // A family may have a hundredth of all rows, most of them in segments behind the last twin that is kept.
  if (!like.hasAllTwins)
    visitList(lists, segment, like.skeletonGram, SKELETON_FIELD, (list) => {
      if (list.isListed) list.readInto(into, { from: 0, end: ROWS_PER_SEGMENT, among: rows })
      else eachWithCount(0, (row) => lengths[row] === skeletonClass && add(row))
    })
  if (!seeksNear) return
  const enough = countSample(lists, segment, like)
  eachWithCount(enough, (row) => {
    const length = lengths[row] as number
    if (length >= classes.from && length <= classes.to) add(row)
  })
}

/** Counts the grams of the sample in each row; returns how many a near row must have. */
function countSample(lists: Lists, segment: number, like: LikeText): number {
  const { sample, shared } = like
  const wanted = sample.length - (shared >> 1)
  const lengths = new Map<number, number>()
  let known = 0
  counts.fill(0)
  for (const gram of sample) {
    if (known === wanted) break
    lengths.set(gram, 0)
    known++
    visitList(lists, segment, gram, sourceField, (list) => {
      lengths.set(gram, list.count)
      if (list.isListed) list.countInto(counts)
      else known--
    })
  }
  const rarestFirst = [...lengths.keys()].sort((a, b) => (lengths.get(a) as number) - (lengths.get(b) as number))
  like.sample = [...rarestFirst, ...sample.slice(lengths.size)]
  return Math.max(0, shared - (sample.length - known))
}

function visitList(
  lists: Lists,
  segment: number,
  gram: number,
  field: number,
  visit: (list: StoredList) => void,
): void {
  if (!lists.mayHaveAll(segment, [hashOfEntry(entryOf(gram, field))])) return
  lists.eachList(segment, gram, (found, list) => {
    if (found === field) visit(list)
  })
}

/** Calls back with each row that has at least this count; four rows are looked at in one step. */
function eachWithCount(least: number, visit: (row: number) => void): void {
  const toHighest = (0x80 - least) * oneEach
  for (let four = 0; four < countsInFours.length; four++) {
    let reached = ((countsInFours[four] as number) + toHighest) & highestEach
    for (; reached !== 0; reached &= reached - 1) visit(four * 4 + ((31 - Math.clz32(reached & -reached)) >>> 3))
  }
}

// Rows with a given skeleton (domain/text/skeleton.ts), translated or not, as the search index has them. A row that it names may have
// another skeleton: two can share a list, and sources change. Call `look` of the index first.

const found = newRowBits()

/** The rows that may have this skeleton, ascending, from `first` on. */
export function* rowsOfSkeleton(index: SearchIndex, skeleton: string, first = 0): Generator<number> {
  const last = index.lastOrdinal
  for (let segment = Math.floor(first / ROWS_PER_SEGMENT); segment * ROWS_PER_SEGMENT <= last; segment++) {
    for (const row of rowsIn(index, segment, skeleton)) {
      const ordinal = segment * ROWS_PER_SEGMENT + row
      if (ordinal >= first) yield ordinal
    }
  }
}

const countsKeptMax = 20_000
/** The counts of skeletons, kept while the lists stay: two of three rows that a claim looks at were there for the claim before. */
const keptCounts = new WeakMap<object, Map<string, number>>()

/** About how many rows have the skeleton: those of another one in the same list count, too. */
export function countOfSkeleton(index: SearchIndex, skeleton: string): number {
  if (index.state === null || !hasLetter(skeleton)) return 0
  const kept = keptCounts.get(index.state) ?? new Map<string, number>()
  keptCounts.set(index.state, kept)
  if (kept.size >= countsKeptMax) kept.clear()
  const known = kept.get(skeleton)
  if (known !== undefined) return known
  const count = countInLists(index, skeleton)
  kept.set(skeleton, count)
  return count
}

function countInLists(index: SearchIndex, skeleton: string): number {
  let count = 0
  const gram = gramOfText(skeleton)
  for (let segment = 0; segment * ROWS_PER_SEGMENT <= index.lastOrdinal; segment++) {
    visitList(index, segment, gram, SKELETON_FIELD, (list) => (count += list.count))
  }
  return count
}

function rowsIn(index: SearchIndex, segment: number, skeleton: string): readonly number[] {
  const lengths = index.lengthsOf(segment)
  if (lengths === null || !hasLetter(skeleton)) return []
  const rows: number[] = []
  const wanted = lengthClassOf(skeleton.length)
  const add = (row: number): void => void (lengths[row] === wanted && rows.push(row))
  visitList(index, segment, gramOfText(skeleton), SKELETON_FIELD, (list) => {
    if (!list.isListed) return lengths.forEach((_, row) => add(row))
    list.readInto(found.fill(0), { from: 0, end: ROWS_PER_SEGMENT, among: EVERY_ROW })
    for (let at = 0; at < found.length; at++) {
      for (let bits = found[at] as number; bits !== 0; bits &= bits - 1) add(at * 32 + 31 - Math.clz32(bits & -bits))
    }
  })
  return rows
}
