// One page of a segment: lists of rows or blocks (gram-lists.ts), each behind the number of its entry.
import { isCoarse } from '../../domain/search/grams.ts'
import { filterOf } from './entry-filter.ts'
import { listBytes, readList, writeList } from './gram-lists.ts'
import { BLOCK_BITS, fieldBits, pageBytesMost, ROW_BITS, type SegmentPages } from './segment.ts'

/** Behind the last list of a page, for readers that look at three bytes at a time. */
const spareBytes = 2
const numberBytesMost = 5

/** The bits that a place of an entry's list takes. */
const widthOf = (gram: number): number => (isCoarse(gram) ? BLOCK_BITS : ROW_BITS)

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
  /** Sets the bit of each below `end`, and perhaps of some behind it. */
  readInto(bits: Uint32Array, end: number): void
}

/** Calls back with the lists of a gram in a page that begins with `firstEntry`, with the field of each. Hot. */
export function eachListOf(
  page: Uint8Array,
  firstEntry: number,
  gram: number,
  visit: (field: number, list: StoredList) => void,
): void {
  const { first, last } = entriesOf(gram)
  let [at, entry] = [0, firstEntry]
  const end = page.length - spareBytes
  const number = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = page[at++] as number
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < end) {
    entry += number()
    if (entry > last) return
    const count = number()
    const width = widthOf(entry >>> fieldBits)
    const from = at
    if (entry >= first) {
      const place = { at: from, count, width }
      visit(entry - first, { count, readInto: (bits, before) => readList(page, place, bits, before) })
    }
    at = from + listBytes(count, width)
  }
}

/** Writes the lists of a segment into pages. */
export class PageWriter {
  readonly #pages: Buffer[] = []
  readonly #firstEntries: number[] = []
  readonly #entries: number[] = []
  #page = Buffer.alloc(pageBytesMost)
  #at = 0
  #entryBefore = 0

  /** Puts the list of an entry behind the others: the first `count` of ascending rows or blocks. */
  add(entry: number, places: Uint16Array, count: number): void {
    this.#entries.push(entry)
    const width = widthOf(entry >>> fieldBits)
    const bytes = listBytes(count, width)
    const isFirst = this.#firstEntries.length === 0
    if (isFirst || this.#at + 2 * numberBytesMost + bytes + spareBytes > pageBytesMost) {
      if (!isFirst) this.#endPage()
      this.#firstEntries.push(entry)
      this.#entryBefore = entry
    }
    this.#addNumber(entry - this.#entryBefore)
    this.#addNumber(count)
    writeList(this.#page, this.#at, places, count, width)
    this.#at += bytes
    this.#entryBefore = entry
  }

  #addNumber(value: number): void {
    let rest = value
    for (; rest >= 0x80; rest >>>= 7) this.#page[this.#at++] = (rest & 0x7f) | 0x80
    this.#page[this.#at++] = rest
  }

  #endPage(): void {
    this.#pages.push(Buffer.from(this.#page.subarray(0, this.#at + spareBytes)))
    this.#page.fill(0)
    this.#at = 0
  }

  finish(): SegmentPages {
    if (this.#firstEntries.length > 0) this.#endPage()
    return { pages: this.#pages, firstEntries: this.#firstEntries, filter: filterOf(this.#entries) }
  }
}
