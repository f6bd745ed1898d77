// Signs a Mach-O file "ad hoc" on any system: hashes of its pages, no identity. macOS on Apple silicon starts no file
// without. The layout is that of the signature which Apple's own linker writes (flags adhoc and linker-signed).
//
//   SuperBlob   magic, length, count 1, (type 0, offset 20)
//   CodeDirectory   88 bytes, identifier, SHA-256 of each 4096 bytes of what lies before the signature; big-endian
import { createHash } from 'node:crypto'
import { COMMAND, commandOf, PAGE, segmentNamed, writeU64 } from './macho.ts'

const HASHED_PAGE = 4096
const HASHED_PAGE_BITS = 12
const HASH_SIZE = 32
const SHA256 = 2
const DIRECTORY_HEADER = 88
const SUPER_HEADER = 20
const ADHOC_LINKER_SIGNED = 0x20002
const MAIN_BINARY = 1n
const EXECUTABLE = 2

/** The file signed as `identifier`, an earlier signature replaced: its load command says where the new one begins too. */
export function signedAdHoc(file: Buffer, identifier: string): Buffer {
  const command = commandOf(file, COMMAND.codeSignature)
  const link = segmentNamed(file, '__LINKEDIT')
  const end = file.readUInt32LE(command.at + 8)
  const at = Math.ceil(end / 16) * 16
  const name = Buffer.from(`${identifier}\0`, 'latin1')
  const pages = Math.ceil(at / HASHED_PAGE)
  const directorySize = DIRECTORY_HEADER + name.length + pages * HASH_SIZE
  const sizeBytes = Math.ceil((SUPER_HEADER + directorySize) / 8) * 8

  const out = Buffer.alloc(at + sizeBytes)
  file.copy(out, 0, 0, end)
  out.writeUInt32LE(at, command.at + 8)
  out.writeUInt32LE(sizeBytes, command.at + 12)
  const linkSize = at + sizeBytes - link.offset
  writeU64(out, link.at + 48, linkSize)
  writeU64(out, link.at + 32, Math.ceil(linkSize / PAGE) * PAGE)

  writeSuperBlob(out, at, SUPER_HEADER + directorySize)
  writeDirectory(out, at + SUPER_HEADER, directorySize, name, at)
  for (let page = 0; page < pages; page += 1) {
    const bytes = out.subarray(page * HASHED_PAGE, Math.min(at, (page + 1) * HASHED_PAGE))
    const hash = createHash('sha256').update(bytes).digest()
    hash.copy(out, at + SUPER_HEADER + DIRECTORY_HEADER + name.length + page * HASH_SIZE)
  }
  return out
}

function writeSuperBlob(out: Buffer, at: number, sizeBytes: number): void {
  for (const [i, value] of [0xfade0cc0, sizeBytes, 1, 0, SUPER_HEADER].entries()) out.writeUInt32BE(value, at + 4 * i)
}

function writeDirectory(out: Buffer, at: number, sizeBytes: number, name: Buffer, codeLimit: number): void {
  const text = segmentNamed(out, '__TEXT')
  const isExecutable = out.readUInt32LE(12) === EXECUTABLE
  const version = 0x20400
  const words = [
    0xfade0c02,
    sizeBytes,
    version,
    ADHOC_LINKER_SIGNED,
    DIRECTORY_HEADER + name.length,
    DIRECTORY_HEADER,
    0,
    Math.ceil(codeLimit / HASHED_PAGE),
    codeLimit,
  ]
  for (const [i, value] of words.entries()) out.writeUInt32BE(value, at + 4 * i)
  out.set([HASH_SIZE, SHA256, 0, HASHED_PAGE_BITS], at + 36)
  // From 40: spare, scatter, team, spare and a 64-bit code limit, all zero.
  out.writeBigUInt64BE(BigInt(text.offset), at + 64)
  out.writeBigUInt64BE(BigInt(text.fileSize), at + 72)
  out.writeBigUInt64BE(isExecutable ? MAIN_BINARY : 0n, at + 80)
  name.copy(out, at + DIRECTORY_HEADER)
}
