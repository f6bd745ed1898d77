// One block of a game container: bytes ⇄ what inflates from them (docs/game-files.md#container).
//
//     0  u8   codec         4 = zstd
//     1  u32  packedSize    length of the block − 9
//     5  u32  unpackedSize
//     9  one zstd frame: content size on, no checksum, no dictionary
//
// Nothing else protects a block against a flipped bit, so every claim is compared with what is there. Inflation is
// capped by unpackedSize, which is capped itself: no bombs. Hot: a real file has 3,762 blocks of about 27 kB.
import { zstdDecompressSync } from 'node:zlib'
import { zstdFrame } from '../../base/zstd.ts'
import { blockBytesMax, packedBytesMax } from '../limits.ts'
import { DamagedFile } from '../text-entry.ts'
import { ZstdFrameWalk } from './zstd-frame.ts'

export const blockHeadBytes = 9
const CODEC_ZSTD = 4

/** Where a block stands in its file. */
export interface BlockPlace {
  readonly file: string
  readonly block: number
  /** Of the block's first byte in the file. */
  readonly byte: number
  readonly lengthBytes: number
}

/** `block 3 at byte 4711`. */
export const nameOf = (place: BlockPlace): string => `block ${place.block} at byte ${place.byte}`

/** Inflates a block; `bytes` may be cut after `packedBytesMax`, its length is `place.lengthBytes`. Throws DamagedFile. */
export function unpackBlock(bytes: Buffer, place: BlockPlace): Buffer {
  const refuse = (problem: string, found: string, expected: string): never => {
    throw new DamagedFile({ file: place.file, place: nameOf(place), problem, found, expected }, place.block > 0)
  }
  if (place.lengthBytes < blockHeadBytes) {
    refuse('the block is too short', `${place.lengthBytes} bytes`, `at least ${blockHeadBytes}`)
  }
  const codec = bytes.readUInt8(0)
  const packedSize = bytes.readUInt32LE(1)
  const unpackedSize = bytes.readUInt32LE(5)
  if (codec !== CODEC_ZSTD) refuse('unknown codec', `${codec}`, `${CODEC_ZSTD} (zstd)`)
  if (packedSize !== place.lengthBytes - blockHeadBytes) {
    refuse('packedSize disagrees with the block', `${packedSize}`, `${place.lengthBytes - blockHeadBytes}`)
  }
  if (unpackedSize > blockBytesMax) refuse('unpackedSize is too large', `${unpackedSize}`, `at most ${blockBytesMax}`)
  if (packedSize > packedBytesMax) refuse('packedSize is too large', `${packedSize}`, `at most ${packedBytesMax}`)
  const frame = bytes.subarray(blockHeadBytes)
  const walk = new ZstdFrameWalk()
  walk.push(frame)
  if (!walk.isWhole || walk.surplusBytes > 0) {
    const found = walk.isWhole ? `${walk.surplusBytes} bytes after the frame` : 'bytes that are no whole frame'
    refuse('the zstd frame is damaged', found, `one frame of ${frame.length} bytes`)
  }
  const raw = inflate(frame, unpackedSize, refuse)
  if (raw.length !== unpackedSize) {
    refuse('unpackedSize disagrees with what inflates', `${unpackedSize} claimed`, `${raw.length}, as inflated`)
  }
  return raw
}

function inflate(frame: Buffer, unpackedSize: number, refuse: (p: string, f: string, e: string) => never): Buffer {
  try {
    // One byte of room more than claimed: the whole frame inflates in one go, and one that holds more shows itself.
    return zstdDecompressSync(frame, { chunkSize: Math.max(64, unpackedSize + 1), maxOutputLength: unpackedSize + 1 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      return refuse('unpackedSize disagrees with what inflates', `${unpackedSize} claimed`, 'more, as inflated')
    }
    return refuse('the zstd frame is damaged', (error as Error).message, 'a frame that inflates')
  }
}

function blockOf(frame: Buffer, raw: Buffer): Buffer {
  const block = Buffer.allocUnsafe(blockHeadBytes + frame.length)
  block.writeUInt8(CODEC_ZSTD, 0)
  block.writeUInt32LE(frame.length, 1)
  block.writeUInt32LE(raw.length, 5)
  frame.copy(block, blockHeadBytes)
  return block
}

/** The block that holds `raw`; packed on the runtime's thread pool, so that several blocks use several cores. */
export const packBlock = async (raw: Buffer, level: number): Promise<Buffer> =>
  blockOf(await zstdFrame(raw, level), raw)
