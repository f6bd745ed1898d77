// Writes a Windows shortcut, a .lnk file ([MS-SHLLINK] 8.0): header, the target by its path, and the strings of its
// properties. Without a script host: scanners take a program that writes and runs a script for a dropper.

interface Link {
  /** Absolute, on a drive. */
  readonly program: string
  readonly folder: string
  readonly arguments: string
  readonly description: string
  readonly isMinimized: boolean
}

const headerBytes = 0x4c
const LINK_CLSID = Buffer.from('0114020000000000c000000000000046', 'hex')

const FLAGS = { hasLinkInfo: 0x2, hasName: 0x4, hasWorkingDir: 0x10, hasArguments: 0x20, isUnicode: 0x80 } as const
const ARCHIVE = 0x20
const SHOW = { normal: 1, minimized: 7 } as const

export function shellLink({ program, folder, arguments: words, description, isMinimized }: Link): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32LE(headerBytes, 0)
  LINK_CLSID.copy(header, 4)
  header.writeUInt32LE(
    Object.values(FLAGS).reduce((all, flag) => all | flag, 0),
    20,
  )
  header.writeUInt32LE(ARCHIVE, 24)
  header.writeUInt32LE(isMinimized ? SHOW.minimized : SHOW.normal, 60)
  return Buffer.concat([header, linkInfo(program), ...[description, folder, words].map(stringData), Buffer.alloc(4)])
}

const infoHeaderBytes = 0x24
const fixedDrive = 3

/** LinkInfo with an unnamed volume; its path once in ASCII for old readers, and once in UTF-16. */
function linkInfo(path: string): Buffer {
  const volume = Buffer.alloc(0x11)
  for (const [at, value] of [volume.length, fixedDrive, 0, 0x10].entries()) volume.writeUInt32LE(value, 4 * at)
  const plain = Buffer.from(`${path.replaceAll(/[^\x20-\x7e]/g, '?')}\0\0`, 'latin1')
  const unicode = Buffer.from(`${path}\0\0`, 'utf16le')
  const plainAt = infoHeaderBytes + volume.length
  const unicodeAt = plainAt + plain.length
  const hasVolumeAndPath = 1
  const size = unicodeAt + unicode.length
  const offsets = [infoHeaderBytes, plainAt, 0, unicodeAt - 1, unicodeAt, size - 2]
  const header = Buffer.alloc(infoHeaderBytes)
  for (const [at, value] of [size, infoHeaderBytes, hasVolumeAndPath, ...offsets].entries())
    header.writeUInt32LE(value, 4 * at)
  return Buffer.concat([header, volume, plain, unicode])
}

const stringLengthMax = 260

function stringData(text: string): Buffer {
  const cut = text.slice(0, stringLengthMax)
  const length = Buffer.alloc(2)
  length.writeUInt16LE(cut.length)
  return Buffer.concat([length, Buffer.from(cut, 'utf16le')])
}
