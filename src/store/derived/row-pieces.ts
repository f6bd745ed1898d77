// The rows that have a facet, by piece (packed-rows.ts), read as a whole and written a chunk at a time.
import { sha256Hex } from '../../base/bytes.ts'
import { newPiece, type Piece, ROWS_PER_PIECE } from '../../domain/work/row-set.ts'
import { keyOf, u32 } from '../keyspace.ts'
import { ROWS_PER_CHUNK } from '../rows/grouping.ts'
import type { Database } from '../file/environment.ts'
import { packPiece, unpackPiece } from '../packed-rows.ts'

const wordsPerChunk = ROWS_PER_CHUNK / 32
const chunksPerPiece = ROWS_PER_PIECE / ROWS_PER_CHUNK

/** Bits of the 512 rows of a chunk. */
export type ChunkBits = Uint32Array
export const newChunkBits = (): ChunkBits => new Uint32Array(wordsPerChunk)

/** Keys may have at most 1,978 bytes; names of models are a few dozen. */
const facetBytesMax = 1_000

function facetKey(piece: number, facet: string): Buffer {
  const bytes = Buffer.from(facet)
  return keyOf('work_facet', u32(piece), bytes.length <= facetBytesMax ? bytes : sha256Hex(bytes))
}

/** The rows of a piece that have a facet, in a copy; null: none. */
export function readFacet(derived: Database, piece: number, facet: string): Piece | null {
  const bytes = derived.getBinary(facetKey(piece, facet))
  return bytes === undefined ? null : unpackPiece(bytes)
}

function putFacet(derived: Database, piece: number, facet: string, rows: Piece): void {
  const key = facetKey(piece, facet)
  const bytes = packPiece(rows)
  if (bytes === null) void derived.remove(key)
  else void derived.put(key, bytes)
}

/** Says which rows of a chunk have a facet; null: none. */
export function putFacetOfChunk(derived: Database, chunk: number, facet: string, bits: ChunkBits | null): void {
  const piece = Math.floor(chunk / chunksPerPiece)
  const rows = readFacet(derived, piece, facet) ?? newPiece()
  const first = (chunk % chunksPerPiece) * wordsPerChunk
  let isSame = true
  for (let word = 0; word < wordsPerChunk; word++) {
    const after = bits?.[word] ?? 0
    if (rows[first + word] === after) continue
    isSame = false
    rows[first + word] = after
  }
  if (!isSame) putFacet(derived, piece, facet, rows)
}
