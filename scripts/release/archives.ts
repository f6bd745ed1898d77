// Archives of a few files: a .zip for Windows, a .tar.gz elsewhere, where it keeps the right to run. Written here and not by a
// library: two formats of a few hundred bytes of frame each. The times in them are fixed, so that two releases of one
// commit are byte-identical on machines of one kind (zlib looks for repetitions as the processor is quick at it).
import { crc32, constants, deflateRawSync, gzipSync } from 'node:zlib'

export interface ArchiveFile {
  /** With forward slashes, at most 100 bytes. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly isExecutable?: true
}

const level = constants.Z_BEST_COMPRESSION

/** 1980-01-01, the first day that a zip knows. */
const ZIP_DATE = 0x21
const ZIP_VERSION = 20
const DEFLATED = 8
const UTF8_NAME = 0x800
const MADE_BY_UNIX = 0x300

/** local header, name, data … | central entries | end of central directory (APPNOTE 6.3.10, 4.3) */
export function zip(files: readonly ArchiveFile[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const { name, bytes, isExecutable } of files) {
    const data = deflateRawSync(bytes, { level })
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    for (const [i, value] of [ZIP_VERSION, UTF8_NAME, DEFLATED, 0, ZIP_DATE].entries())
      common.writeUInt16LE(value, 2 * i)
    for (const [i, value] of [crc32(bytes), data.length, bytes.length].entries())
      common.writeUInt32LE(value, 10 + 4 * i)
    common.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, data])
    const end = Buffer.alloc(14)
    end.writeUInt32LE(((isExecutable === true ? 0o100755 : 0o100644) << 16) >>> 0, 6)
    end.writeUInt32LE(at, 10)
    const madeBy = Buffer.alloc(2)
    madeBy.writeUInt16LE(MADE_BY_UNIX | ZIP_VERSION)
    central.push(Buffer.from('PK\x01\x02', 'latin1'), madeBy, common, end, nameBytes)
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(central)
  const last = Buffer.alloc(22)
  last.write('PK\x05\x06', 'latin1')
  last.writeUInt16LE(files.length, 8)
  last.writeUInt16LE(files.length, 10)
  last.writeUInt32LE(directory.length, 12)
  last.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, last])
}

const BLOCK = 512

/** POSIX ustar: a header of one block, then the bytes in whole blocks; two empty blocks end it. */
export function tarGz(files: readonly ArchiveFile[]): Buffer {
  const blocks = files.flatMap(({ name, bytes, isExecutable }) => {
    const header = Buffer.alloc(BLOCK)
    const octal = (at: number, width: number, value: number) =>
      header.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1')
    header.write(name, 0, 'utf8')
    octal(100, 8, isExecutable === true ? 0o755 : 0o644)
    octal(108, 8, 0)
    octal(116, 8, 0)
    octal(124, 12, bytes.length)
    octal(136, 12, 0)
    header.write('        0', 148, 'latin1')
    header.write('ustar\x0000', 257, 'latin1')
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]
  })
  const packed = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level })
  // Which system packed it: not told, for it is no matter.
  packed[9] = 255
  return packed
}
