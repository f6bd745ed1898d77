// Compressing with zstd into exactly one frame. When a frame ends exactly with Node's output chunk (16 KiB by default)
// Node asks the compressor once more and appends what it says: an empty second frame, which strict readers refuse. So the
// output chunk here always has room for the frame and more.
import { constants, zstdCompress } from 'node:zlib'
import type { ZstdOptions } from 'node:zlib'

/** More than zstd's own bound on a frame: raw + raw / 256, and up to 64 bytes for small ones. */
const roomFor = (rawBytes: number): number => rawBytes + (rawBytes >>> 8) + 1024

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
 * One frame with the content's size and no checksum, made on the runtime's thread pool, so that several frames use several
 * cores. `level` is zstd's, 1 to 22.
 */
export function zstdFrame(raw: Uint8Array, level: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    zstdCompress(raw, optionsFor(raw.length, level), (error, frame) => {
      if (error === null) resolve(frame)
      else reject(error)
    })
  })
}
