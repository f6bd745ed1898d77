// What a search asks of the index, worked out once: which grams each of its terms has, and which row ids begin with it. It says
// which segments may have hits, and of a segment which rows, and in which fields of them its terms may stand.
import { isCoarse, gramsOfTerm } from './grams.ts'
import { idPrefixOf, type SearchQuery, type SearchTerm } from './query.ts'
import { bitsIn, ROWS_PER_PIECE, type RowSet } from '../domain/work/row-set.ts'
import type { SearchField } from '../domain/vocabulary.ts'
import { TEXT_FIELDS } from '../store/rows/block-texts.ts'
import type { SearchIndex } from './search-index.ts'
import { BLOCKS_PER_SEGMENT, hashOfEntry, ROWS_PER_SEGMENT } from './segment.ts'
import { entryOf, type StoredList } from './pages.ts'
import type { Database } from '../store/file/environment.ts'
import { ROWS_PER_BLOCK, ROWS_PER_CHUNK } from '../store/rows/grouping.ts'
import { ordinalsOfIds } from '../store/rows/rows.ts'

/** Rows of a segment, a bit each. */
type RowBits = Uint32Array

const wordsPerSegment = ROWS_PER_SEGMENT / 32
const wordsPerChunk = ROWS_PER_CHUNK / 32
const segmentsPerPiece = ROWS_PER_PIECE / ROWS_PER_SEGMENT
const newBits = (): RowBits => new Uint32Array(wordsPerSegment)
const everyRow = 0xffff_ffff
const EVERY_ROW: RowBits = newBits().fill(everyRow)

/** Rows where a hit may be, and where each field (by its place in `TEXT_FIELDS`) is to be looked at. */
interface PossibleRows {
  readonly rows: RowBits
  readonly inField: readonly RowBits[]
}

export interface Candidates extends PossibleRows {
  /** What is said holds from the block that was asked for up to this one. */
  readonly end: number
  /** Rows that may have a translation; null: any. */
  readonly translated: RowBits | null
}

/** What a search needs while it goes on. To make it takes longer than most of its answers, so it is used again. */
interface Desk extends PossibleRows {
  readonly ofTerm: RowBits
  /** By field: what a list leaves of the rows goes into the one of the two where they are not. */
  readonly lists: readonly (readonly [RowBits, RowBits])[]
  readonly blocks: RowBits
  readonly translated: RowBits
}

