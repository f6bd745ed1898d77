// The pages of a segment of the search index: lists of rows or blocks, each after its entry's number. The lists are one stream
// cut into pages, so a list may continue in the next page.
import type { Span } from '../base/bytes.ts'
import { TEXT_FIELDS } from '../store/indexes.ts'
import { isCoarse } from './grams.ts'
import {
  BLOCK_BITS,
  fieldBits,
  filterOf,
  pageBytesMost,
  ROW_BITS,
  ROWS_PER_SEGMENT,
  type SegmentPages,
} from './segment.ts'

// Encodes ascending numbers below a power of two: as Elias–Fano (two bits a number more than the logarithm of their mean distance), or
// as a bitmap where that is smaller. A list's length in bytes follows from its count, so readers can skip it.
//
//   Elias–Fano: the upper part of number i as bit (upper + i), then the lower bits of each. Lowest bit of a byte first.

/** How many lower bits Elias–Fano stores of each number; -1: a bitmap is smaller. */
function lowBitsOf(count: number, width: number): number {
  const lowBits = Math.max(0, Math.clz32(count - 1) - (32 - width))
  return bitsOf(count, width, lowBits) < 1 << width ? lowBits : -1
}

const bitsOf = (count: number, width: number, lowBits: number): number =>
  count * (lowBits + 1) + ((1 << width) >> lowBits)

export function listBytes(count: number, width: number): number {
  const lowBits = Math.max(0, Math.clz32(count - 1) - (32 - width))
  return (Math.min(bitsOf(count, width, lowBits), 1 << width) + 7) >>> 3
}

interface NumberList extends Span {
  readonly numbers: Uint16Array
}

export function writeList(bytes: Uint8Array, at: number, { numbers, start, end }: NumberList, width: number): void {
  const count = end - start
  const lowBits = lowBitsOf(count, width)
  if (lowBits < 0) {
    for (let i = start; i < end; i++) setBit(bytes, at, numbers[i] as number)
    return
  }
  for (let i = start; i < end; i++) setBit(bytes, at, ((numbers[i] as number) >>> lowBits) + i - start)
  const mask = (1 << lowBits) - 1
  const lowAt = count + ((1 << width) >> lowBits)
  let [byte, held, rest] = [at + (lowAt >>> 3), lowAt & 7, 0]
  for (let i = start; i < end; i++) {
    rest |= ((numbers[i] as number) & mask) << held
    held += lowBits
    if (held < 16) continue
    bytes[byte] = (bytes[byte] as number) | (rest & 0xff)
    bytes[byte + 1] = (rest >>> 8) & 0xff
    byte += 2
    held -= 16
    rest >>>= 16
  }
  for (; held > 0; held -= 8, rest >>>= 8, byte++) bytes[byte] = (bytes[byte] as number) | (rest & 0xff)
}

function setBit(bytes: Uint8Array, at: number, bit: number): void {
  const byte = at + (bit >>> 3)
  bytes[byte] = (bytes[byte] as number) | (1 << (bit & 7))
}

interface ListPlace {
  readonly at: number
  readonly count: number
  readonly width: number
}

/** The numbers that a reader wants: from `from` to before `end`, with a bit in `among`. */
interface Wanted {
  readonly from: number
  readonly end: number
  readonly among: Uint32Array
}

/** Sets the bits of the wanted numbers, which must be 0; returns how many. Hot: every list of a search. */
export function readList(
  bytes: Uint8Array,
  { at, count, width }: ListPlace,
  into: Uint32Array,
  { from, end, among }: Wanted,
): number {
  const lowBits = lowBitsOf(count, width)
  if (lowBits < 0) return readBitmap(bytes, at, into, { from, end, among })
  const mask = (1 << lowBits) - 1
  let lowAt = at * 8 + count + ((1 << width) >> lowBits)
  let found = 0
  for (let byte = at, done = 0; done < count; byte++) {
    // The upper part of a number is its bit's place minus the count of numbers before it.
    for (let bits = bytes[byte] as number; bits !== 0 && done < count; bits &= bits - 1) {
      const upper = 8 * (byte - at) + 31 - Math.clz32(bits & -bits) - done
      const lowByte = lowAt >>> 3
      // Three bytes are read even where fewer are needed: a page has spare ones at its end.
      const low =
        (bytes[lowByte] as number) | ((bytes[lowByte + 1] as number) << 8) | ((bytes[lowByte + 2] as number) << 16)
      const number = (upper << lowBits) | ((low >>> (lowAt & 7)) & mask)
      if (number >= end) return found
      const bit = (among[number >>> 5] as number) & (1 << (number & 31))
      if (bit !== 0 && number >= from) {
        into[number >>> 5] = (into[number >>> 5] as number) | bit
        found++
      }
      lowAt += lowBits
      done++
    }
  }
  return found
}

/** Adds `by` at each number of a list. Hot: lists of likeness. */
function countList(bytes: Uint8Array, { at, count, width }: ListPlace, counts: Uint8Array, by: number): void {
  const lowBits = lowBitsOf(count, width)
  if (lowBits < 0) {
    for (let number = 0; number < 1 << width; number++) {
      counts[number] = (counts[number] as number) + by * (((bytes[at + (number >>> 3)] as number) >>> (number & 7)) & 1)
    }
    return
  }
  const mask = (1 << lowBits) - 1
  let lowAt = at * 8 + count + ((1 << width) >> lowBits)
  for (let byte = at, done = 0; done < count; byte++) {
    for (let bits = bytes[byte] as number; bits !== 0 && done < count; bits &= bits - 1) {
      const upper = 8 * (byte - at) + 31 - Math.clz32(bits & -bits) - done
      const lowByte = lowAt >>> 3
      const low =
        (bytes[lowByte] as number) | ((bytes[lowByte + 1] as number) << 8) | ((bytes[lowByte + 2] as number) << 16)
      const number = (upper << lowBits) | ((low >>> (lowAt & 7)) & mask)
      counts[number] = (counts[number] as number) + by
      lowAt += lowBits
      done++
    }
  }
}

function readBitmap(bytes: Uint8Array, at: number, into: Uint32Array, { from, end, among }: Wanted): number {
  let found = 0
  for (let number = from; number < end; number++) {
    const bit = ((bytes[at + (number >>> 3)] as number) >>> (number & 7)) & 1
    const kept = (among[number >>> 5] as number) & (bit << (number & 31))
    if (kept === 0) continue
    into[number >>> 5] = (into[number >>> 5] as number) | kept
    found++
  }
  return found
}

/** The number of the field for skeletons, which comes after those of the texts. */
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
  /** False: many rows have the gram, so its list was left out, and any row may have it. */
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

  /** Adds `by` to `counts` at each number in this list: a row's, or a block's for a coarse gram. */
  countInto(counts: Uint8Array, by = 1): void {
    countList(this.#page, { at: this.#at, count: this.count, width: this.#width }, counts, by)
  }

  readInto(bits: Uint32Array, wanted: Wanted): number {
    return readList(this.#page, { at: this.#at, count: this.count, width: this.#width }, bits, wanted)
  }
}

type NextPage = () => Uint8Array | undefined

/** Room for the end of one page and all of the next, for a list in both. */
const both = new Uint8Array(2 * pageBytesMost)

/** Puts two pages behind each other, each copied before the next is read, which may overwrite it; returns their length. */
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

/** Calls back with the list of each field that has one, starting at a place before them. Hot: it passes some hundred others. */
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
