// The format of a backup file. It consists of frames, each compressed and with its SHA-256, so that damage is found before the
// content is used.
//
//   0    "windrow backup\n\0"  16 bytes
//   …    frames:  u8 kind   H header, E entries, T trailer
//                 u32 LE    packed bytes
//                 u32 LE    unpacked bytes
//                 32 bytes  SHA-256 of kind, both sizes and the packed bytes
//                 packed    zstd
//   header, trailer: JSON.  entries: u16 LE key bytes, u32 LE value bytes, key, value; ascending over the whole file
//
// The entries of all frames are one stream, so a value may be larger than a frame. (In format 1 each frame ended with an entry.)
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import * as z from 'zod'
import { type ByteSink, sha256 } from '../../base/bytes.ts'
import { zstdFrame } from '../../base/zstd.ts'
import type { Entry } from './environment.ts'

const magic = Buffer.from('windrow backup\n\0')
const frameHeadBytes = 41
const sizesAt = 1
const hashAt = 9
/** A frame that says it is larger is damaged: written ones are far smaller. */
const frameBytesMax = 64 * 1024 * 1024

/** The level of compression, Node's default. */
const level = 3
const unpack = promisify(zstdDecompress)

export const HeaderSchema = z.strictObject({
  format: z.int(),
  schema: z.int(),
  createdAtMs: z.int(),
})
export type BackupHeader = z.infer<typeof HeaderSchema>
export const TrailerSchema = z.strictObject({ entries: z.int().min(0), bytes: z.int().min(0) })
export type BackupTrailer = z.infer<typeof TrailerSchema>

const FRAME_KINDS = ['H', 'E', 'T'] as const
type FrameKind = (typeof FRAME_KINDS)[number]

/** A backup file is damaged; the message says where. */
export class BackupDamaged extends Error {
  override readonly name = 'BackupDamaged'
}

export class BackupWriter {
  readonly #out: ByteSink

  constructor(out: ByteSink) {
    this.#out = out
  }

  async begin(header: BackupHeader): Promise<void> {
    await this.#out.append(magic)
    await this.add('H', Buffer.from(JSON.stringify(header)))
  }

  async add(kind: FrameKind, bytes: Uint8Array): Promise<void> {
    const packed = await zstdFrame(bytes, level)
    if (bytes.length > frameBytesMax || packed.length > frameBytesMax)
      throw new Error(`broken assumption: a frame of a backup has ${bytes.length} bytes`)
    const head = Buffer.alloc(frameHeadBytes)
    head.write(kind, 0, 'latin1')
    head.writeUInt32LE(packed.length, sizesAt)
    head.writeUInt32LE(bytes.length, sizesAt + 4)
    sha256(Buffer.concat([head.subarray(0, hashAt), packed])).copy(head, hashAt)
    await this.#out.append(Buffer.concat([head, packed]))
  }
}

interface Frame {
  readonly kind: FrameKind
  readonly bytes: Buffer
}

const entryHeadBytes = 6
/** An entry that says it is larger is damaged: this is several times a store's largest, a block with the longest texts. */
export const entryBytesMax = 64 * 1024 * 1024

export function entryBytes(key: Uint8Array, value: Uint8Array): Buffer {
  const head = Buffer.alloc(entryHeadBytes)
  head.writeUInt16LE(key.length, 0)
  head.writeUInt32LE(value.length, 2)
  return Buffer.concat([head, key, value])
}

export class EntryReader {
  #chunks: Buffer[] = []
  #heldBytes = 0
  #wantedBytes = entryHeadBytes

  end(): void {
    if (this.#heldBytes > 0) throw new BackupDamaged('it ends inside an entry')
  }

  /** Takes the next bytes of the stream, and yields the entries that are complete with them. */
  *take(bytes: Buffer): Generator<Entry> {
    this.#chunks.push(bytes)
    this.#heldBytes += bytes.length
    if (this.#heldBytes < this.#wantedBytes) return
    const all = this.#chunks.length === 1 ? bytes : Buffer.concat(this.#chunks)
    let at = 0
    for (;;) {
      const keyAt = at + entryHeadBytes
      this.#wantedBytes = entryHeadBytes
      if (keyAt > all.length) break
      const valueAt = keyAt + all.readUInt16LE(at)
      const end = valueAt + all.readUInt32LE(at + 2)
      this.#wantedBytes = end - at
      if (this.#wantedBytes > entryBytesMax) throw new BackupDamaged(`an entry claims ${this.#wantedBytes} bytes`)
      if (end > all.length) break
      yield { key: all.subarray(keyAt, valueAt), value: all.subarray(valueAt, end) }
      at = end
    }
    this.#chunks = [all.subarray(at)]
    this.#heldBytes = all.length - at
  }
}

/** Yields all frames in order; throws `BackupDamaged` with the byte of the damage. */
export async function* readFrames(file: FileHandle): AsyncGenerator<Frame> {
  const start = await readExactly(file, 0, magic.length)
  if (start === null || !start.equals(magic)) throw new BackupDamaged('it is not a file that windrow backup wrote')
  let at = magic.length
  for (;;) {
    const damaged = (what: string): BackupDamaged => new BackupDamaged(`it is damaged at byte ${at}: ${what}`)
    const head = await readExactly(file, at, frameHeadBytes)
    if (head === null) throw damaged('it ends before its end mark (cut short?)')
    const kind = FRAME_KINDS.find((known) => known === String.fromCharCode(head[0] as number))
    const [packedBytes, bytes] = [head.readUInt32LE(sizesAt), head.readUInt32LE(sizesAt + 4)]
    if (kind === undefined || packedBytes > frameBytesMax || bytes > frameBytesMax)
      throw damaged('no frame begins there')
    const packed = await readExactly(file, at + frameHeadBytes, packedBytes)
    if (packed === null) throw damaged('the file ends inside a frame (cut short?)')
    if (!sha256(Buffer.concat([head.subarray(0, hashAt), packed])).equals(head.subarray(hashAt))) {
      throw damaged('the checksum of the frame is wrong')
    }
    const unpacked = await unpack(packed, { maxOutputLength: Math.max(1, bytes) })
    if (unpacked.length !== bytes) throw damaged(`the frame holds ${unpacked.length} bytes and should hold ${bytes}`)
    at += frameHeadBytes + packedBytes
    yield { kind, bytes: unpacked }
    if (kind === 'T') break
  }
  if ((await readExactly(file, at, 1)) !== null) throw new BackupDamaged(`it goes on after its end mark at byte ${at}`)
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer | null> {
  const bytes = Buffer.allocUnsafe(length)
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, position + at)
    if (bytesRead === 0) return null
    at += bytesRead
  }
  return bytes
}
