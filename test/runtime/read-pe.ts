// Reads of a Windows executable what its loader would: header, sections, signature entry, one resource.

export interface ReadPe {
  readonly machine: number
  readonly isConsole: boolean
  /** Offset and size of the publisher's signature; both zero when there is none. */
  readonly signature: readonly [number, number]
  readonly sections: readonly { readonly name: string; readonly end: number }[]
  /** Content of the resource of type RCDATA with this name, or null. */
  readonly resource: (name: string) => Buffer | null
}

const RCDATA = 10

export function readPe(file: Buffer): ReadPe {
  const header = file.readUInt32LE(0x3c)
  if (file.toString('latin1', header, header + 4) !== 'PE\0\0') throw new Error('no PE header')
  const optional = header + 24
  if (file.readUInt16LE(optional) !== 0x20b) throw new Error('no 64-bit image')
  const directory = (index: number) =>
    [file.readUInt32LE(optional + 112 + 8 * index), file.readUInt32LE(optional + 116 + 8 * index)] as const
  const table = optional + file.readUInt16LE(header + 20)
  const sections = Array.from({ length: file.readUInt16LE(header + 6) }, (_, i) => {
    const at = table + 40 * i
    const field = (offset: number) => file.readUInt32LE(at + offset)
    return {
      name: file.toString('latin1', at, at + 8).replace(/\0.*$/, ''),
      address: field(12),
      size: field(16),
      offset: field(20),
      end: field(16) + field(20),
    }
  })
  const offsetOf = (address: number) => {
    const section = sections.find((each) => address >= each.address && address < each.address + each.size)
    if (section === undefined) throw new Error(`no section holds the address ${address}`)
    return section.offset + address - section.address
  }
  return {
    machine: file.readUInt16LE(header + 4),
    isConsole: file.readUInt16LE(optional + 68) === 3,
    signature: directory(4),
    sections,
    resource: (name) => resourceAt(file, offsetOf(directory(2)[0]), offsetOf, name),
  }
}

/** Three levels: type, name, language. A name is a length and UTF-16 text; the high bit marks names and subtrees. */
function resourceAt(file: Buffer, root: number, offsetOf: (address: number) => number, name: string): Buffer | null {
  const entries = (at: number) =>
    Array.from({ length: file.readUInt16LE(at + 12) + file.readUInt16LE(at + 14) }, (_, i) => ({
      key: file.readUInt32LE(at + 16 + 8 * i),
      to: root + (file.readUInt32LE(at + 20 + 8 * i) & 0x7fffffff),
    }))
  const textOf = (key: number) => {
    const at = root + (key & 0x7fffffff)
    return key >>> 31 === 0 ? '' : file.toString('utf16le', at + 2, at + 2 + 2 * file.readUInt16LE(at))
  }
  const type = entries(root).find(({ key }) => key === RCDATA)
  const named = type && entries(type.to).find(({ key }) => textOf(key) === name)
  const leaf = named && entries(named.to)[0]
  if (leaf === undefined) return null
  const start = offsetOf(file.readUInt32LE(leaf.to))
  return file.subarray(start, start + file.readUInt32LE(leaf.to + 4))
}
