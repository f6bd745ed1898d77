// Reads single shards of a container, to compare one file with another and to look texts up. Synchronous, because
// writing asks for one text at a time; the shard read last is kept, and files of one game have their keys in one order.
import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { type BlockPlace, unpackBlock } from './container-block.ts'
import { type ContainerFrame, readFrame } from './container-frame.ts'
import { readShard, shardOfKey } from './container-shard.ts'
import { byteHalves } from '../id-set.ts'
import { changedFile } from '../damage.ts'

export interface ShardReader {
  readonly shardCount: number
  /** The numbers of shards that have entries, in the order of their blocks. */
  readonly shards: readonly number[]
  /** A shard's block as it is packed; null: the shard is empty. */
  blockOf(shard: number): Buffer | null
  /** A shard's block, unpacked. Throws DamagedFile. */
  rawOf(shard: number): Buffer | null
  /** The texts of a shard by their ids; null: a deletion marker. Throws DamagedFile. */
  textsOf(shard: number): Texts
  /** The text with this id; null: a deletion marker; undefined: there is no such entry. */
  textOf(id: string): string | null | undefined
  close(): void
}

type Texts = ReadonlyMap<string, string | null>
const NOTHING: Texts = new Map()
/** Refuses a file with faulty slots. Harmless faults are not told here, because the reading of the whole file told them. */
const WATCH = {
  odd: () => undefined,
  badSlot: ({ damage }: { readonly damage: Error }) => {
    throw damage
  },
}

/** Opens a container for single shards. Throws DamagedFile. */
export async function openShards(path: string): Promise<ShardReader> {
  const frame = await frameOf(path)
  const { shardCount, shardOfBlock } = frame
  const blocks = new Map<number, number>()
  for (let block = 1; block < frame.blockCount; block++) blocks.set(shardOfBlock[block] ?? -1, block)
  const fd = openSync(path, 'r')
  let last: { readonly shard: number; readonly raw: Buffer; texts: Texts | null } | null = null

  function bytesOf(place: BlockPlace): Buffer {
    const bytes = Buffer.allocUnsafe(place.lengthBytes)
    if (readSync(fd, bytes, 0, bytes.length, place.byte) !== bytes.length) throw changedFile(place.file)
    return bytes
  }
  function read(shard: number): NonNullable<typeof last> | null {
    if (last?.shard === shard) return last
    const block = blocks.get(shard)
    if (block === undefined) return null
    const place = placeIn(frame, block)
    return (last = { shard, raw: unpackBlock(bytesOf(place), place), texts: null })
  }
  const reader: ShardReader = {
    shardCount,
    shards: [...blocks.keys()],
    blockOf(shard) {
      const block = blocks.get(shard)
      return block === undefined ? null : bytesOf(placeIn(frame, block))
    },
    rawOf: (shard) => read(shard)?.raw ?? null,
    textsOf(shard) {
      const found = read(shard)
      if (found === null) return NOTHING
      const place = placeIn(frame, blocks.get(shard) ?? 0)
      found.texts ??= new Map(
        readShard(found.raw, place, { shard, shardCount }, WATCH).entries.map(({ id, text }) => [id, text]),
      )
      return found.texts
    },
    textOf: (id) => reader.textsOf(shardOfKey(...byteHalves(id), shardCount)).get(id),
    close: () => closeSync(fd),
  }
  return reader
}

async function frameOf(path: string): Promise<ContainerFrame> {
  await using file = await open(path, 'r')
  return await readFrame(file, basename(path))
}

function placeIn({ name, blocksAt, ends }: ContainerFrame, block: number): BlockPlace {
  const byte = blocksAt + (ends[block - 1] ?? 0)
  return { file: name, block, byte, lengthBytes: blocksAt + (ends[block] ?? 0) - byte }
}
