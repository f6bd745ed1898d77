// Reads the header, offset table and index of a game container, and its blocks in file order
// (docs/game-files.md#container). Damage here always refuses the file: nothing after it could be trusted.
//
//     0   u32     magic 0xDEADBEEF (bytes EF BE AD DE)
//     4   u32     version 1
//     8   u32     blockCount N, index block included
//     12  u32     0
//     16  u32[N]  end of block i, counted from 16 + 4N; ascending; the last is the end of the file
//     then the blocks; block 0 inflates to the index:
//     0   u64     totalEntries
//     8   u64     shardCount
//     16  u32[]   ids: the block of shard s, or 0xFFFFFFFF when shard s is empty
import { type FileHandle, open } from 'node:fs/promises'
import { blockHeadBytes, unpackBlock } from './container-block.ts'
import type { BlockPlace } from './container-block.ts'
import { entriesMax, packedBytesMax } from '../text-entry.ts'
import { changedFile, DamagedFile, type Problem } from '../damage.ts'

export const headBytes = 16
export const MAGIC = 0xdeadbeef
export const VERSION = 1
export const NO_BLOCK = 0xffffffff
/** Blocks are read together up to this size: a real file has thousands of small ones. */
const windowBytes = 1024 * 1024

export interface ContainerFrame {
  readonly name: string
  readonly sizeBytes: number
  readonly blockCount: number
  readonly blocksAt: number
  /** The end of each block, counted from `blocksAt`. */
  readonly ends: Uint32Array
  readonly indexBlock: Buffer
  readonly totalEntries: number
  readonly shardCount: number
  /** The shard of each block; −1 for block 0, which is the index. */
  readonly shardOfBlock: Int32Array
  /** The first shard whose id in the index is not above the one before; null if all ids ascend. */
  readonly firstShardOutOfOrder: number | null
}

/** Reads header, offset table and index. Throws DamagedFile. */
export async function readFrame(file: FileHandle, name: string): Promise<ContainerFrame> {
  const { size: sizeBytes } = await file.stat()
  const blockCount = await readHeader(file, name, sizeBytes)
  const blocksAt = headBytes + 4 * blockCount
  const ends = await readEnds(file, name, sizeBytes, blockCount)
  const place = { file: name, block: 0, byte: blocksAt, lengthBytes: ends[0] ?? 0 }
  const indexBlock = await readBytes(file, name, blocksAt, Math.min(place.lengthBytes, packedBytesMax + blockHeadBytes))
  const index = parseIndex(unpackBlock(indexBlock, place), place, blockCount)
  return { name, sizeBytes, blockCount, blocksAt, ends, indexBlock, ...index }
}

/** Checks the header, and returns the number of blocks. */
async function readHeader(file: FileHandle, name: string, sizeBytes: number): Promise<number> {
  const refuse = (byte: number, problem: Problem): never => {
    throw new DamagedFile({ file: name, where: { at: 'byte', byte }, ...problem })
  }
  const head = await readBytes(file, name, 0, Math.min(sizeBytes, headBytes))
  if (head.length < headBytes) refuse(0, { problem: 'header_cut_off', found: head.length, expected: headBytes })
  if (head.readUInt32LE(0) !== MAGIC) {
    const problem = head.readUInt32BE(0) === MAGIC ? 'byte_swapped' : 'no_container'
    refuse(0, { problem, found: hexBytes(head.subarray(0, 4)) })
  }
  const version = head.readUInt32LE(4)
  if (version !== VERSION) refuse(4, { problem: 'container_version', found: version, expected: VERSION })
  const blockCount = head.readUInt32LE(8)
  if (blockCount === 0) refuse(8, { problem: 'no_blocks' })
  const reserved = head.readUInt32LE(12)
  if (reserved !== 0) refuse(12, { problem: 'reserved_word', found: reserved })
  const tableEnd = headBytes + 4 * blockCount
  if (tableEnd > sizeBytes)
    refuse(8, { problem: 'offset_table', blocks: blockCount, found: sizeBytes, expected: tableEnd })
  if (blockCount > entriesMax + 1)
    refuse(8, { problem: 'too_many_blocks', found: blockCount, expected: entriesMax + 1 })
  return blockCount
}

