// The search index of a segment, 32,768 neighbouring rows: lists, for each gram (grams.ts) of each field, the rows that have it, or
// for a coarse gram the blocks. A field of its own has the skeletons of sources (domain/text/skeleton.ts), each as one gram. Always
// rebuilt as a whole.
//
//   search_segment value
//     0   u32 u32  generations `unstamped` and `sources` of main
//     8   64 × (u48 time, u48 number)   the last write to each chunk before it was read; 0: it changed during reading
//     776 bytes    a bit for each row with a translation, the lowest of each byte first
//         bytes    for each row the length class of its skeleton
//         u32      number of pages
//         u32 …    for each page the first entry that begins in it
//         u16 …    and its offset in the page
//         bytes    the filter of its entries, below
//   search_page value: 4,072 bytes (the last one fewer), which with LMDB's header fill a page of the file. Lists by ascending entries:
//     number: entry - entry before (0 before the first)
//     number: count of rows or blocks
//     pages.ts: the rows or blocks, counted from the segment's first; nothing if every row may have the gram
//
// An entry is gram × 4 + field, so that one page holds a gram in all fields. Numbers have seven bits a byte, the lowest first.
import { type ChunkVersion, type LatestChange, ROWS_PER_BLOCK, ROWS_PER_CHUNK } from '../store/rows.ts'

/** A row's number within its segment has so many bits. */
export const ROW_BITS = 15
export const ROWS_PER_SEGMENT = 1 << ROW_BITS

/** Rows of a segment, one bit each. */
export type RowBits = Uint32Array
export const newRowBits = (): RowBits => new Uint32Array(ROWS_PER_SEGMENT / 32)
export const EVERY_ROW: RowBits = newRowBits().fill(0xffff_ffff)

export const BLOCK_BITS = ROW_BITS - Math.log2(ROWS_PER_BLOCK)
export const CHUNKS_PER_SEGMENT = ROWS_PER_SEGMENT / ROWS_PER_CHUNK
export const BLOCKS_PER_SEGMENT = ROWS_PER_SEGMENT / ROWS_PER_BLOCK

export const pageBytesMost = 4072
export const fieldBits = 2

const versionsAt = 8
const versionBytes = 12
const translatedAt = versionsAt + CHUNKS_PER_SEGMENT * versionBytes
const translatedBytes = ROWS_PER_SEGMENT / 8
const lengthsAt = translatedAt + translatedBytes
const pagesAt = lengthsAt + ROWS_PER_SEGMENT
const directoryAt = pagesAt + 4
const directoryBytes = 6

/** Stands for the version of a chunk that changed while it was read: no chunk has it. */
const NO_VERSION: LatestChange = { timeMs: 0, write: 0 }

/** The generations of main when a segment was made. */
export interface Generations {
  readonly unstamped: number
  readonly sources: number
}

/** The class of a skeleton's length, which never falls as lengths rise. 0: no row, or one without anything to see. */
export const lengthClassOf = (length: number): number => Math.min(255, Math.round(16 * Math.log2(length + 1)))

export interface SegmentHeader {
  readonly versions: readonly ChunkVersion[]
  /** The generation `sources` of main when the segment was made. */
  readonly sources: number
  /** A bit for each row that has heads (translations) to read. */
  readonly translated: Uint32Array
  /** The length class of each row's skeleton. */
  readonly lengths: Uint8Array
  /** The first entry that begins in each page, and its place there. */
  readonly firstEntries: Uint32Array
  readonly firstPlaces: Uint16Array
  readonly filter: Uint8Array
}

/** A segment's pages and header, as stored but without versions. */
export interface SegmentPages {
  readonly pages: readonly Buffer[]
  readonly translated: Uint32Array
  readonly lengths: Uint8Array
  readonly firstEntries: readonly number[]
  readonly firstPlaces: readonly number[]
  readonly filter: Uint8Array
}

