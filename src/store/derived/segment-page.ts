// The pages of a segment: lists of rows or blocks (gram-lists.ts), each behind the number of its entry. They
// lie one behind the other whatever the pages, so that a list may begin in one page and end in the next.
import { isCoarse } from '../../domain/search/grams.ts'
import { filterOf } from './entry-filter.ts'
import { listBytes, readList, writeList } from './gram-lists.ts'
import { BLOCK_BITS, fieldBits, pageBytesMost, ROW_BITS, ROWS_PER_SEGMENT, type SegmentPages } from './segment.ts'

/** The two numbers before a list. */
const headBytesMost = 10

/** The bits that a place of an entry's list takes. */
const widthOf = (gram: number): number => (isCoarse(gram) ? BLOCK_BITS : ROW_BITS)

/** A fine gram that more rows have than this is not listed, but each row may have it: no list is as long as a page. */
const listedRowsMost = ROWS_PER_SEGMENT / 5
const isListedGram = (gram: number, count: number): boolean => isCoarse(gram) || count <= listedRowsMost

/** The entries of a gram, one a field. */
export const entriesOf = (gram: number): { readonly first: number; readonly last: number } => ({
  first: gram << fieldBits,
  last: ((gram + 1) << fieldBits) - 1,
})

export const entryOf = (gram: number, field: number): number => (gram << fieldBits) | field

/** A list where it lies in a page; good until the next read. */
export interface StoredList {
  /** How many rows, or blocks of a coarse gram. */
  readonly count: number
  /** False: each row may have it. */
  readonly isListed: boolean
  /** Sets the bit of each below `end`, and perhaps of some behind it. */
  readInto(bits: Uint32Array, end: number): void
}

/** A page, and where in it an entry begins. */
interface PagePlace {
  readonly page: Uint8Array
  readonly at: number
  readonly entry: number
}

/** The end of one page and all of the next, for what goes over. */
const both = new Uint8Array(2 * pageBytesMost)

/** Calls back with the lists of a gram from a place before them on, with the field of each. Hot. */
export function eachListOf(
  place: PagePlace,
  nextPage: () => Uint8Array | undefined,
  gram: number,
  visit: (field: number, list: StoredList) => void,
): void {
  const { first, last } = entriesOf(gram)
  let { page, at, entry } = place
  let end = page.length
  let isLast = false
  const goOn = (): void => {
    both.set(page.subarray(at, end))
    const rest = end - at
    const next = nextPage()
    isLast = next === undefined
    if (next !== undefined) both.set(next.subarray(0, next.length), rest)
    page = both
    at = 0
    end = rest + (next?.length ?? 0)
  }
  const number = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = page[at++] as number
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  for (let isFirst = true; ; isFirst = false) {
    if (end - at < headBytesMost && !isLast) goOn()
    if (at >= end) return
    const step = number()
    if (!isFirst) entry += step
    if (entry > last) return
    const count = number()
    const width = widthOf(entry >>> fieldBits)
    const isListed = isListedGram(entry >>> fieldBits, count)
    const bytes = isListed ? listBytes(count, width) : 0
    if (at + bytes > end) goOn()
    if (entry >= first) {
      const list = { at, count, width }
      visit(entry - first, { count, isListed, readInto: (bits, before) => readList(page, list, bits, before) })
    }
    at += bytes
  }
}

/** Writes the lists of a segment one behind the other, and cuts them into pages. */
export class PageWriter {
  readonly #pages: Buffer[] = []
  readonly #firstEntries: number[] = []
  readonly #firstPlaces: number[] = []
  readonly #entries: number[] = []
  /** The page that is written, and room for what goes over. */
  readonly #page = Buffer.alloc(2 * pageBytesMost)
  #at = 0
  #entryBefore = 0

  /** Puts the list of an entry behind the others: the first `count` of ascending rows or blocks. */
  add(entry: number, places: Uint16Array, count: number): void {
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
      writeList(this.#page, this.#at, places, count, width)
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

  finish(): Omit<SegmentPages, 'translated'> {
    if (this.#at > 0) this.#endPage()
    return {
      pages: this.#pages,
      firstEntries: this.#firstEntries,
      firstPlaces: this.#firstPlaces,
      filter: filterOf(this.#entries),
    }
  }
}