async function readEnds(file: FileHandle, name: string, sizeBytes: number, blockCount: number): Promise<Uint32Array> {
  const table = await readBytes(file, name, headBytes, 4 * blockCount)
  const ends = new Uint32Array(blockCount)
  const room = sizeBytes - headBytes - table.length
  let last = 0
  for (let block = 0; block < blockCount; block++) {
    const end = table.readUInt32LE(4 * block)
    const where = { at: 'offset', byte: headBytes + 4 * block, block } as const
    if (end < last) throw new DamagedFile({ file: name, where, problem: 'offsets_descend', found: end, expected: last })
    if (end > room) throw new DamagedFile({ file: name, where, problem: 'block_past_end', found: end, expected: room })
    ends[block] = end
    last = end
  }
  if (last !== room) {
    const where = { at: 'byte', byte: headBytes + table.length + last } as const
    throw new DamagedFile({ file: name, where, problem: 'after_last_block', found: room - last })
  }
  return ends
}

type Index = Pick<ContainerFrame, 'totalEntries' | 'shardCount' | 'shardOfBlock' | 'firstShardOutOfOrder'>

function parseIndex(index: Buffer, place: BlockPlace, blockCount: number): Index {
  const refuse = (problem: Problem): never => {
    throw new DamagedFile({
      file: place.file,
      where: { at: 'index', block: place.block, byte: place.byte },
      ...problem,
    })
  }
  if (index.length < 16) refuse({ problem: 'index_cut_off', found: index.length, expected: 16 })
  const totalEntries = Number(index.readBigUInt64LE(0))
  const shardCount = Number(index.readBigUInt64LE(8))
  if (shardCount === 0) refuse({ problem: 'no_shards' })
  if (index.length !== 16 + 4 * shardCount) {
    const expected = 16 + 4 * shardCount
    refuse({ problem: 'index_length', found: index.length, expected, shards: shardCount })
  }
  const shardOfBlock = new Int32Array(blockCount).fill(-1)
  let [named, last] = [0, 0]
  let firstShardOutOfOrder: number | null = null
  for (let shard = 0; shard < shardCount; shard++) {
    const block = index.readUInt32LE(16 + 4 * shard)
    if (block === NO_BLOCK) continue
    if (block === 0 || block >= blockCount) {
      refuse({ problem: 'block_missing', shard, found: block, expected: blockCount - 1 })
    }
    const other = shardOfBlock[block] ?? -1
    if (other !== -1) refuse({ problem: 'block_named_twice', found: block, first: other, second: shard })
    if (block < last) firstShardOutOfOrder ??= shard
    shardOfBlock[block] = shard
    last = block
    named++
  }
  if (named !== blockCount - 1) {
    refuse({ problem: 'block_unnamed', found: shardOfBlock.indexOf(-1, 1) })
  }
  return { totalEntries, shardCount, shardOfBlock, firstShardOutOfOrder }
}

/** Yields the blocks of shards in file order. `bytes` are valid until the next step and cut after `packedBytesMax`. */
export async function* readBlocks(
  file: FileHandle,
  frame: ContainerFrame,
): AsyncGenerator<{ readonly place: BlockPlace; readonly bytes: Buffer }> {
  const endOf = (block: number): number => frame.blocksAt + (frame.ends[block] ?? 0)
  let window: Buffer = Buffer.alloc(0)
  let windowAt = 0
  for (let block = 1; block < frame.blockCount; block++) {
    const byte = endOf(block - 1)
    const lengthBytes = endOf(block) - byte
    const wanted = Math.min(lengthBytes, packedBytesMax + blockHeadBytes)
    if (byte + wanted > windowAt + window.length) {
      window = await readBytes(file, frame.name, byte, Math.max(wanted, Math.min(windowBytes, frame.sizeBytes - byte)))
      windowAt = byte
    }
    const bytes = window.subarray(byte - windowAt, byte - windowAt + wanted)
    yield { place: { file: frame.name, block, byte, lengthBytes }, bytes }
  }
}

/** Reads so many bytes. Throws if the file became shorter meanwhile. */
async function readBytes(file: FileHandle, name: string, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  for (let got = 0; got < length; ) {
    const { bytesRead } = await file.read(bytes, got, length - got, at + got)
    if (bytesRead === 0) throw changedFile(name)
    got += bytesRead
  }
  return bytes
}

export function hexBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ')
}

/**
 * True: the file is a container, by its first number. A byte-swapped or truncated number counts too, because the container's reader refuses
 * it with a better message.
 */
export function isContainer(start: Buffer): boolean {
  const magic = Buffer.alloc(4)
  magic.writeUInt32LE(MAGIC)
  const length = Math.min(start.length, magic.length)
  const matches = (other: Buffer): boolean => length > 1 && start.subarray(0, length).equals(other.subarray(0, length))
  return matches(magic) || matches(Buffer.from(magic).reverse())
}

export async function isContainerFile(path: string): Promise<boolean> {
  try {
    await using file = await open(path, 'r')
    const start = Buffer.alloc(4)
    await file.read(start, 0, start.length, 0)
    return start.readUInt32LE(0) === MAGIC
  } catch {
    return false
  }
}
