// What a search asks of the index, worked out once: which grams each of its terms has, and which row ids begin with it. It says
// which segments may have hits, and of a segment which rows, and in which fields of them its terms may stand.
import { isCoarse, gramsOfTerm } from '../../domain/search/grams.ts'
import { idPrefixOf, type SearchQuery, type SearchTerm } from '../../domain/search/search-query.ts'
import { bitsIn, ROWS_PER_PIECE, type RowSet } from '../../domain/work/row-set.ts'
import type { SearchField } from '../../domain/vocabulary.ts'
import { TEXT_FIELDS, wordsPerBlock } from '../../store/derived/block-texts.ts'
import { hashOfEntry } from '../../store/derived/entry-filter.ts'
import type { SearchIndex } from '../../store/derived/search-index.ts'
import { BLOCKS_PER_SEGMENT, ROWS_PER_SEGMENT } from '../../store/derived/segment.ts'
import { entryOf, type StoredList } from '../../store/derived/segment-page.ts'
import type { Database } from '../../store/file/environment.ts'
import { ROWS_PER_BLOCK, ROWS_PER_CHUNK } from '../../store/rows/grouping.ts'
import { ordinalsOfIds } from '../../store/rows/rows.ts'

/** Rows of a segment, a bit each. */
type RowBits = Uint32Array

const wordsPerSegment = ROWS_PER_SEGMENT / 32
const wordsPerChunk = ROWS_PER_CHUNK / 32
const segmentsPerPiece = ROWS_PER_PIECE / ROWS_PER_SEGMENT
const newBits = (): RowBits => new Uint32Array(wordsPerSegment)

/** Rows where a hit may be, and where each field (by its place in `TEXT_FIELDS`) is to be looked at. */
interface PossibleRows {
  readonly rows: RowBits
  readonly inField: readonly RowBits[]
}

export interface Candidates extends PossibleRows {
  /** What is said holds for blocks before this one. */
  readonly end: number
  /** Rows that may have a translation; null: any. */
  readonly translated: RowBits | null
}

/** What a search needs while it goes on. To make it takes longer than most of its answers, so it is used again. */
interface Desk extends PossibleRows {
  readonly ofTerm: RowBits
  /** Of the term that is looked at, by field. */
  readonly left: readonly RowBits[]
  readonly list: RowBits
  readonly translated: RowBits
}

const deskBits = (): RowBits[] => TEXT_FIELDS.map(newBits)
const newDesk = (): Desk => ({
  rows: newBits(),
  inField: deskBits(),
  ofTerm: newBits(),
  left: deskBits(),
  list: newBits(),
  translated: newBits(),
})
const idleDesks: Desk[] = []
const idleDesksMost = 16

/** More rows whose ids begin with a term are not looked up: then every row may be one. */
const idsMax = 10_000

/** A list with this many numbers takes as long to read as the text of a row. */
const numbersPerText = 300

/** With so few rows left, looking at them takes no longer than looking for the next list. */
const rowsNotWorthAList = 2

/**
 * Of a list with more numbers than this only those for the next blocks are read, for mostly these have hits enough for a page: 16
 * blocks where every row is asked for, and more the fewer are. If they have not, the next piece is `growth` times as long.
 */
const numbersToReadWhole = 256
const blocksForAPage = 16
const growth = 4

/** What is rare in one segment mostly is in the next: it is looked for first there. */
interface Rarity {
  /** Rows that had it in the segment where it was looked for last. */
  lately: number
}
const rarestFirst = (a: Rarity, b: Rarity): number => a.lately - b.lately

interface PlannedGram extends Rarity {
  readonly gram: number
}

interface PlannedTerm extends Rarity {
  readonly grams: PlannedGram[]
  /** What a field must have, by field, as hashes of the entries. */
  readonly entries: readonly (readonly number[])[]
  /** Rows of the store whose ids begin so, by segment; null: any. */
  readonly ofIds: ReadonlyMap<number, readonly number[]> | null
}

interface Asked {
  readonly query: SearchQuery
  readonly fields: ReadonlySet<SearchField>
  /** Only these rows; absent: all of them. */
  readonly within?: RowSet
}

export class SearchPlan {
  readonly #index: SearchIndex
  readonly #fields: readonly number[]
  readonly #terms: PlannedTerm[]
  readonly #within: RowSet | undefined
  readonly #blocksAtFirst: number
  readonly #desk = idleDesks.pop() ?? newDesk()
  /** Where candidates were asked for last, and for how many blocks. */
  #segment = -1
  #blocks = 0
  /** Rows of the segment from here on were not read of every list. */
  #rowEnd = 0
  #isWhole = true

