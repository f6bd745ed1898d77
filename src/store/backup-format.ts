// The bytes of a backup: frames, each compressed and with its own SHA-256, so that a damaged or shortened file is found
// before anything of it is used.
//
//   0    "windrow backup\n\0"  16 bytes
//   …    frames:  u8 kind   H header, E entries, T trailer
//                 u32 LE    packed bytes
//                 u32 LE    unpacked bytes
//                 32 bytes  SHA-256 of kind, both sizes and the packed bytes
//                 packed    zstd
//   header, trailer: JSON.  entries: u16 LE key bytes, u32 LE value bytes, key, value; ascending over the whole file
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import * as z from 'zod'
import { sha256 } from '../base/bytes.ts'

const magic = Buffer.from('windrow backup\n\0')
const frameHeadBytes = 41
const sizesAt = 1
const hashAt = 9
/** The largest value (a block of 64 rows, or a stored answer) and a frame's fill fit well inside. */
export const frameBytesMax = 64 * 1024 * 1024

const pack = promisify(zstdCompress)
const unpack = promisify(zstdDecompress)

export const HeaderSchema = z.strictObject({
  format: z.int(),
  schema: z.int(),
  createdAtMs: z.int(),
})
export type BackupHeader = z.infer<typeof HeaderSchema>
export const TrailerSchema = z.strictObject({ entries: z.int().min(0), bytes: z.int().min(0) })
export type BackupTrailer = z.infer<typeof TrailerSchema>

export const FRAME_KINDS = ['H', 'E', 'T'] as const
export type FrameKind = (typeof FRAME_KINDS)[number]

/** The backup can't be used; the message says where it is damaged. */
export class BackupDamaged extends Error {
  override readonly name = 'BackupDamaged'
}

export class BackupWriter {
  readonly #file: FileHandle

  constructor(file: FileHandle) {
    this.#file = file
  }

  async begin(header: BackupHeader): Promise<void> {
    await writeAll(this.#file, magic)
    await this.add('H', Buffer.from(JSON.stringify(header)))
  }

  async add(kind: FrameKind, bytes: Uint8Array): Promise<void> {
    const packed = await pack(bytes)
    const head = Buffer.alloc(frameHeadBytes)
    head.write(kind, 0, 'latin1')
    head.writeUInt32LE(packed.length, sizesAt)
    head.writeUInt32LE(bytes.length, sizesAt + 4)
    sha256(Buffer.concat([head.subarray(0, hashAt), packed])).copy(head, hashAt)
    await writeAll(this.#file, Buffer.concat([head, packed]))
  }
}

/** A file handle's `write` may write less than it is given, when the disk fills up for one. */
async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
}

export interface Frame {
  readonly kind: FrameKind
  readonly bytes: Buffer
}

/** All frames of a backup in order; throws `BackupDamaged` with the byte where it goes wrong. */
export async function* readFrames(file: FileHandle): AsyncGenerator<Frame> {
  const start = await readExactly(file, 0, magic.length)
  if (start === null || !start.equals(magic)) throw new BackupDamaged('it is no file that windrow backup wrote')
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
      throw damaged('the frame has another checksum than its own')
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
