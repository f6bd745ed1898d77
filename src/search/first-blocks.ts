// Keeps the blocks of the first segment in memory once read: each search begins there, and the engine copies a whole
// block (5 to 9 KB) for one text. Without it a search for three Chinese characters is slower than FTS5 (0.88 of its
// answers; 1.16 with it). A block is good while its chunk has the version found before the reading.
import { type BlockTable, readStoredBlock, type TextSource } from '../store/indexes.ts'
import { chunkOf, type ChunkVersion, ROWS_PER_BLOCK } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { BLOCKS_PER_SEGMENT } from './segment.ts'

interface KnownBlock {
  readonly version: ChunkVersion
  readonly bytes: Buffer
}

/** The blocks kept take at most 16 MB together. */
const keptBytesMax = 16 << 10

export class FirstBlocks implements TextSource {
  readonly #store: Store
  readonly #versions: () => ReadonlyMap<number, ChunkVersion>
  readonly #known: Readonly<Record<BlockTable, KnownBlock[]>> = { row: [], reference: [] }

  /** `versions`: the last known ones of all chunks. */
  constructor(store: Store, versions: () => ReadonlyMap<number, ChunkVersion>) {
    this.#store = store
    this.#versions = versions
  }

  get main(): Store['main'] {
    return this.#store.main
  }

  readBlock(table: BlockTable, block: number): Buffer | undefined {
    if (block >= BLOCKS_PER_SEGMENT) return readStoredBlock(this.main, table, block)
    const version = this.#versions().get(chunkOf(block * ROWS_PER_BLOCK))
    const known = this.#known[table][block]
    if (known !== undefined && known.version === version) return known.bytes
    const stored = readStoredBlock(this.main, table, block)
    if (stored !== undefined && version !== undefined && stored.length <= keptBytesMax)
      this.#known[table][block] = { version, bytes: Buffer.from(stored.subarray(0, stored.length)) }
    return stored
  }
}
