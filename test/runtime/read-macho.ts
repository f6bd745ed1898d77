// Reads of a macOS executable what its loader would and checks: segments, fixups, symbols' places, page hashes.
import { createHash } from 'node:crypto'

export interface ReadSegment {
  readonly name: string
  readonly address: number
  readonly addressSize: number
  readonly offset: number
  readonly fileSize: number
  readonly protection: number
  readonly sections: readonly {
    readonly name: string
    readonly address: number
    readonly size: number
    readonly offset: number
  }[]
}

export interface ReadMacho {
  readonly cpu: number
  readonly fileType: number
  readonly segments: readonly ReadSegment[]
  /** Offset and size that each command of __LINKEDIT names, by the command's number. */
  readonly linkData: ReadonlyMap<number, readonly [number, number]>
  /** Per segment: where its fixups are described, zero for none. */
  readonly fixupStarts: readonly number[]
  readonly signature: ReadSignature
}

export interface ReadSignature {
  readonly identifier: string
  readonly flags: number
  /** What the hashes cover: everything before the signature. */
  readonly codeLimit: number
  readonly sizeBytes: number
  /** Hashes as they stand in the signature and as the file gives them. */
  readonly stated: readonly string[]
  readonly actual: readonly string[]
}

export function readMacho(file: Buffer): ReadMacho {
  if (file.readUInt32LE(0) !== 0xfeedfacf) throw new Error('no 64-bit Mach-O')
  const segments: ReadSegment[] = []
  const linkData = new Map<number, readonly [number, number]>()
  let at = 32
  for (let i = 0; i < file.readUInt32LE(16); i += 1) {
    const kind = file.readUInt32LE(at)
    if (kind === 0x19) segments.push(readSegment(file, at))
    else if ([0x1d, 0x26, 0x29, 0x80000033, 0x80000034].includes(kind))
      linkData.set(kind, [file.readUInt32LE(at + 8), file.readUInt32LE(at + 12)])
    else if (kind === 0x2) {
      linkData.set(kind, [file.readUInt32LE(at + 8), 16 * file.readUInt32LE(at + 12)])
      linkData.set(-kind, [file.readUInt32LE(at + 16), file.readUInt32LE(at + 20)])
    } else if (kind === 0xb) linkData.set(kind, [file.readUInt32LE(at + 56), 4 * file.readUInt32LE(at + 60)])
    at += file.readUInt32LE(at + 4)
  }
  const fixupStarts = readFixupStarts(file, linkData.get(0x80000034)?.[0])
  const signature = readSignature(file, ...(linkData.get(0x1d) ?? [0, 0]))
  return { cpu: file.readUInt32LE(4), fileType: file.readUInt32LE(12), segments, linkData, fixupStarts, signature }
}

/** A library with fixups of the older kind has none of these. */
function readFixupStarts(file: Buffer, fixups: number | undefined): readonly number[] {
  if (fixups === undefined) return []
  const starts = fixups + file.readUInt32LE(fixups + 4)
  return Array.from({ length: file.readUInt32LE(starts) }, (_, i) => file.readUInt32LE(starts + 4 + 4 * i))
}

function readSegment(file: Buffer, at: number): ReadSegment {
  const name = (from: number) => file.toString('latin1', from, from + 16).replace(/\0.*$/, '')
  const number = (from: number) => Number(file.readBigUInt64LE(from))
  const sections = Array.from({ length: file.readUInt32LE(at + 64) }, (_, i) => {
    const from = at + 72 + 80 * i
    return {
      name: name(from),
      address: number(from + 32),
      size: number(from + 40),
      offset: file.readUInt32LE(from + 48),
    }
  })
  const [address, addressSize, offset, fileSize] = [24, 32, 40, 48].map((from) => number(at + from)) as [
    number,
    number,
    number,
    number,
  ]
  return {
    name: name(at + 8),
    address,
    addressSize,
    offset,
    fileSize,
    protection: file.readUInt32LE(at + 60),
    sections,
  }
}

function readSignature(file: Buffer, at: number, sizeBytes: number): ReadSignature {
  if (file.readUInt32BE(at) !== 0xfade0cc0) throw new Error('no signature')
  const directory = at + file.readUInt32BE(at + 16)
  const word = (offset: number) => file.readUInt32BE(directory + offset)
  if (word(0) !== 0xfade0c02) throw new Error('no code directory first in the signature')
  const [hashSize, hashType, , pageBits] = file.subarray(directory + 36, directory + 40) as unknown as [
    number,
    number,
    number,
    number,
  ]
  if (hashSize !== 32 || hashType !== 2) throw new Error('other hashes than SHA-256')
  const codeLimit = word(32)
  const stated = Array.from({ length: word(28) }, (_, page) =>
    file.toString('hex', directory + word(16) + 32 * page, directory + word(16) + 32 * (page + 1)),
  )
  const actual = stated.map((_, page) =>
    sha256(file.subarray(page << pageBits, Math.min(codeLimit, (page + 1) << pageBits))),
  )
  const nameAt = directory + word(20)
  return {
    identifier: file.toString('latin1', nameAt, file.indexOf(0, nameAt)),
    flags: word(12),
    codeLimit,
    sizeBytes,
    stated,
    actual,
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
