// Finds rows by words seen on the screen (screen-words.ts). The index says which rows share the most grams with the words, rare grams
// counting for more; the texts of the best, and of rows that the index does not know yet, are then read and compared. Grams survive a
// slip and a cut, and know no language. At a million rows it takes some 60 ms of processor time, in turns.
import { NobodyWaits, type Turn } from '../base/turn.ts'
import { type BlockRows, eachText, newBlockRows, TEXT_FIELDS } from '../store/indexes.ts'
import { ROWS_PER_BLOCK } from '../store/rows.ts'
import { gramsOfTerm, isCoarse } from './grams.ts'
import { entryOf } from './pages.ts'
import { foldForSearch, parseSearch, quotedForSearch } from './query.ts'
import { ScreenWords, seenOf, type SeenPart } from './screen-words.ts'
import { type Searched, type SearchIndex } from './search-index.ts'
import { searchRows } from './search-rows.ts'
import { hashOfEntry, lengthClassOf, mayHaveAll, ROWS_PER_SEGMENT } from './segment.ts'

/** The rarest grams of the words are looked up, so that many words ask no more of the index than few. */
const gramsMax = 32
/** So many rows are read and compared. */
const readMax = 300
/** Rows that the index does not know yet, which are read, too. */
const staleMax = 1_000
/** Rows as many are compared letter by letter as take so many steps, some ten milliseconds. */
const stepsMax = 1_500_000
/** A gram counts by how rare it is: at most so much. */
const weightMax = 3

interface Gram {
  readonly gram: number
  readonly weight: number
}

/** The rarity of a gram is that in so many segments, spread over the store. */
const segmentsAsked = 8

/** The rarest grams of the words that some row has. Pages of the index are read, lists are not. */
async function gramsIn(index: SearchIndex, typed: string, rest: () => Promise<void>): Promise<readonly Gram[]> {
  const grams = [...new Set(gramsOfTerm(foldForSearch(typed)).filter((gram) => !isCoarse(gram)))]
  const counts = new Map<number, number>()
  const segments = Math.ceil((index.lastOrdinal + 1) / ROWS_PER_SEGMENT)
  const step = Math.ceil(segments / segmentsAsked)
  for (let segment = 0; segment < segments; segment += step) {
    for (const gram of grams) {
      index.eachList(segment, gram, (field, { count }) => {
        if (field < TEXT_FIELDS.length) counts.set(gram, (counts.get(gram) ?? 0) + step * count)
      })
    }
    await rest()
  }
  // One that is in none of them is hardly in another.
  return grams
    .map((gram) => ({ gram, count: counts.get(gram) ?? Infinity }))
    .sort((a, b) => (a.count === b.count ? 0 : a.count - b.count))
    .slice(0, gramsMax)
    .map(({ gram, count }) => ({
      gram,
      weight: Math.max(1, Math.min(weightMax, 1 + Math.floor(Math.log10((index.lastOrdinal + 1) / count)))),
    }))
}

/** For each field and row of a segment the weights of the grams in common: at most 255. */
const newCounts = (): Uint8Array => new Uint8Array(ROWS_PER_SEGMENT)
const counts = [newCounts(), newCounts(), newCounts()] as const

interface Found {
  readonly ordinal: number
  readonly count: number
}

/** A text twice as long as the words loses this part of the highest count, one four times as long twice as much, and so on. */
const lossOfDouble = 0.04
const classesOfDouble = 16

/** Keeps the rows with the highest counts; a long text has many grams by chance. */
class Best {
  rows: Found[] = []
  #least = 1
  readonly #loss: Float64Array

  /** `most`: the highest count that there may be; `length`: of the words. */
  constructor(most: number, length: number) {
    const own = lengthClassOf(length)
    const lossOf = (lengthClass: number): number =>
      (most * lossOfDouble * Math.max(0, lengthClass - own)) / classesOfDouble
    this.#loss = Float64Array.from({ length: 256 }, (_, lengthClass) => lossOf(lengthClass))
  }

