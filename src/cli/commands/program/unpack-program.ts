// Takes the executable out of a download: a .zip for Windows, a .tar.gz elsewhere.
import { open, readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { DamagedZip, readZipDirectory, unpackMember } from '../../../formats/zip-reader.ts'
import { Failure } from '../../failure.ts'
import type { Download } from './program-list.ts'

const filesMax = 64
const sizeBytesMax = 1e9

/** Writes the executable to `path`, which must not exist; returns its SHA-256 (hex). */
export async function unpackProgram(
  archive: string,
  { name, target, program }: Download,
  path: string,
): Promise<string> {
  const inside = `windrow-${target}/${program.name}`
  await using out = await open(path, 'wx', 0o755)
  if (!name.endsWith('.zip')) {
    const bytes = fileInTar(gunzipSync(await readFile(archive), { maxOutputLength: sizeBytesMax }), inside)
    if (bytes === null) throw new Failure(`${name} has no ${inside}`)
    await out.writeFile(bytes)
    await out.sync()
    return createHash('sha256').update(bytes).digest('hex')
  }
  await using file = await open(archive)
  const members = await readZipDirectory(file, { entriesMax: filesMax, bytesMax: sizeBytesMax })
  const member = members.find((each) => each.name === inside)
  if (member === undefined) throw new DamagedZip(`it has no ${inside}`)
  const sha256 = await unpackMember(file, member, out, () => {})
  await out.sync()
  return sha256
}

const blockBytes = 512

/** Reads POSIX ustar. */
function fileInTar(bytes: Buffer, name: string): Buffer | null {
  for (let at = 0; at + blockBytes <= bytes.length; ) {
    const told = bytes.toString('utf8', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8)
    if (!Number.isSafeInteger(size)) return null
    const start = at + blockBytes
    if (told === name) return bytes.subarray(start, start + size)
    at = start + Math.ceil(size / blockBytes) * blockBytes
  }
  return null
}
