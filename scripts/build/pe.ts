// Windows executables: takes the publisher's signature off, which can't hold once the blob is in, and puts in the blob and what
// Explorer and the task manager show: name, version, icon. By resedit, which lays out the resource section anew.
// The signature lies at the end of the file, named by the fifth entry of the data directories.
import { readFileSync } from 'node:fs'
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit'

const SECURITY_DIRECTORY = 4

/** The file without its Authenticode signature and with an empty checksum. */
export function withoutSignature(file: Buffer): Buffer {
  const header = file.readUInt32LE(0x3c)
  if (file.toString('latin1', header, header + 4) !== 'PE\0\0') throw new Error('not a Windows executable')
  const optional = header + 24
  const isPlus = file.readUInt16LE(optional) === 0x20b
  const entry = optional + (isPlus ? 112 : 96) + 8 * SECURITY_DIRECTORY
  const offset = file.readUInt32LE(entry)
  const sizeBytes = file.readUInt32LE(entry + 4)
  if (offset === 0) return file
  if (offset + sizeBytes !== file.length) throw new Error('the signature of the Windows executable is not at its end')
  const bare = Buffer.from(file.subarray(0, offset))
  bare.writeUInt32LE(0, entry)
  bare.writeUInt32LE(0, entry + 4)
  bare.writeUInt32LE(0, optional + 64)
  return bare
}

interface PeContents {
  /** Name of the resource that Node looks for, and its bytes. */
  readonly blob: { readonly name: string; readonly bytes: Buffer }
  /** As in package.json. */
  readonly version: string
  /** The file's own name. */
  readonly fileName: string
}

const RCDATA = 10
/** Icons, groups of them, versions: those of Node, which ours take the place of. */
const REPLACED: ReadonlySet<unknown> = new Set([3, 14, 16])
const ENGLISH = 0x409
const UNICODE = 1200
const ICON_GROUP = 1

/** The file with blob, version and icon among its resources, and a right checksum. Anything else about it goes first. */
export function withResources(file: Buffer, { blob, version, fileName }: PeContents): Buffer {
  const executable = NtExecutable.from(file)
  const resources = NtExecutableResource.from(executable)
  const entries = resources.entries.filter(({ type }) => !REPLACED.has(type))
  const bin = Uint8Array.from(blob.bytes).buffer
  entries.push({ type: RCDATA, id: blob.name, lang: ENGLISH, codepage: UNICODE, bin })
  const { icons } = Data.IconFile.from(readFileSync(new URL('windrow.ico', import.meta.url)))
  const images = icons.map(({ data }) => data)
  Resource.IconGroupEntry.replaceIconsForResource(entries, ICON_GROUP, ENGLISH, images)
  versionOf(version, fileName).outputToResourceEntries(entries)
  resources.entries = entries
  resources.outputResource(executable)
  return Buffer.from(executable.generate())
}

function versionOf(version: string, fileName: string): Resource.VersionInfo {
  const info = Resource.VersionInfo.createEmpty()
  const numbers = version.replace(/[^0-9.].*$/, '')
  info.lang = ENGLISH
  info.setFileVersion(numbers, ENGLISH)
  info.setProductVersion(numbers, ENGLISH)
  const strings = {
    FileDescription: 'windrow, a translation server for game text',
    ProductName: 'windrow',
    CompanyName: 'the windrow authors',
    InternalName: 'windrow',
    OriginalFilename: fileName,
    FileVersion: version,
    ProductVersion: version,
    LegalCopyright: 'MIT licence; contains Node.js, see LICENSES.txt',
  }
  info.setStringValues({ lang: ENGLISH, codepage: UNICODE }, strings)
  return info
}