  constructor(index: SearchIndex, main: Database, { query: { terms }, fields, within }: Asked) {
    this.#index = index
    this.#within = within
    const share = within === undefined ? 1 : within.size / (index.lastOrdinal + 1)
    this.#blocksAtFirst = Math.min(BLOCKS_PER_SEGMENT, Math.ceil(blocksForAPage / share))
    this.#fields = TEXT_FIELDS.flatMap((field, number) => (fields.has(field) ? [number] : []))
    this.#terms = terms.map((term) => {
      const grams = [...new Set(term.pieces.flatMap(gramsOfTerm))]
      return {
        grams: grams.map((gram) => ({ gram, lately: 0 })),
        entries: TEXT_FIELDS.map((_, field) => grams.map((gram) => hashOfEntry(entryOf(gram, field)))),
        lately: 0,
        ofIds: fields.has('id') ? rowsOfIds(main, term) : NO_ROWS,
      }
    })
  }

  /** To be called once at the end: nothing is asked any more, and no candidates are looked at. */
  leave(): void {
    if (idleDesks.length < idleDesksMost) idleDesks.push(this.#desk)
  }

  /** The first segment from `from` to `last` that may have hits; null: none. */
  nextSegment(from: number, last: number): number | null {
    this.#index.look()
    for (let segment = from; segment <= last; segment++) if (this.#mayHaveHits(segment)) return segment
    return null
  }

  #mayHaveHits(segment: number): boolean {
    const within = this.#within
    if (within !== undefined && within.piece(Math.floor(segment / segmentsPerPiece)) === undefined) return false
    if (this.#index.staleChunks(segment)?.length !== 0) return true
    for (const { entries, ofIds } of this.#terms) {
      if (ofIds === null || ofIds.has(segment)) continue
      let isSomewhere = false
      for (const field of this.#fields) {
        isSomewhere = this.#index.mayHaveAll(segment, entries[field] as readonly number[])
        if (isSomewhere) break
      }
      if (!isSomewhere) return false
    }
    return true
  }

  /** Fields of a segment that may have the entries. */
  #fieldsWith(segment: number, entries: PlannedTerm['entries']): readonly number[] {
    return this.#fields.filter((field) => this.#index.mayHaveAll(segment, entries[field] ?? []))
  }

  /** The candidates of a block's segment from that block on. To be called after `nextSegment`; good until it is called again. */
  candidatesFrom(block: number): Candidates {
    const segment = Math.floor(block / BLOCKS_PER_SEGMENT)
    const { rows, inField } = this.#desk
    const stale = this.#index.staleChunks(segment)
    const [first, last] = [segment * BLOCKS_PER_SEGMENT, (segment + 1) * BLOCKS_PER_SEGMENT]
    rows.fill(everyRow)
    for (const bits of inField) bits.fill(0)
    if (stale === null) {
      for (const field of this.#fields) inField[field]?.fill(everyRow)
      return { rows, inField, end: last, translated: null }
    }
    this.#blocks = segment === this.#segment ? this.#blocks * growth : this.#blocksAtFirst
    this.#segment = segment
    this.#rowEnd = (block + this.#blocks - first) * ROWS_PER_BLOCK
    this.#isWhole = true
    let isFirst = true
    for (const term of this.#terms.sort(rarestFirst)) {
      if (this.#narrow(segment, term, isFirst) === 0) break
      isFirst = false
    }
    let translated = this.#index.translatedRows(segment)
    if (translated !== null && stale.length > 0) {
      this.#desk.translated.set(translated)
      translated = this.#desk.translated
    }
    for (const chunk of stale) {
      const from = (chunk * wordsPerChunk) % wordsPerSegment
      for (const bits of [rows, translated, ...this.#fields.map((field) => inField[field])]) {
        bits?.fill(everyRow, from, from + wordsPerChunk)
      }
    }
    return { rows, inField, translated, end: this.#isWhole ? last : Math.min(last, block + this.#blocks) }
  }

  /** The term must be in some field or begin an id. Gives how many rows are left. The first term finds all of them set. */
  #narrow(segment: number, term: PlannedTerm, isFirst: boolean): number {
    const { rows, inField, ofTerm, left } = this.#desk
    ofTerm.fill(term.ofIds === null ? everyRow : 0)
    for (const ordinal of term.ofIds?.get(segment) ?? []) setBit(ofTerm, ordinal % ROWS_PER_SEGMENT)
    for (const field of this.#rowsWith(segment, term)) {
      orBoth(inField[field] as RowBits, ofTerm, left[field] as RowBits)
    }
    term.lately = countOf(ofTerm)
    if (!isFirst) return and(rows, ofTerm)
    rows.set(ofTerm)
    return term.lately
  }

  /** The fields in which rows of the segment may have all grams; which rows these are is in `left`. */
  #rowsWith(segment: number, { grams, entries }: PlannedTerm): readonly number[] {
    let fields = this.#fieldsWith(segment, entries)
    const counts = TEXT_FIELDS.map(() => ROWS_PER_SEGMENT)
    if (grams.length === 0) for (const field of fields) this.#desk.left[field]?.fill(everyRow)
    for (const planned of fields.length === 0 ? [] : grams.sort(rarestFirst)) {
      const found: number[] = []
      let rows = 0
      planned.lately = 0
      this.#index.eachList(segment, planned.gram, (field, list) => {
        planned.lately += list.count
        const before = counts[field] as number
        if (!fields.includes(field)) return
        if (list.count <= numbersPerText * before) counts[field] = this.#take(planned.gram, field, list, before)
        rows += counts[field] as number
        if (counts[field] !== 0) found.push(field)
      })
      fields = found
      if (rows <= rowsNotWorthAList) break
    }
    return fields
  }

  /** Leaves the rows of a list; gives how many. `before`: how many there were, all of them at first. */
  #take(gram: number, field: number, list: StoredList, before: number): number {
    const left = this.#desk.left[field] as RowBits
    const isFirst = before === ROWS_PER_SEGMENT
    const isFine = !isCoarse(gram)
    if (!list.isListed) {
      if (isFirst) left.fill(everyRow)
      return before
    }
    const into = isFirst && isFine ? left : this.#desk.list
    into.fill(0)
    const isLong = isFine && list.count > numbersToReadWhole && this.#rowEnd < ROWS_PER_SEGMENT
    if (isLong) this.#isWhole = false
    list.readInto(into, isLong ? this.#rowEnd : ROWS_PER_SEGMENT)
    if (isFirst && isFine) return isLong ? countOf(left) : list.count
    if (isFine) return and(left, into)
    if (isFirst) left.fill(everyRow)
    return andBlocks(left, into)
  }
}