export function headerBytes(
  { unstamped, sources }: Generations,
  versions: readonly (LatestChange | null)[],
  { translated, lengths, firstEntries, firstPlaces, filter }: SegmentPages,
): Buffer {
  const placesAt = directoryAt + 4 * firstEntries.length
  const filterAt = directoryAt + directoryBytes * firstEntries.length
  const bytes = Buffer.alloc(filterAt + filter.length)
  bytes.writeUInt32LE(unstamped, 0)
  bytes.writeUInt32LE(sources, 4)
  for (let chunk = 0; chunk < CHUNKS_PER_SEGMENT; chunk++) {
    const { timeMs, write } = versions[chunk] ?? NO_VERSION
    bytes.writeUIntLE(timeMs, versionsAt + chunk * versionBytes, 6)
    bytes.writeUIntLE(write, versionsAt + 6 + chunk * versionBytes, 6)
  }
  bytes.set(new Uint8Array(translated.buffer, translated.byteOffset, translatedBytes), translatedAt)
  bytes.set(lengths, lengthsAt)
  bytes.writeUInt32LE(firstEntries.length, pagesAt)
  firstEntries.forEach((entry, page) => bytes.writeUInt32LE(entry, directoryAt + 4 * page))
  firstPlaces.forEach((place, page) => bytes.writeUInt16LE(place, placesAt + 2 * page))
  bytes.set(filter, filterAt)
  return bytes
}

export function headerOf(bytes: Buffer): SegmentHeader {
  const unstamped = bytes.readUInt32LE(0)
  const versions = Array.from({ length: CHUNKS_PER_SEGMENT }, (_, chunk) => ({
    timeMs: bytes.readUIntLE(versionsAt + chunk * versionBytes, 6),
    write: bytes.readUIntLE(versionsAt + 6 + chunk * versionBytes, 6),
    unstamped,
  }))
  const length = bytes.readUInt32LE(pagesAt)
  const placesAt = directoryAt + 4 * length
  return {
    versions,
    sources: bytes.readUInt32LE(4),
    translated: new Uint32Array(Uint8Array.from(bytes.subarray(translatedAt, lengthsAt)).buffer),
    lengths: bytes.subarray(lengthsAt, pagesAt),
    firstEntries: Uint32Array.from({ length }, (_, page) => bytes.readUInt32LE(directoryAt + 4 * page)),
    firstPlaces: Uint16Array.from({ length }, (_, page) => bytes.readUInt16LE(placesAt + 2 * page)),
    filter: bytes.subarray(directoryAt + directoryBytes * length),
  }
}

/** The last page whose first entry is not greater than this one; -1: there is none. */
export function pageOf(firstEntries: Uint32Array, entry: number): number {
  let [low, high] = [0, firstEntries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((firstEntries[middle] as number) <= entry) low = middle + 1
    else high = middle
  }
  return low - 1
}

// The filter of a segment's entries: bits by hash. At most one in five absent entries has its bit set. All filters are in memory, so a
// search skips a segment without reading it.

/** A filter has at least so many bits for each entry, and at most twice as many. */
const bitsPerEntry = 4
const smallestLog2 = 6

export function filterOf(entries: readonly number[]): Buffer {
  let log2 = smallestLog2
  while (1 << log2 < bitsPerEntry * entries.length) log2++
  const filter = Buffer.alloc(1 << (log2 - 3))
  for (const entry of entries) addToFilter(filter, entry)
  return filter
}

/** Sets an entry's bits in a filter, whose length is a power of two. */
export function addToFilter(filter: Uint8Array, entry: number): void {
  const bit = hashOfEntry(entry) >>> shiftFor(filter)
  filter[bit >>> 3] = (filter[bit >>> 3] as number) | (1 << (bit & 7))
}

const shiftFor = (filter: Uint8Array): number => Math.clz32(filter.length) - 2

/** False: the segment surely lacks an entry with one of these hashes. Hot: each segment for each term. */
export function mayHaveAll(filter: Uint8Array, hashes: readonly number[]): boolean {
  const shift = shiftFor(filter)
  for (let at = 0; at < hashes.length; at++) {
    const bit = (hashes[at] as number) >>> shift
    if (((filter[bit >>> 3] as number) & (1 << (bit & 7))) === 0) return false
  }
  return true
}

export const hashOfEntry = (entry: number): number => Math.imul(entry ^ (entry >>> 15), 0x9e3779b1)
