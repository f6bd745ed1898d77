// Where a release of windrow lies: a folder, or an address.
import { open, readFile, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fetchFile, fetchText } from '../../../app/game/fetch-bounded.ts'
import { Failure } from '../../failure.ts'
import { valueOf } from '../value-of.ts'
import { LIST_NAME } from './program-list.ts'

const textBytesMax = 1_000_000

export interface Place {
  readText(name: string): Promise<Buffer>
  /** Returns the SHA-256 (hex) of what was copied, at most `bytesMax` bytes. */
  copyInto(name: string, file: FileHandle, bytesMax: number, onBytes: (done: number) => void): Promise<string>
}

/** `from`: a folder, a file in it, or an address of either. */
export async function placeOf(from: string, signal: AbortSignal): Promise<Place> {
  if (!/^https?:\/\//.test(from)) return folderPlace(await folderOf(from))
  const base = from.endsWith('.json') ? new URL('.', from).href : `${from.replace(/\/$/, '')}/`
  return {
    readText: async (name) =>
      Buffer.from(valueOf(await fetchText(`${base}${name}`, { bytesMax: textBytesMax, signal }))),
    copyInto: async (name, file, bytesMax, onBytes) =>
      valueOf(await fetchFile(`${base}${name}`, file, { bytesMax, signal, onBytes })).sha256,
  }
}

async function folderOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw new Failure(`there is no file or folder ${path}; check --from`)
  return found.isDirectory() ? path : dirname(path)
}

const folderPlace = (folder: string): Place => ({
  readText: async (name) => {
    const bytes = await readFile(join(folder, name)).catch(() => null)
    if (bytes === null || bytes.length > textBytesMax)
      throw new Failure(`${folder} has no ${name}; download it with ${LIST_NAME} and the file for this machine`)
    return bytes
  },
  copyInto: async (name, out, bytesMax, onBytes) => {
    const file = await open(join(folder, name)).catch(() => null)
    if (file === null) throw new Failure(`${folder} has no ${name}; download it too`)
    const hash = createHash('sha256')
    let done = 0
    for await (const piece of file.createReadStream() as AsyncIterable<Buffer>) {
      done += piece.length
      if (done > bytesMax) throw new Failure(`${name} is larger than the list says; download it again`)
      hash.update(piece)
      await out.writeFile(piece)
      onBytes(done)
    }
    return hash.digest('hex')
  },
})
