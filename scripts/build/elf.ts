// Takes what only debuggers read out of an ELF file: names of symbols and the sections `.debug_…` are a fifth of Node's file and never
// loaded. They become zeros where they lie: a file that was stripped for real is laid out anew when the blob goes in, and then takes
// more memory. What is linked at run time stands in another table.
const SYMBOL_TABLE = 2
const HEADER_ENTRY = 64

interface Section {
  readonly name: string
  readonly type: number
  readonly offset: number
  readonly sizeBytes: number
  /** Number of the section with its strings. */
  readonly link: number
}

/** The file (64-bit, little-endian) with an empty table of debugging symbols, and empty sections for debuggers. */
export function withoutDebugNames(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 6) !== '\x7fELF\x02\x01') throw new Error('not a 64-bit ELF file')
  const out = Buffer.from(file)
  const sections = sectionsOf(file)
  const empty = ({ offset, sizeBytes }: Section): unknown => out.fill(0, offset, offset + sizeBytes)
  for (const section of sections) {
    if (section.name.startsWith('.debug_')) empty(section)
    const strings = sections[section.link]
    if (section.type !== SYMBOL_TABLE || strings === undefined) continue
    empty(section)
    empty(strings)
  }
  return out
}

function sectionsOf(file: Buffer): Section[] {
  const start = Number(file.readBigUInt64LE(0x28))
  const header = (i: number): number => start + i * HEADER_ENTRY
  const offsetOf = (i: number): number => Number(file.readBigUInt64LE(header(i) + 24))
  const names = offsetOf(file.readUInt16LE(0x3e))
  return Array.from({ length: file.readUInt16LE(0x3c) }, (_, i) => {
    const name = names + file.readUInt32LE(header(i))
    return {
      name: file.toString('latin1', name, file.indexOf(0, name)),
      type: file.readUInt32LE(header(i) + 4),
      offset: offsetOf(i),
      sizeBytes: Number(file.readBigUInt64LE(header(i) + 32)),
      link: file.readUInt32LE(header(i) + 40),
    }
  })
}