const everyRow = 0xffff_ffff

function setBit(bits: RowBits, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31))
}

/** Sets bits in two others. Most words have none. */
function orBoth(one: RowBits, two: RowBits, bits: RowBits): void {
  for (let at = 0; at < wordsPerSegment; at++) {
    const word = bits[at] as number
    if (word === 0) continue
    one[at] = (one[at] as number) | word
    two[at] = (two[at] as number) | word
  }
}

function countOf(bits: RowBits): number {
  let count = 0
  for (let at = 0; at < wordsPerSegment; at++) {
    const word = bits[at] as number
    if (word !== 0) count += bitsIn(word)
  }
  return count
}

/** Gives how many are left. */
function and(bits: RowBits, other: RowBits): number {
  let count = 0
  for (let at = 0; at < wordsPerSegment; at++) {
    const word = (bits[at] as number) & (other[at] as number)
    bits[at] = word
    if (word !== 0) count += bitsIn(word)
  }
  return count
}

/** As `and`, of bits that stand for whole blocks. */
function andBlocks(bits: RowBits, blocks: Uint32Array): number {
  for (let block = 0; block < BLOCKS_PER_SEGMENT; block++) {
    if (((blocks[block >>> 5] as number) & (1 << (block & 31))) !== 0) continue
    bits.fill(0, block * wordsPerBlock, (block + 1) * wordsPerBlock)
  }
  return countOf(bits)
}

const NO_ROWS: ReadonlyMap<number, readonly number[]> = new Map()

function rowsOfIds(main: Database, term: SearchTerm): PlannedTerm['ofIds'] {
  const prefix = idPrefixOf(term)
  if (prefix === null) return NO_ROWS
  const ordinals = ordinalsOfIds(main, prefix, idsMax)
  return ordinals === null ? null : Map.groupBy(ordinals, (ordinal) => Math.floor(ordinal / ROWS_PER_SEGMENT))
}