const newDesk = (): Desk => ({
  rows: newBits(),
  inField: TEXT_FIELDS.map(newBits),
  ofTerm: newBits(),
  lists: TEXT_FIELDS.map(() => [newBits(), newBits()]),
  blocks: newBits(),
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
 * Of a list with more numbers than this only those for the next blocks are read, for mostly these have hits enough for a page: so
 * many as would do if the list said all, or if rows are as frequent as in the blocks before, and some more.
 */
const numbersToReadWhole = 256
const blocksAtLeast = 16
const someMore = 1.25
/** However few rows the blocks before had, so many times as many come next at most. */
const growthMost = 8

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
  /** Which part of all rows is asked for. */
  readonly #share: number
  readonly #desk = idleDesks.pop() ?? newDesk()
  /** Of the term that is looked at, by field: the rows that are left. */
  readonly #left = TEXT_FIELDS.map(() => EVERY_ROW)
  /** The blocks for which candidates were asked for last, and how many these were. */
  #blocks = 0
  #candidates = 0
  #hitsWanted = 0
  /** Rows of the segment that are asked for. */
  #asked = EVERY_ROW
  /** Rows of the segment that are looked at, from the block that was asked for to the end, or where a list was left. */
  #from = 0
  #end = ROWS_PER_SEGMENT

  constructor(index: SearchIndex, main: Database, { query: { terms }, fields, within }: Asked) {
    this.#index = index
    this.#within = within
    this.#share = within === undefined ? 1 : within.size / (index.lastOrdinal + 1)
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

  /** The first segment from `from` to `last` that may have hits; null: none. To be called in the same breath as `look`. */
  nextSegment(from: number, last: number): number | null {
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

  /**
   * The candidates of a block's segment from that block on, of as many blocks as should have the hits that are wanted. To be called
   * after `nextSegment`; good until it is called again.
   */
  candidatesFrom(block: number, hitsWanted: number): Candidates {
    const segment = Math.floor(block / BLOCKS_PER_SEGMENT)
    const { rows, inField, ofTerm } = this.#desk
    const stale = this.#index.staleChunks(segment)
    const first = segment * BLOCKS_PER_SEGMENT
    for (const bits of inField) bits.fill(0)
    if (stale === null) {
      rows.fill(everyRow)
      for (const field of this.#fields) inField[field]?.fill(everyRow)
      return { rows, inField, end: first + BLOCKS_PER_SEGMENT, translated: null }
    }
    this.#asked = this.#askedIn(segment)
    this.#hitsWanted = hitsWanted
    this.#from = (block - first) * ROWS_PER_BLOCK
    this.#end = ROWS_PER_SEGMENT
    let candidates = 0
    for (const [at, term] of this.#terms.sort(rarestFirst).entries()) {
      candidates = this.#narrow(segment, term, at === 0 ? rows : ofTerm)
      if (at > 0) candidates = this.#and(rows, ofTerm)
      if (candidates === 0) break
    }
    this.#candidates = candidates
    this.#blocks = (this.#end - this.#from) / ROWS_PER_BLOCK
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
    return { rows, inField, translated, end: block + this.#blocks }
  }

  #askedIn(segment: number): RowBits {
    const piece = this.#within?.piece(Math.floor(segment / segmentsPerPiece))
    const at = (segment % segmentsPerPiece) * wordsPerSegment
    return piece?.subarray(at, at + wordsPerSegment) ?? EVERY_ROW
  }

  /** Puts the rows into `into` where the term is in some field or begins the id; gives how many these are at most. */
  #narrow(segment: number, term: PlannedTerm, into: RowBits): number {
    const fields = this.#rowsWith(segment, term)
    const [from, to] = [this.#from / 32, this.#end / 32]
    into.fill(term.ofIds === null ? everyRow : 0, from, to)
    const ofIds = term.ofIds?.get(segment) ?? NO_ORDINALS
    for (const ordinal of ofIds) setBit(into, ordinal % ROWS_PER_SEGMENT)
    term.lately += term.ofIds === null ? ROWS_PER_SEGMENT : ofIds.length
    for (const field of fields) {
      const [inField, bits] = [this.#desk.inField[field] as RowBits, this.#left[field] as RowBits]
      for (let at = from; at < to; at++) {
        const word = bits[at] as number
        if (word === 0) continue
        into[at] = (into[at] as number) | word
        inField[at] = (inField[at] as number) | word
      }
    }
    return term.lately
  }

  /** The fields in which rows of the segment may have all grams; which rows these are is in `#left`. */
  #rowsWith(segment: number, term: PlannedTerm): readonly number[] {
    let fields = this.#fieldsWith(segment, term.entries)
    const counts = TEXT_FIELDS.map(() => ROWS_PER_SEGMENT)
    this.#left.fill(this.#asked)
    term.lately = fields.length * ROWS_PER_SEGMENT
    for (const planned of fields.length === 0 ? [] : term.grams.sort(rarestFirst)) {
      const found: number[] = []
      planned.lately = 0
      term.lately = 0
      this.#index.eachList(segment, planned.gram, (field, list) => {
        planned.lately += list.count
        const before = counts[field] as number
        if (!fields.includes(field)) return
        const rows = list.count <= numbersPerText * before ? this.#take(planned.gram, field, list, before) : before
        counts[field] = rows
        term.lately += rows
        if (rows > 0) found.push(field)
      })
      fields = found
      if (term.lately <= rowsNotWorthAList) break
    }
    return fields
  }

  /** Leaves the rows of a list; gives how many. `before`: how many there were at most. */
  #take(gram: number, field: number, list: StoredList, before: number): number {
    if (!list.isListed) return before
    const { blocks, lists } = this.#desk
    const [one, two] = lists[field] as readonly [RowBits, RowBits]
    const among = this.#left[field] as RowBits
    const into = among === one ? two : one
    this.#left[field] = into
    if (isCoarse(gram)) {
      blocks.fill(0, 0, BLOCKS_PER_SEGMENT / 32)
      list.readInto(blocks, { from: 0, end: BLOCKS_PER_SEGMENT, among: EVERY_ROW })
      return this.#andBlocks(into, among, blocks)
    }
    if (list.count > numbersToReadWhole) this.#endEarly(list.count)
    into.fill(0, this.#from / 32, this.#end / 32)
    return list.readInto(into, { from: this.#from, end: this.#end, among })
  }

  /** Of a list with so many numbers not all are looked at. */
  #endEarly(numbers: number): void {
    const perBlock = Math.min(
      (numbers * this.#share) / BLOCKS_PER_SEGMENT,
      this.#blocks === 0 ? numbers : this.#candidates / this.#blocks,
    )
    const most = growthMost * (this.#blocks === 0 ? BLOCKS_PER_SEGMENT : this.#blocks)
    const blocks = Math.max(blocksAtLeast, Math.min(most, Math.ceil((someMore * this.#hitsWanted) / perBlock)))
    this.#end = Math.min(this.#end, this.#from + blocks * ROWS_PER_BLOCK)
  }

  /** Leaves the rows that are in `other`, too; gives how many. */
  #and(bits: RowBits, other: RowBits): number {
    let count = 0
    for (let at = this.#from / 32; at < this.#end / 32; at++) {
      const word = (bits[at] as number) & (other[at] as number)
      bits[at] = word
      if (word !== 0) count += bitsIn(word)
    }
    return count
  }

  /** Puts rows of some blocks into `into`; gives how many. */
  #andBlocks(into: RowBits, rows: RowBits, blocks: RowBits): number {
    let count = 0
    for (let at = this.#from / 32; at < this.#end / 32; at++) {
      const block = at >>> 1
      const word = ((blocks[block >>> 5] as number) & (1 << (block & 31))) === 0 ? 0 : (rows[at] as number)
      into[at] = word
      if (word !== 0) count += bitsIn(word)
    }
    return count
  }
}

function setBit(bits: RowBits, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31))
}

const NO_ORDINALS: readonly number[] = []
const NO_ROWS: ReadonlyMap<number, readonly number[]> = new Map()

function rowsOfIds(main: Database, term: SearchTerm): PlannedTerm['ofIds'] {
  const prefix = idPrefixOf(term)
  if (prefix === null) return NO_ROWS
  const ordinals = ordinalsOfIds(main, prefix, idsMax)
  return ordinals === null ? null : Map.groupBy(ordinals, (ordinal) => Math.floor(ordinal / ROWS_PER_SEGMENT))
}
