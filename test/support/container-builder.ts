// Makes a fresh container out of entries: for the bundled sample and for tests. Where the game would put a key is
// unknown, so slots are placed by a hash of our own: every reader takes such a file, the game itself would not find its
// keys. That is why an export always starts from the game's own file (container-writer.ts).
import { constants, zstdCompressSync } from 'node:zlib'
import { headBytes, MAGIC, NO_BLOCK, VERSION } from '../../packages/formats/src/container/container-frame.ts'
import { layOutShard, type SlotText } from '../../packages/formats/src/container/container-writer.ts'
import {
  clonesBytes,
  CTRL_EMPTY,
  CTRL_SENTINEL,
  shardOfKey,
  slotBytes,
  slotsStartOf,
  TABLE_SEED,
  tableHeadBytes,
} from '../../packages/formats/src/container/container-shard.ts'

export interface BuildEntry {
  /** 16 hex digits, file order. */
  readonly id: string
  /** `null`: a deletion marker. */
  readonly text: string | null
}

export interface BuildOptions {
  readonly entries: readonly BuildEntry[]
  readonly shardCount: number
  /** What the index claims; by default the number of entries. An overlay's counts the rows after it is applied. */
  readonly totalEntries?: number
  readonly level?: number
}

interface Keyed extends BuildEntry {
  readonly key: Buffer
}

/** The bytes of a container with these entries; an empty shard gets no block. */
export function buildContainer({ entries, shardCount, totalEntries, level = 19 }: BuildOptions): Buffer {
  const shards: Keyed[][] = Array.from({ length: shardCount }, () => [])
  for (const { id, text } of entries) {
    const key = Buffer.from(id, 'hex')
    shards[shardOfKey(key.readUInt32LE(4), key.readUInt32LE(0), shardCount)]?.push({ id, text, key })
  }
  const index = Buffer.alloc(16 + 4 * shardCount)
  index.writeBigUInt64LE(BigInt(totalEntries ?? entries.length), 0)
  index.writeBigUInt64LE(BigInt(shardCount), 8)
  const raws: Buffer[] = []
  shards.forEach((shard, at) => {
    if (shard.length > 0) raws.push(buildShard(shard))
    index.writeUInt32LE(shard.length > 0 ? raws.length : NO_BLOCK, 16 + 4 * at)
  })
  return assembleContainer([index, ...raws].map((raw) => packBlockSync(raw, level)))
}

/** A block, as packages/formats/src/container/container-block.ts packs one, but at once: the output chunk has room for the whole frame. */
export function packBlockSync(raw: Buffer, level: number): Buffer {
  const frame = zstdCompressSync(raw, {
    chunkSize: 2 * raw.length + 1024,
    params: { [constants.ZSTD_c_compressionLevel]: level },
    pledgedSrcSize: raw.length,
  })
  const head = Buffer.alloc(9)
  head.writeUInt8(4, 0)
  head.writeUInt32LE(frame.length, 1)
  head.writeUInt32LE(raw.length, 5)
  return Buffer.concat([head, frame])
}

/** Header and offset table around blocks that are packed already; block 0 is the index. */
export function assembleContainer(blocks: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(headBytes + 4 * blocks.length)
  header.writeUInt32LE(MAGIC, 0)
  header.writeUInt32LE(VERSION, 4)
  header.writeUInt32LE(blocks.length, 8)
  let end = 0
  blocks.forEach((block, at) => {
    end += block.length
    header.writeUInt32LE(end, headBytes + 4 * at)
  })
  return Buffer.concat([header, ...blocks])
}

/** A shard as a table: of the smallest capacity that is at most 7/8 full (small ones: full), or of the one asked for. */
export function buildShard(entries: readonly BuildEntry[], capacity = capacityFor(entries.length)): Buffer {
  const slotsAt = slotsStartOf(capacity)
  const valuesAt = slotsAt + slotBytes * capacity
  const head = Buffer.alloc(valuesAt)
  head.writeUInt32LE(capacity, 0)
  head.writeUInt32LE(entries.length, 8)
  head.writeUInt32LE(TABLE_SEED, 16)
  head.fill(CTRL_EMPTY, tableHeadBytes, tableHeadBytes + capacity + 1 + clonesBytes)
  head[tableHeadBytes + capacity] = CTRL_SENTINEL
  const texts: SlotText[] = Array.from({ length: capacity })
  for (const { id, text } of entries) {
    const key = Buffer.from(id, 'hex')
    const hash = Math.imul(key.readUInt32LE(0) ^ Math.imul(key.readUInt32LE(4), 0x9e3779b1), 0x85ebca77) >>> 0
    let slot = (hash >>> 7) % capacity
    while (texts[slot] !== undefined) slot = (slot + 1) % capacity
    texts[slot] = text
    head[tableHeadBytes + slot] = hash & 0x7f
    key.copy(head, slotsAt + slotBytes * slot)
  }
  head.copy(head, tableHeadBytes + capacity + 1, tableHeadBytes, tableHeadBytes + Math.min(capacity, clonesBytes))
  return layOutShard(head, { capacity, slotsAt, valuesAt }, texts)
}

function capacityFor(count: number): number {
  let capacity = 1
  while (capacity - Math.floor(capacity / 8) < count) capacity = 2 * capacity + 1
  return capacity
}
