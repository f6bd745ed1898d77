// Takes the names of symbols for debuggers out of an ELF file: they are a sixth of Node's file and never loaded. The table and its
// strings become zeros where they lie: a file that was stripped for real is laid out anew when the blob goes in, and then takes
// more memory. What is linked at run time stands in another table.
const SYMBOL_TABLE = 2
const HEADER_ENTRY = 64

interface Section {
  readonly type: number
  readonly offset: number
  readonly sizeBytes: number
  /** Number of the section with its strings. */
  readonly link: number
}

/** The file (64-bit, little-endian) with an empty table of debugging symbols. */
export function withoutDebugNames(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 6) !== '\x7fELF\x02\x01') throw new Error('not a 64-bit ELF file')
  const out = Buffer.from(file)
  const sections = sectionsOf(file)
  for (const { type, offset, sizeBytes, link } of sections) {
    const strings = sections[link]
    if (type !== SYMBOL_TABLE || strings === undefined) continue
    out.fill(0, offset, offset + sizeBytes)
    out.fill(0, strings.offset, strings.offset + strings.sizeBytes)
  }
  return out
}

function sectionsOf(file: Buffer): Section[] {
  const start = Number(file.readBigUInt64LE(0x28))
  return Array.from({ length: file.readUInt16LE(0x3c) }, (_, i) => {
    const at = start + i * HEADER_ENTRY
    return {
      type: file.readUInt32LE(at + 4),
      offset: Number(file.readBigUInt64LE(at + 24)),
      sizeBytes: Number(file.readBigUInt64LE(at + 32)),
      link: file.readUInt32LE(at + 40),
    }
  })
}
