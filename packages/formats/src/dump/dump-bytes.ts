// Reads a text dump, inflated if gzip or zstd, in pieces of about 128 kB. Inflation is limited, and a truncated
// compressed file is refused, because rows lost silently would be retired.
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { ZstdFrameWalk } from '../container/zstd-frame.ts'
import { DamagedFile, damagedLine, type Problem } from '../damage.ts'
import { inflatedBytesMax, inflatedMaxOf, lineBytesMax } from '../text-entry.ts'

export type Compression = 'none' | 'gzip' | 'zstd'
const chunkBytes = 128 * 1024
/** The most frames of a file, because each costs a decoder. */
const framesMax = 100_000
/** True: a frame without data. Parallel compressors write such frames, which hold the length of the next one. */
const isSkippable = (magic: number): boolean => (magic & 0xfffffff0) >>> 0 === 0x184d2a50

export function compressionOf(start: Buffer): Compression {
  if (start.length >= 2 && start.readUInt16BE(0) === 0x1f8b) return 'gzip'
  const magic = start.length >= 4 ? start.readUInt32LE(0) : 0
  return magic === 0xfd2fb528 || isSkippable(magic) ? 'zstd' : 'none'
}

export async function compressionAt(path: string): Promise<Compression> {
  await using file = await open(path, 'r')
  const start = Buffer.alloc(16)
  const { bytesRead } = await file.read(start, 0, start.length, 0)
  return compressionOf(start.subarray(0, bytesRead))
}

export interface DumpFile {
  readonly path: string
  readonly name: string
  readonly compression: Compression
  readonly onBytesRead?: (bytesRead: number) => void
}

const damagedAt = (file: string, byte: number, problem: Problem): DamagedFile =>
  new DamagedFile({ file, where: { at: 'byte', byte }, ...problem })

/** The inflated bytes of a dump. Throws DamagedFile with a place in the compressed file. */
export async function* bytesOf({ path, name, compression, onBytesRead }: DumpFile): AsyncGenerator<Buffer> {
  const bytesMax = compression === 'none' ? inflatedBytesMax : inflatedMaxOf((await stat(path)).size)
  const source = createReadStream(path, { highWaterMark: chunkBytes })
  let total = 0
  try {
    for await (const chunk of compression === 'none' ? source : inflated(source, name, compression)) {
      total += (chunk as Buffer).length
      if (total > bytesMax) {
        const problem = bytesMax < inflatedBytesMax ? 'packed_file_too_large' : 'file_too_large'
        throw damagedAt(name, source.bytesRead, { problem, expected: Math.ceil(bytesMax / 2 ** 20) })
      }
      onBytesRead?.(source.bytesRead)
      yield chunk as Buffer
    }
  } catch (error) {
    if (error instanceof DamagedFile || compression === 'none') throw error
    throw damagedAt(name, source.bytesRead, { problem: 'compression', compression, found: (error as Error).message })
  } finally {
    source.destroy()
  }
}

function inflated(source: AsyncIterable<Buffer> & NodeJS.ReadableStream, name: string, compression: 'gzip' | 'zstd') {
  if (compression === 'zstd') return inflatedFrames(source, name)
  const inflater = createGunzip({ chunkSize: chunkBytes })
  // A failure of either side destroys the other, and the inflater's iterator throws it.
  pipeline(source, inflater, () => undefined)
  return inflater
}

/** The bytes of all frames of a file. Parallel compressors write several; one decoder would end with the first. */
async function* inflatedFrames(source: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const input = new FrameInput(source, name)
  for (let frame = 1; await input.hasMore(); frame++) {
    if (frame > framesMax) input.refuse({ problem: 'zstd_frames', expected: framesMax })
    const inflater = createZstdDecompress({ chunkSize: chunkBytes })
    pipeline(input.frame(), inflater, () => undefined)
    yield* inflater as AsyncIterable<Buffer>
  }
}

class FrameInput {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #name: string
  /** Bytes that were read and are not part of a frame yet. */
  #rest: Buffer = Buffer.alloc(0)
  #taken = 0

  constructor(source: AsyncIterable<Buffer>, name: string) {
    this.#chunks = source[Symbol.asyncIterator]()
    this.#name = name
  }

