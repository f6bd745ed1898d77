// Packs and unpacks one block of a game container (docs/game-files.md#container).
//
//     0  u8   codec         4 = zstd
//     1  u32  packedSize    length of the block − 9
//     5  u32  unpackedSize
//     9  one zstd frame: content size on, no checksum, no dictionary
//
// Blocks have no checksum, so every size is compared with the data. unpackedSize caps inflation and has a bound itself.
// Hot: a real file has 3,762 blocks of about 27 kB.
import { zstdDecompressSync } from 'node:zlib'
import { zstdFrame } from '../../../../src/base/zstd.ts'
import { blockBytesMax, packedBytesMax } from '../text-entry.ts'
import { DamagedFile, placeText, type Problem } from '../damage.ts'
import { ZstdFrameWalk } from './zstd-frame.ts'

export const blockHeadBytes = 9
const CODEC_ZSTD = 4

export interface BlockPlace {
  readonly file: string
  readonly block: number
  /** Offset of the block's first byte in the file. */
  readonly byte: number
  readonly lengthBytes: number
}

export const placeOf = ({ block, byte }: BlockPlace) => ({ at: 'block', block, byte }) as const

/** A block's place in words, such as `block 3 at byte 4711`. */
export const nameOf = (place: BlockPlace): string => placeText(placeOf(place))

/** Unpacks a block. `bytes` may be cut after `packedBytesMax`; the real length is `place.lengthBytes`. Throws DamagedFile. */
export function unpackBlock(bytes: Buffer, place: BlockPlace): Buffer {
  const refuse = (problem: Problem): never => {
    throw new DamagedFile({ file: place.file, where: placeOf(place), ...problem }, place.block > 0)
  }
  if (place.lengthBytes < blockHeadBytes) {
    refuse({ problem: 'block_too_short', found: place.lengthBytes, expected: blockHeadBytes })
  }
  const codec = bytes.readUInt8(0)
  const packedSize = bytes.readUInt32LE(1)
  const unpackedSize = bytes.readUInt32LE(5)
  if (codec !== CODEC_ZSTD) refuse({ problem: 'codec', found: codec, expected: CODEC_ZSTD })
  if (packedSize !== place.lengthBytes - blockHeadBytes) {
    refuse({ problem: 'packed_size', found: packedSize, expected: place.lengthBytes - blockHeadBytes })
  }
  if (unpackedSize > blockBytesMax)
    refuse({ problem: 'unpacked_too_large', found: unpackedSize, expected: blockBytesMax })
  if (packedSize > packedBytesMax) refuse({ problem: 'packed_too_large', found: packedSize, expected: packedBytesMax })
  const frame = bytes.subarray(blockHeadBytes)
  const walk = new ZstdFrameWalk()
  walk.push(frame)
  if (!walk.isWhole) refuse({ problem: 'frame_not_whole', expected: frame.length })
  if (walk.surplusBytes > 0) refuse({ problem: 'after_frame', found: walk.surplusBytes, expected: frame.length })
  const raw = inflate(frame, unpackedSize, refuse)
  if (raw.length !== unpackedSize) {
    refuse({ problem: 'unpacked_size', found: unpackedSize, expected: raw.length })
  }
  return raw
}

function inflate(frame: Buffer, unpackedSize: number, refuse: (problem: Problem) => never): Buffer {
  try {
    // One byte more than stated: the frame inflates in one step, and a longer one is detected.
    return zstdDecompressSync(frame, { chunkSize: Math.max(64, unpackedSize + 1), maxOutputLength: unpackedSize + 1 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      return refuse({ problem: 'unpacked_more', found: unpackedSize })
    }
    return refuse({ problem: 'frame_not_inflating', found: (error as Error).message })
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

/** Packs on the runtime's thread pool, so several blocks use several cores. */
export const packBlock = async (raw: Buffer, level: number): Promise<Buffer> =>
  blockOf(await zstdFrame(raw, level), raw)
