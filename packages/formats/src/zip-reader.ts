// Reads a ZIP without trust: one disk, no ZIP64, no encryption, entries stored or deflated, whose two heads agree.
// Sizes are bounded before and while entries are unpacked. Layout (little-endian), from the file's end:
//
//   end of the directory, 22 bytes and a comment: u32 mark, …, 10 u16 entries, 12 u32 bytes of the directory, 16 u32 its position
//   directory, an entry: u32 mark, 8 u16 flags, 10 u16 method, 16 u32 CRC-32, 20 u32 packed bytes, 24 u32 bytes, 28 u16 name,
//                        30 u16 extra, 32 u16 comment, 42 u32 position of the local head; 46 the name
//   local head:          u32 mark, …, 26 u16 name, 28 u16 extra; 30 the name, the extra field, the packed bytes
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createInflateRaw, crc32 } from 'node:zlib'

export class DamagedZip extends Error {
  override readonly name = 'DamagedZip'
}

export interface ZipMember {
  readonly name: string
  readonly isDeflated: boolean
  readonly crc: number
  readonly packedBytes: number
  readonly sizeBytes: number
  readonly headAt: number
}

interface ZipBounds {
  readonly entriesMax: number
  /** The most unpacked bytes of all entries together. */
  readonly bytesMax: number
}

const endMark = 0x06054b50
const directoryMark = 0x02014b50
const localMark = 0x04034b50
const endBytes = 22
const commentBytesMax = 65_535
const directoryHeadBytes = 46
const localHeadBytes = 30
const directoryBytesMax = 16 * 1024 * 1024
const isEncryptedFlag = 1
const isUtf8Flag = 1 << 11
const deflated = 8

const damaged = (problem: string): DamagedZip => new DamagedZip(problem)

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  if (bytesRead !== length) throw damaged('it ends too early')
  return bytes
}

/** Reads the list of a ZIP's entries. Throws DamagedZip. */
export async function readZipDirectory(file: FileHandle, { entriesMax, bytesMax }: ZipBounds): Promise<ZipMember[]> {
  const { size } = await file.stat()
  const tail = await bytesAt(
    file,
    Math.max(0, size - endBytes - commentBytesMax),
    Math.min(size, endBytes + commentBytesMax),
  )
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + endBytes > tail.length || tail.readUInt32LE(end) !== endMark) throw damaged('it is not a ZIP')
  const count = tail.readUInt16LE(end + 10)
  const [length, at] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (count > entriesMax) throw damaged('it has too many files')
  if (length > directoryBytesMax || at + length > size) throw damaged('its directory is damaged')
  const directory = await bytesAt(file, at, length)
  const members: ZipMember[] = []
  for (let place = 0; members.length < count; ) {
    if (place + directoryHeadBytes > length || directory.readUInt32LE(place) !== directoryMark)
      throw damaged('its directory is damaged')
    const nameBytes = directory.readUInt16LE(place + 28)
    const next =
      place + directoryHeadBytes + nameBytes + directory.readUInt16LE(place + 30) + directory.readUInt16LE(place + 32)
    if (next > length) throw damaged('its directory is damaged')
    members.push(memberAt(directory, place, nameBytes))
    place = next
  }
  const bytes = members.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (bytes > bytesMax) throw damaged('it would unpack to too many bytes')
  return members
}

function memberAt(directory: Buffer, at: number, nameBytes: number): ZipMember {
  const method = directory.readUInt16LE(at + 10)
  const flags = directory.readUInt16LE(at + 8)
  if ((flags & isEncryptedFlag) !== 0) throw damaged('it is encrypted')
  if (method !== 0 && method !== deflated) throw damaged('it is packed in an unknown way')
  return {
    name: directory.toString(
      (flags & isUtf8Flag) === 0 ? 'latin1' : 'utf8',
      at + directoryHeadBytes,
      at + directoryHeadBytes + nameBytes,
    ),
    isDeflated: method === deflated,
    crc: directory.readUInt32LE(at + 16),
    packedBytes: directory.readUInt32LE(at + 20),
    sizeBytes: directory.readUInt32LE(at + 24),
    headAt: directory.readUInt32LE(at + 42),
  }
}

/** Unpacks an entry, and returns its SHA-256 (hex). Throws DamagedZip if it is not as the directory says. */
export async function unpackMember(
  file: FileHandle,
  member: ZipMember,
  out: FileHandle,
  onBytes: (count: number) => void,
): Promise<string> {
  const head = await bytesAt(file, member.headAt, localHeadBytes)
  if (head.readUInt32LE(0) !== localMark) throw damaged(`${member.name} is not where its directory says`)
  const start = member.headAt + localHeadBytes + head.readUInt16LE(26) + head.readUInt16LE(28)
  if (start + member.packedBytes > (await file.stat()).size) throw damaged('it ends too early')
  const hash = createHash('sha256')
  let [crc, written] = [0, 0]
  try {
    for await (const piece of unpacked(file, member, start)) {
      if (written + piece.length > member.sizeBytes) throw damaged(`${member.name} is longer than it says`)
      hash.update(piece)
      crc = crc32(piece, crc)
      for (let done = 0; done < piece.length; ) done += (await out.write(piece, done, piece.length - done)).bytesWritten
      written += piece.length
      onBytes(piece.length)
    }
  } catch (error) {
    throw String((error as NodeJS.ErrnoException).code).startsWith('Z_') ? damaged(`${member.name} is damaged`) : error
  }
  if (written !== member.sizeBytes || crc !== member.crc) throw damaged(`${member.name} is damaged`)
  return hash.digest('hex')
}

function unpacked(file: FileHandle, { packedBytes, isDeflated }: ZipMember, start: number): AsyncIterable<Buffer> {
  if (packedBytes === 0) return Readable.from([])
  const packed = file.createReadStream({ start, end: start + packedBytes - 1, autoClose: false })
  return isDeflated ? packed.pipe(createInflateRaw()) : packed
}