  async #next(): Promise<Buffer | null> {
    if (this.#rest.length > 0) {
      const rest = this.#rest
      this.#rest = Buffer.alloc(0)
      return rest
    }
    const { done, value } = await this.#chunks.next()
    return done === true ? null : value
  }

  refuse(problem: Problem): never {
    throw damagedAt(this.#name, this.#taken, problem)
  }

  /** True: another frame follows. Frames without data (magic 184D2A5x, u32 length, bytes) are skipped. */
  async hasMore(): Promise<boolean> {
    for (;;) {
      const head = await this.#peek(8)
      if (head.length === 0) return false
      if (head.length < 8 || !isSkippable(head.readUInt32LE(0))) return true
      await this.#skip(8 + head.readUInt32LE(4))
    }
  }

  async #peek(bytes: number): Promise<Buffer> {
    while (this.#rest.length < bytes) {
      const { done, value } = await this.#chunks.next()
      if (done === true) break
      this.#rest = Buffer.concat([this.#rest, value])
    }
    return this.#rest.subarray(0, bytes)
  }

  async #skip(bytes: number): Promise<void> {
    for (let left = bytes; left > 0; ) {
      const chunk = await this.#next()
      if (chunk === null) this.refuse({ problem: 'zstd_cut_off' })
      const step = Math.min(left, chunk.length)
      this.#rest = chunk.subarray(step)
      this.#taken += step
      left -= step
    }
  }

  /** The pieces of one frame. The last piece is held back until the frame is complete, because the decoder reads no further. */
  async *frame(): AsyncGenerator<Buffer> {
    const walk = new ZstdFrameWalk()
    let held: Buffer | null = null
    while (!walk.isWhole) {
      const chunk = await this.#next()
      if (chunk === null) this.refuse({ problem: 'zstd_cut_off' })
      walk.push(chunk)
      if (walk.isBroken) this.refuse({ problem: 'zstd_no_frame' })
      const own = chunk.subarray(0, chunk.length - walk.surplusBytes)
      this.#rest = chunk.subarray(own.length)
      this.#taken += own.length
      if (held !== null) yield held
      held = own
    }
    if (held !== null) yield held
  }
}

export interface LineBatch {
  /** The number of the batch's first line; a file begins with line 1. */
  readonly first: number
  readonly lines: readonly string[]
}

const LF = 0x0a
const BOM = '\uFEFF'

/**
 * Lines of a text dump in batches of about a thousand: UTF-8 checked, BOM removed, split at LF only (a CR before it may
 * belong to a text, which only the format's reader knows). Throws DamagedFile at a line that is too long or no UTF-8.
 */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  file: string,
  bytesMax = lineBytesMax,
): AsyncGenerator<LineBatch> {
  let first = 1
  let held: Buffer[] = []
  let heldBytes = 0
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LF)
    if (end === -1) {
      held.push(chunk)
      heldBytes += chunk.length
      if (heldBytes > bytesMax) throw damagedLine(file, first, { problem: 'line_too_long', expected: bytesMax })
      continue
    }
    const batch = decode(Buffer.concat([...held, chunk.subarray(0, end)]), first, file, bytesMax)
    held = [chunk.subarray(end + 1)]
    heldBytes = chunk.length - end - 1
    yield batch
    first += batch.lines.length
  }
  if (heldBytes > 0) yield decode(Buffer.concat(held), first, file, bytesMax)
}

function decode(bytes: Buffer, first: number, file: string, bytesMax: number): LineBatch {
  if (!isUtf8(bytes)) refuseBytes(bytes, first, file)
  const text = bytes.toString('utf8')
  const lines = (first === 1 && text.startsWith(BOM) ? text.slice(1) : text).split('\n')
  for (const [at, line] of lines.entries()) {
    if (line.length * 3 > bytesMax && Buffer.byteLength(line) > bytesMax)
      throw damagedLine(file, first + at, { problem: 'line_too_long', expected: bytesMax })
  }
  return { first, lines }
}

function refuseBytes(bytes: Buffer, first: number, file: string): never {
  let line = first
  for (let start = 0; start <= bytes.length; line++) {
    const next = bytes.indexOf(LF, start)
    const end = next === -1 ? bytes.length : next
    if (!isUtf8(bytes.subarray(start, end))) break
    start = end + 1
  }
  throw damagedLine(file, line, { problem: 'line_no_text' })
}
