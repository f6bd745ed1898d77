// Writes files into a ZIP without compressing them, because game containers are compressed already. The bytes follow
// from names and contents alone: one fixed time, the order given, no owner, no extra field.
import { isAscii } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

interface ZipEntry {
  /** The path in the ZIP, with slashes. */
  readonly name: string
  readonly path: string
}

interface Digested {
  readonly sizeBytes: number
  readonly sha256: string
}

interface StoredZip extends Digested {
  /** In their order. */
  readonly entries: readonly Digested[]
}

const pieceBytes = 1024 * 1024
/** 1980-01-01 00:00, the first time of the format. */
const dosTime = { time: 0, date: (1 << 5) | 1 }
const versionNeeded = 10
const namesAreUtf8 = 1 << 11
/** The longest ZIP. A larger one needs ZIP64, which not every launcher reads. */
const zipBytesMax = 0xffff_ffff

export async function writeStoredZip(file: FileHandle, entries: readonly ZipEntry[]): Promise<StoredZip> {
  const hash = createHash('sha256')
  let at = 0
  const packed = await packStored(entries)
  for await (const bytes of packed.pieces()) {
    hash.update(bytes)
    for (let done = 0; done < bytes.length; ) {
      done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
    }
    at += bytes.length
  }
  return { sizeBytes: at, sha256: hash.digest('hex'), entries: packed.entries }
}

interface PackedStored {
  readonly sizeBytes: number
  /** In their order. */
  readonly entries: readonly Digested[]
  /** The bytes of the ZIP. Throws if a file has changed since its sum was taken. */
  readonly pieces: () => AsyncGenerator<Buffer>
}

/** Prepares a ZIP. Each file is read once for its sum, and again when the pieces are taken. */
export async function packStored(entries: readonly ZipEntry[]): Promise<PackedStored> {
  const files: (ZipEntry & Digested & { readonly crc: number; readonly offset: number })[] = []
  let offset = 0
  for (const entry of entries) {
    const digest = await digestOf(entry.path)
    files.push({ ...entry, ...digest, offset })
    offset += localHeadBytes + Buffer.byteLength(entry.name) + digest.sizeBytes
    if (offset > zipBytesMax) throw new Error(`the package would be larger than ${zipBytesMax} bytes`)
  }
  const directory = Buffer.concat(
    files.map(({ crc, sizeBytes, name, offset: at }) => centralHead(crc, sizeBytes, name, at)),
  )
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return {
    sizeBytes: offset + directory.length + end.length,
    entries: files.map(({ sizeBytes, sha256 }) => ({ sizeBytes, sha256 })),
    async *pieces() {
      for (const { name, path, crc, sizeBytes } of files) {
        yield Buffer.concat([head(localMark, crc, sizeBytes, name), Buffer.from(name)])
        let copied = 0
        for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
          copied += (piece as Buffer).length
          yield piece as Buffer
        }
        if (copied !== sizeBytes) throw new Error(`${path} changed while it was packed`)
      }
      yield Buffer.concat([directory, end])
    },
  }
}

async function digestOf(path: string): Promise<Digested & { readonly crc: number }> {
  const hash = createHash('sha256')
  let [crc, sizeBytes] = [0, 0]
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    hash.update(piece as Buffer)
    crc = crc32(piece as Buffer, crc)
    sizeBytes += (piece as Buffer).length
  }
  return { crc, sizeBytes, sha256: hash.digest('hex') }
}

const localMark = 0x04034b50
const centralMark = 0x02014b50
const localHeadBytes = 30
const centralHeadBytes = 46

/** The fields that both heads of an entry have, after their mark. */
function head(mark: number, crc: number, sizeBytes: number, name: string): Buffer {
  const isCentral = mark === centralMark
  const bytes = Buffer.alloc(isCentral ? centralHeadBytes : localHeadBytes)
  bytes.writeUInt32LE(mark, 0)
  const at = isCentral ? 6 : 4
  if (isCentral) bytes.writeUInt16LE(versionNeeded, 4)
  bytes.writeUInt16LE(versionNeeded, at)
  if (!isAscii(Buffer.from(name))) bytes.writeUInt16LE(namesAreUtf8, at + 2)
  bytes.writeUInt16LE(dosTime.time, at + 6)
  bytes.writeUInt16LE(dosTime.date, at + 8)
  bytes.writeUInt32LE(crc, at + 10)
  bytes.writeUInt32LE(sizeBytes, at + 14)
  bytes.writeUInt32LE(sizeBytes, at + 18)
  bytes.writeUInt16LE(Buffer.byteLength(name), at + 22)
  return bytes
}

function centralHead(crc: number, sizeBytes: number, name: string, offset: number): Buffer {
  const bytes = head(centralMark, crc, sizeBytes, name)
  bytes.writeUInt32LE(offset, 42)
  return Buffer.concat([bytes, Buffer.from(name)])
}