  /** Takes the rows of a segment by their counts. Hot: each row of the store. */
  take(
    segment: number,
    [one, two, three]: readonly [Uint8Array, Uint8Array, Uint8Array],
    lengths: Uint8Array | null,
  ): void {
    for (let row = 0; row < ROWS_PER_SEGMENT; row++) {
      let count = Math.max(one[row] as number, two[row] as number, three[row] as number)
      if (count < this.#least) continue
      count -= this.#loss[lengths?.[row] ?? 0] as number
      if (count >= this.#least) this.rows.push({ ordinal: segment * ROWS_PER_SEGMENT + row, count })
    }
    if (this.rows.length <= readMax) return
    this.rows = this.rows.sort((a, b) => b.count - a.count || a.ordinal - b.ordinal).slice(0, readMax)
    this.#least = Math.max(1, this.rows.at(-1)?.count ?? 0)
  }
}

interface Candidate {
  readonly ordinal: number
  readonly texts: readonly SeenPart[]
  readonly missing: number
}

/** With more of the words' letters to change than this part, a text is another one. */
const unlikePart = 0.5

/** The ordinals of the rows whose texts are nearest to the words, the nearest first; of equal ones the first in the game. */
export async function rowsSeenAs(
  searched: Searched,
  typed: string,
  limit: number,
  turn: Turn,
): Promise<readonly number[]> {
  const { searchIndex: index } = searched
  const rest = async (): Promise<void> => {
    if (!turn.isOver) return
    await turn.next()
    index.look()
  }
  index.look()
  const words = new ScreenWords(typed)
  const grams = await gramsIn(index, typed, rest)
  const ordinals =
    grams.length > 0 ? await candidatesFor(index, words, grams, rest) : await shortWords(searched, typed, turn)
  const read: Candidate[] = []
  for (const [block, rows] of blocksOf(ordinals)) {
    for (const [place, marked] of textsIn(index, block, rows)) {
      const texts = marked.map((each) => words.nearestPart(seenOf(each)))
      const missing = Math.min(...texts.map((each) => words.piecesMissing(each)))
      read.push({ ordinal: block * ROWS_PER_BLOCK + place, texts, missing })
      await rest()
    }
  }
  const found: { readonly ordinal: number; readonly distance: number }[] = []
  const compare = async ({ ordinal, texts }: Candidate): Promise<void> => {
    let distance = Infinity
    for (const each of texts) {
      distance = Math.min(distance, words.distanceTo(each))
      await rest()
    }
    found.push({ ordinal, distance })
  }
  let steps = stepsMax
  let skipped: Candidate | null = null
  for (const row of read.sort((a, b) => a.missing - b.missing || a.ordinal - b.ordinal)) {
    const cost = row.texts.reduce((sum, { part }) => sum + part.length, 0) * words.length
    // A row takes at most half of the steps that are left, so that a few long ones do not take them all.
    if (cost > steps / 2) skipped ??= row
    else {
      steps -= cost
      await compare(row)
    }
  }
  if (skipped !== null) await compare(skipped)
  return found
    .filter(({ distance }) => distance <= 1 + unlikePart * words.length)
    .sort((a, b) => a.distance - b.distance || a.ordinal - b.ordinal)
    .slice(0, limit)
    .map(({ ordinal }) => ordinal)
}

/** The rows to read: the best by the index, and some that it does not know yet. */
async function candidatesFor(
  index: SearchIndex,
  words: ScreenWords,
  grams: readonly Gram[],
  rest: () => Promise<void>,
): Promise<ReadonlySet<number>> {
  const best = new Best(
    grams.reduce((sum, { weight }) => sum + weight, 0),
    words.length,
  )
  const stale: number[] = []
  for (let segment = 0; segment * ROWS_PER_SEGMENT <= index.lastOrdinal; segment++) {
    countIn(index, segment, grams)
    best.take(segment, counts, index.lengthsOf(segment))
    if (stale.length < staleMax) stale.push(...staleIn(index, segment, grams))
    await rest()
  }
  return new Set([...best.rows.map(({ ordinal }) => ordinal), ...stale.slice(0, staleMax)])
}

/** The rows of a segment that the index does not know as they are. With notes on a chunk, only where it may have half of the grams. */
function staleIn(index: SearchIndex, segment: number, grams: readonly Gram[]): readonly number[] {
  const hashes = grams.map(({ gram }) => TEXT_FIELDS.map((_, field) => hashOfEntry(entryOf(gram, field))))
  const mayHold = (filter: Uint8Array): boolean =>
    hashes.filter((ofFields) => ofFields.some((hash) => mayHaveAll(filter, [hash]))).length * 2 >= grams.length
  const first = segment * ROWS_PER_SEGMENT
  const rows = index.staleRows(segment, mayHold)
  const end = Math.min(ROWS_PER_SEGMENT, index.lastOrdinal + 1 - first)
  const stale: number[] = []
  for (let row = 0; row < end && stale.length < staleMax; row++)
    if (rows === null || ((rows[row >>> 5] as number) & (1 << (row & 31))) !== 0) stale.push(first + row)
  return stale
}

/** Words without three letters in a row have no grams of which the index lists rows: they are searched as they are. */
async function shortWords(searched: Searched, typed: string, turn: Turn): Promise<ReadonlySet<number>> {
  const query = parseSearch(quotedForSearch(typed.trim().replace(/\s+/g, ' ')), false)
  const found = new Set<number>()
  if (query === null) return found
  const fields = new Set(TEXT_FIELDS)
  const search = { query, fields, limit: readMax, state: 'all', source: 'all', updatedSinceMs: null, after: 0 } as const
  const left = new AbortController()
  const watching = {
    onHit: ({ ordinal }: { readonly ordinal: number }) => found.add(ordinal),
    onLookedAt: () => turn.isGone() && left.abort(),
  }
  const { wasCancelled } = await searchRows(searched, search, watching, left.signal)
  if (wasCancelled) throw new NobodyWaits()
  return found
}

/** The texts of rows in a block, as the game has them. */
function textsIn(index: SearchIndex, block: number, rows: BlockRows): ReadonlyMap<number, readonly string[]> {
  const texts = new Map<number, readonly string[]>()
  for (const field of TEXT_FIELDS)
    eachText[field](index.texts, block, rows, (place, bytes, start, end) => {
      texts.set(place, [...(texts.get(place) ?? []), bytes.toString('utf8', start, end)])
    })
  return texts
}

function countIn(index: SearchIndex, segment: number, grams: readonly Gram[]): void {
  for (const each of counts) each.fill(0)
  for (const { gram, weight } of grams) {
    index.eachList(segment, gram, (field, list) => {
      const into = counts[field]
      if (into !== undefined && list.isListed) list.countInto(into, weight)
    })
  }
}

function blocksOf(ordinals: Iterable<number>): Map<number, BlockRows> {
  const blocks = new Map<number, BlockRows>()
  for (const ordinal of ordinals) {
    const block = Math.floor(ordinal / ROWS_PER_BLOCK)
    const bits = blocks.get(block) ?? newBlockRows()
    const place = ordinal % ROWS_PER_BLOCK
    bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31))
    blocks.set(block, bits)
  }
  return blocks
}
