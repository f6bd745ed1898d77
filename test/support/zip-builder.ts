// A ZIP of a test's own, with any lie about its entries.
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  readonly name: string
  readonly bytes: Buffer
  readonly isDeflated?: boolean
  /** What the heads say in place of the truth. */
  readonly said?: {
    readonly sizeBytes?: number
    readonly crc?: number
    readonly flags?: number
    readonly method?: number
  }
}

export function buildZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, bytes, isDeflated = false, said = {} } of parts) {
    const packed = isDeflated ? deflateRawSync(bytes) : bytes
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(said.flags ?? 0, 2)
    common.writeUInt16LE(said.method ?? (isDeflated ? 8 : 0), 4)
    common.writeUInt32LE(said.crc ?? crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(said.sizeBytes ?? bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, rest, Buffer.from(name)]))
    locals.push(local)
    at += local.length
  }
  const all = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, all, end])
}
