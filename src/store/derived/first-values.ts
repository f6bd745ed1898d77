// Blocks of rows and references of the first segment stay in memory once a search has read them: each search begins there, and the
// engine copies all 5 to 9 KB of a block for one text. Without it a search for three Chinese characters falls below FTS5 (0.88 of
// its answers, 1.24 with it, at 1.18 million rows). A block is good as long as its chunk has the version that was found before it
// was read.
import { keyOfU32 } from '../keyspace.ts'
import { chunkOf, ROWS_PER_BLOCK } from '../rows/grouping.ts'
import type { Store } from '../store.ts'
import type { TextSource, TextTable } from './block-texts.ts'
import { BLOCKS_PER_SEGMENT, type ChunkVersion } from './segment.ts'

interface KnownBlock {
  readonly version: ChunkVersion
  readonly bytes: Buffer
}

/** Longer blocks are not kept, so that all of them together take at most 16 MB. */
const keptBytesMax = 16 << 10

export class FirstValues implements TextSource {
  readonly #store: Store
  readonly #versions: () => ReadonlyMap<number, ChunkVersion>
  readonly #known = { row: [] as KnownBlock[], reference: [] as KnownBlock[] }

  /** `versions`: of all chunks, as they were found last. */
  constructor(store: Store, versions: () => ReadonlyMap<number, ChunkVersion>) {
    this.#store = store
    this.#versions = versions
  }

  get db(): Store['main'] {
    return this.#store.main
  }

  read(table: TextTable, number: number): Buffer | undefined {
    if (table === 'head' || number >= BLOCKS_PER_SEGMENT) return this.#stored(table, number)
    const version = this.#versions().get(chunkOf(number * ROWS_PER_BLOCK))
    const known = this.#known[table][number]
    if (known !== undefined && known.version === version) return known.bytes
    const stored = this.#stored(table, number)
    if (stored !== undefined && version !== undefined && stored.length <= keptBytesMax)
      this.#known[table][number] = { version, bytes: Buffer.from(stored.subarray(0, stored.length)) }
    return stored
  }

  #stored(table: TextTable, number: number): Buffer | undefined {
    return this.#store.main.getBinaryFast(keyOfU32(table, number))
  }
}
