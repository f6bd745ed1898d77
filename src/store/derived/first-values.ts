// What searches read of main: rows and references by their block, heads by their row. Each search begins with the first row of
// the store, and what is common has its first hits there; so values of the first segment stay in memory once they were read, up
// to some megabytes. They hold as long as what the index says does: until their chunk is of another version. What is read right
// after the look that found the version is of that one or a later one, so what is kept is never older than its version.
import { keyOfU32 } from '../keyspace.ts'
import { blockOf, chunkOf, ROWS_PER_BLOCK } from '../rows/grouping.ts'
import type { Store } from '../store.ts'
import type { TextSource, TextTable } from './block-texts.ts'
import { BLOCKS_PER_SEGMENT, type ChunkVersion } from './segment.ts'

/** What was read of a block under a version of its chunk. */
interface KnownBlock {
  readonly version: ChunkVersion
  /** The row value, the reference value and the heads by place; null: there is none, undefined: not read. */
  readonly values: (Buffer | null | undefined)[]
}
const slots = { row: 0, reference: 1, head: 2 } as const

/** Enough for the rows of a segment with references of about 110 bytes a text. */
const roomBytesMost = 8 << 20
/** A value that takes more of the room would drive out too many others. */
const shareMost = 1 / 64

type Versions = ReadonlyMap<number, ChunkVersion>

export class FirstValues implements TextSource {
  readonly #store: Store
  readonly #versions: () => Versions
  readonly #roomBytes: number
  readonly #keys = { row: keyOfU32('row', 0), reference: keyOfU32('reference', 0), head: keyOfU32('head', 0) }
  #blocks: (KnownBlock | undefined)[] = []
  /** The values one behind the other; made when it is first needed. */
  #room: Buffer | null = null
  #taken = 0

  /** `versions`: of all chunks, as they were found last. */
  constructor(store: Store, versions: () => Versions, roomBytes = roomBytesMost) {
    this.#store = store
    this.#versions = versions
    this.#roomBytes = roomBytes
  }

  get db(): Store['main'] {
    return this.#store.main
  }

  read(table: TextTable, number: number): Buffer | undefined {
    const block = table === 'head' ? blockOf(number) : number
    const version = block < BLOCKS_PER_SEGMENT ? this.#versions().get(chunkOf(block * ROWS_PER_BLOCK)) : undefined
    if (version === undefined) return this.#stored(table, number)
    let known = this.#blocks[block]
    if (known?.version !== version) this.#blocks[block] = known = { version, values: [] }
    const slot = slots[table] + (table === 'head' ? number % ROWS_PER_BLOCK : 0)
    const value = known.values[slot]
    if (value !== undefined) return value ?? undefined
    const stored = this.#stored(table, number)
    if (stored === undefined) known.values[slot] = null
    else if (stored.length <= shareMost * this.#roomBytes) this.#keep(known, slot, stored)
    return stored
  }

  #stored(table: TextTable, number: number): Buffer | undefined {
    const key = this.#keys[table]
    key.writeUInt32BE(number, 1)
    return this.#store.main.getBinaryFast(key)
  }

  /** Values that were driven out by others of their block leave gaps: a room that is full begins anew. */
  #keep(known: KnownBlock, slot: number, stored: Buffer): void {
    this.#room ??= Buffer.allocUnsafeSlow(this.#roomBytes)
    const end = this.#taken + stored.length
    if (end > this.#roomBytes) {
      this.#blocks = []
      this.#taken = 0
      return
    }
    const value = this.#room.subarray(this.#taken, end)
    value.set(stored.subarray(0, stored.length))
    known.values[slot] = value
    this.#taken = end
  }
}
