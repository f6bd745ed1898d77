// What the search index knows of a segment, 16,384 neighbouring rows: for each gram (domain/search/grams.ts) of each field the
// rows that have it, or for a coarse gram the blocks. Rebuilt as a whole.
//
//   search_segment value
//     0   u32      generation `unstamped` of main
//     4   32 × (u48 time, u48 number)   the write that had changed each chunk last when this was made; 0: made while it changed
//     388 u32      how many pages there are
//     392 u32 …    for each page the entry that it begins with
//         bytes    entry-filter.ts
//   search_page value: at most 4,080 bytes, which with LMDB's header are a page of the file. Lists, the entries ascending:
//     number: entry - entry before (0 at first)
//     number: count of rows or blocks
//     gram-lists.ts: the rows or blocks, counted from the segment's first
//
// An entry is gram × 4 + field, so that one page tells of a gram in all fields. Numbers: seven bits a byte, the lowest first.
import { ROWS_PER_BLOCK, ROWS_PER_CHUNK } from '../rows/grouping.ts'
import type { LatestChange } from '../rows/changes.ts'

/** Bits of a row within its segment, and of a block. */
export const ROW_BITS = 14
export const ROWS_PER_SEGMENT = 1 << ROW_BITS
export const BLOCK_BITS = ROW_BITS - Math.log2(ROWS_PER_BLOCK)
export const CHUNKS_PER_SEGMENT = ROWS_PER_SEGMENT / ROWS_PER_CHUNK
export const BLOCKS_PER_SEGMENT = ROWS_PER_SEGMENT / ROWS_PER_BLOCK

export const pageBytesMost = 4080
export const fieldBits = 2

const versionBytes = 12
const pagesAt = 4 + CHUNKS_PER_SEGMENT * versionBytes
const directoryAt = pagesAt + 4

/** Which state of a chunk: each change of a row in it makes another. */
export interface ChunkVersion extends LatestChange {
  /** Goes up with changes of rows that leave their times as they are. */
  readonly unstamped: number
}

/** Stored in place of the version of a chunk that changed while it was read: no chunk has it. */
const NO_VERSION: LatestChange = { timeMs: 0, write: 0 }

export interface SegmentHeader {
  /** Of each of its chunks. */
  readonly versions: readonly ChunkVersion[]
  /** The entry that each page begins with. */
  readonly firstEntries: Uint32Array
  /** Which entries there are: entry-filter.ts. */
  readonly filter: Uint8Array
}

/** What a segment is stored as, but for its versions. */
export interface SegmentPages {
  readonly pages: readonly Buffer[]
  readonly firstEntries: readonly number[]
  readonly filter: Uint8Array
}

export function headerBytes(
  unstamped: number,
  versions: readonly (LatestChange | null)[],
  { firstEntries, filter }: SegmentPages,
): Buffer {
  const filterAt = directoryAt + 4 * firstEntries.length
  const bytes = Buffer.alloc(filterAt + filter.length)
  bytes.writeUInt32LE(unstamped, 0)
  for (let chunk = 0; chunk < CHUNKS_PER_SEGMENT; chunk++) {
    const { timeMs, write } = versions[chunk] ?? NO_VERSION
    bytes.writeUIntLE(timeMs, 4 + chunk * versionBytes, 6)
    bytes.writeUIntLE(write, 10 + chunk * versionBytes, 6)
  }
  bytes.writeUInt32LE(firstEntries.length, pagesAt)
  firstEntries.forEach((entry, page) => bytes.writeUInt32LE(entry, directoryAt + 4 * page))
  bytes.set(filter, filterAt)
  return bytes
}

/** Reads a stored header, which keeps its bytes. */
export function headerOf(bytes: Buffer): SegmentHeader {
  const unstamped = bytes.readUInt32LE(0)
  const versions = Array.from({ length: CHUNKS_PER_SEGMENT }, (_, chunk) => ({
    timeMs: bytes.readUIntLE(4 + chunk * versionBytes, 6),
    write: bytes.readUIntLE(10 + chunk * versionBytes, 6),
    unstamped,
  }))
  const firstEntries = Uint32Array.from({ length: bytes.readUInt32LE(pagesAt) }, (_, page) =>
    bytes.readUInt32LE(directoryAt + 4 * page),
  )
  return { versions, firstEntries, filter: bytes.subarray(directoryAt + 4 * firstEntries.length) }
}

export const isSameVersion = (a: ChunkVersion | undefined, b: ChunkVersion): boolean =>
  a?.timeMs === b.timeMs && a.write === b.write && a.unstamped === b.unstamped

/** Which page holds an entry if any does: the last that doesn't begin behind it. -1: none. */
export function pageOf(firstEntries: Uint32Array, entry: number): number {
  let [low, high] = [0, firstEntries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((firstEntries[middle] as number) <= entry) low = middle + 1
    else high = middle
  }
  return low - 1
}
