// The bytes of a text dump, inflated where the file is gzip or zstd, in chunks of about 128 kB. What inflates is bounded,
// and a compressed file that is cut off is refused: losing rows silently would retire them.
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { inflatedBytesMax } from './limits.ts'
import { DamagedFile } from './text-entry.ts'
import { ZstdFrameWalk } from './zstd-frame.ts'

export type Compression = 'none' | 'gzip' | 'zstd'
const chunkBytes = 128 * 1024

/** Which compression a file's first bytes show. */
export function compressionOf(start: Buffer): Compression {
  if (start.length >= 2 && start.readUInt16BE(0) === 0x1f8b) return 'gzip'
  return start.length >= 4 && start.readUInt32LE(0) === 0xfd2fb528 ? 'zstd' : 'none'
}

export interface DumpFile {
  readonly path: string
  readonly name: string
  readonly compression: Compression
  readonly onBytesRead?: (bytesRead: number) => void
}

/** Streams the inflated bytes. Throws DamagedFile, its place the byte of the compressed file. */
export async function* bytesOf({ path, name, compression, onBytesRead }: DumpFile): AsyncGenerator<Buffer> {
  const source = createReadStream(path, { highWaterMark: chunkBytes })
  let total = 0
  try {
    for await (const chunk of compression === 'none' ? source : inflated(source, name, compression)) {
      total += (chunk as Buffer).length
      if (total > inflatedBytesMax) {
        const [found, expected] = [`more than ${inflatedBytesMax} bytes`, `at most ${inflatedBytesMax}`]
        throw new DamagedFile({
          file: name,
          place: `byte ${source.bytesRead}`,
          problem: 'the file is too large',
          found,
          expected,
        })
      }
      onBytesRead?.(source.bytesRead)
      yield chunk as Buffer
    }
  } catch (error) {
    if (error instanceof DamagedFile || compression === 'none') throw error
    const [found, expected] = [(error as Error).message, `a whole ${compression} file`]
    throw new DamagedFile({
      file: name,
      place: `byte ${source.bytesRead}`,
      problem: `the ${compression} data is damaged`,
      found,
      expected,
    })
  } finally {
    source.destroy()
  }
}

function inflated(source: AsyncIterable<Buffer> & NodeJS.ReadableStream, name: string, compression: 'gzip' | 'zstd') {
  const inflater =
    compression === 'gzip' ? createGunzip({ chunkSize: chunkBytes }) : createZstdDecompress({ chunkSize: chunkBytes })
  // A failure of either side destroys the other and reaches whoever reads the inflater.
  if (compression === 'gzip') pipeline(source, inflater, () => undefined)
  else
    pipeline(
      source,
      (chunks: AsyncIterable<Buffer>) => oneFrame(chunks, name),
      inflater,
      () => undefined,
    )
  return inflater
}

/**
 * Passes the chunks on, and refuses what the decoder would not notice: a frame cut off, and more after its end. The last
 * chunk is held back until that is settled, since the decoder ends with its frame and asks for nothing more.
 */
async function* oneFrame(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const walk = new ZstdFrameWalk()
  let held: Buffer | null = null
  let bytes = 0
  const refuse = (found: string): never => {
    const [place, expected] = [`byte ${bytes - walk.surplusBytes}`, 'one whole frame (compress the text as one piece)']
    throw new DamagedFile({ file: name, place, problem: 'the zstd data is damaged', found, expected })
  }
  for await (const chunk of chunks) {
    walk.push(chunk)
    bytes += chunk.length
    if (walk.surplusBytes > 0) refuse('more bytes after the first frame')
    if (held !== null) yield held
    held = chunk
  }
  if (!walk.isWhole) refuse('a frame that is cut off')
  if (held !== null) yield held
}
