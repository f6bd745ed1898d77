// The pages of a segment of the search index: lists of rows or blocks (lists.ts), each after its entry's number. The lists are one
// stream cut into pages, so a list may continue in the next page.
import { isCoarse } from './grams.ts'
import { TEXT_FIELDS } from '../store/indexes.ts'
import { countList, listBytes, readList, type Wanted, writeList } from './lists.ts'
import {
  BLOCK_BITS,
  fieldBits,
  filterOf,
  pageBytesMost,
  ROW_BITS,
  ROWS_PER_SEGMENT,
  type SegmentPages,
} from './segment.ts'

/** The field of skeletons, behind those of texts. */
export const SKELETON_FIELD = TEXT_FIELDS.length

/** The two numbers before a list take at most these bytes. */
const headBytesMost = 10

const widthOf = (gram: number): number => (isCoarse(gram) ? BLOCK_BITS : ROW_BITS)

/** Three neighbouring characters that occur in more rows of a segment get no list: a search takes every row for a candidate. */
const listedRowsMost = ROWS_PER_SEGMENT / 5
const isListedGram = (gram: number, count: number): boolean => isCoarse(gram) || count <= listedRowsMost

export const entriesOf = (gram: number): { readonly first: number; readonly last: number } => ({
  first: gram << fieldBits,
  last: ((gram + 1) << fieldBits) - 1,
})

export const entryOf = (gram: number, field: number): number => (gram << fieldBits) | field

/** A list in a page, good until the next read. */
export class StoredList {
  /** The number of rows, or of blocks for a coarse gram (grams.ts). */
  readonly count: number
  /** False: every row may have the gram. */
  readonly isListed: boolean
  readonly #page: Uint8Array
  readonly #at: number
  readonly #width: number

  constructor(page: Uint8Array, at: number, count: number, gram: number) {
    this.#page = page
    this.#at = at
    this.#width = widthOf(gram)
    this.count = count
    this.isListed = isListedGram(gram, count)
  }

  /** Adds 1 to the count of each row. */
  countInto(counts: Uint8Array): void {
    countList(this.#page, { at: this.#at, count: this.count, width: this.#width }, counts)
  }

  readInto(bits: Uint32Array, wanted: Wanted): number {
    return readList(this.#page, { at: this.#at, count: this.count, width: this.#width }, bits, wanted)
  }
}

type NextPage = () => Uint8Array | undefined

/** Room for the end of one page and all of the next, for a list in both. */
const both = new Uint8Array(2 * pageBytesMost)

/** Copies both pages one by one, because reading the second may overwrite the first; returns their length. */
function join(page: Uint8Array, at: number, end: number, nextPage: NextPage): number {
  both.set(page.subarray(at, end))
  const next = nextPage()
  if (next === undefined) return end - at
  both.set(next.subarray(0, next.length), end - at)
  return end - at + next.length
}

function numberAt(page: Uint8Array, at: number): number {
  let value = page[at] as number
  if (value < 0x80) return value
  value &= 0x7f
  for (let shift = 7, from = at + 1; ; shift += 7, from++) {
    const byte = page[from] as number
    value |= (byte & 0x7f) << shift
    if (byte < 0x80) return value
  }
}
const bytesOfNumber = (value: number): number =>
  value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5

/** Calls back with each field's list, starting at a place before them. Hot: it passes some hundred others. */
export function eachListOf(
  place: { readonly page: Uint8Array; readonly at: number; readonly entry: number },
  nextPage: NextPage,
  wanted: number,
  visit: (field: number, list: StoredList) => void,
): void {
  const { first, last } = entriesOf(wanted)
  let { page, at, entry } = place
  let end = page.length
  let isLast = false
  for (let isFirst = true; ; isFirst = false) {
    if (end - at < headBytesMost && !isLast) {
      const rest = end - at
      end = join(page, at, end, nextPage)
      isLast = end === rest
      page = both
      at = 0
    }
    if (at >= end) return
    const step = numberAt(page, at)
    at += bytesOfNumber(step)
    if (!isFirst) entry += step
    if (entry > last) return
    const count = numberAt(page, at)
    at += bytesOfNumber(count)
    const gram = entry >>> fieldBits
    const bytes = isListedGram(gram, count) ? listBytes(count, widthOf(gram)) : 0
    if (at + bytes > end) {
      end = join(page, at, end, nextPage)
      page = both
      at = 0
    }
    if (entry >= first) visit(entry - first, new StoredList(page, at, count, gram))
    at += bytes
  }
}

export class PageWriter {
  readonly #pages: Buffer[] = []
  readonly #firstEntries: number[] = []
  readonly #firstPlaces: number[] = []
  readonly #entries: number[] = []
  /** The page being written, with room for a list that exceeds it. */
  readonly #page = Buffer.alloc(2 * pageBytesMost)
  #at = 0
  #entryBefore = 0

  /** Adds an entry's list. Entries and places must ascend. */
  add(entry: number, places: Uint16Array, start: number, end: number): void {
    const count = end - start
    this.#entries.push(entry)
    if (this.#firstEntries.length === this.#pages.length) {
      this.#firstEntries.push(entry)
      this.#firstPlaces.push(this.#at)
    }
    this.#addNumber(entry - this.#entryBefore)
    this.#addNumber(count)
    this.#entryBefore = entry
    const gram = entry >>> fieldBits
    if (isListedGram(gram, count)) {
      const width = widthOf(gram)
      writeList(this.#page, this.#at, { numbers: places, start, end }, width)
      this.#at += listBytes(count, width)
    }
    if (this.#at >= pageBytesMost) this.#endPage()
  }

  #addNumber(value: number): void {
    let rest = value
    for (; rest >= 0x80; rest >>>= 7) this.#page[this.#at++] = (rest & 0x7f) | 0x80
    this.#page[this.#at++] = rest
  }

  #endPage(): void {
    const bytes = Math.min(this.#at, pageBytesMost)
    this.#pages.push(Buffer.from(this.#page.subarray(0, bytes)))
    this.#page.copyWithin(0, bytes, this.#at)
    this.#page.fill(0, this.#at - bytes, this.#at)
    this.#at -= bytes
  }

  finish(): Omit<SegmentPages, 'translated' | 'lengths'> {
    if (this.#at > 0) this.#endPage()
    return {
      pages: this.#pages,
      firstEntries: this.#firstEntries,
      firstPlaces: this.#firstPlaces,
      filter: filterOf(this.#entries),
    }
  }
}
