// Compresses into exactly one zstd frame. If a frame ends exactly with Node's output chunk (default 16 KiB), Node appends an
// empty second frame, which strict readers refuse. So the chunk is always larger than the frame.
import { constants, createZstdCompress, zstdCompress } from 'node:zlib'
import type { ZstdOptions } from 'node:zlib'

/** The version of the compressor: another one packs the same content into other bytes. */
export const compressorName: string = process.versions['zstd'] ?? `deno ${process.versions['deno'] ?? ''}`

/** More than a frame can take: by zstd's bound that is raw + raw / 256, and up to 64 bytes more for small ones. */
const roomFor = (rawBytes: number): number => rawBytes + (rawBytes >>> 8) + 1024

/** What zstd gathers into one block of a frame; longer content that comes together with its end is cut into other blocks. */
const oneBlockBytesMax = 128 * 1024

const optionsFor = (rawBytes: number, level: number): ZstdOptions => ({
  chunkSize: roomFor(rawBytes),
  params: {
    [constants.ZSTD_c_compressionLevel]: level,
    [constants.ZSTD_c_contentSizeFlag]: 1,
    [constants.ZSTD_c_checksumFlag]: 0,
  },
  pledgedSrcSize: rawBytes,
})

/**
 * Packs bytes into a frame that tells its content's size and has no checksum. Runs in the thread pool, so frames use several cores;
 * `zstdCompress` goes there twice, with the content and with its end.
 */
export function zstdFrame(raw: Uint8Array, level: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = optionsFor(raw.length, level)
    if (raw.length > oneBlockBytesMax) {
      zstdCompress(raw, options, (error, frame) => (error === null ? resolve(frame) : reject(error)))
      return
    }
    // Every write ends a frame. The stream is never ended: its end would add an empty one.
    const packer = createZstdCompress({ ...options, flush: constants.ZSTD_e_end })
    packer.once('error', reject)
    packer.once('data', (frame: Buffer) => {
      // Without this wait Deno keeps the memory of all streams until its event loop rests: 370 MB for 6,000 frames.
      packer.once('close', () => resolve(frame))
      packer.destroy()
    })
    packer.write(raw)
  })
}
