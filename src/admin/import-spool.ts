// Uploads waiting for their import, each in a private folder below the data folder, bounded in total size. A file is named after
// its slot, never by the browser.
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { App } from '../app/app.ts'
import { dataFolderOf } from '../app/import/follow-import.ts'
import { isPortableName, isPortablePath } from '../base/portable-name.ts'
import { removeLeftover } from '../base/whole-file.ts'

/** The form field for another store's history (docs/merging.md). */
export const HISTORY_FIELD = 'history'

export interface Upload {
  readonly slot: string
  /** The browser's name for the file, which is only shown. */
  readonly fileName: string
  readonly path: string
  readonly sizeBytes: number
  /** True: `path` is a folder of another game's files, which have `sizeBytes` together. */
  readonly isFolder?: boolean
}

export class SpoolFull extends Error {
  override readonly name = 'SpoolFull'
}

const leftoverAfterMs = 24 * 60 * 60 * 1000
const nameLengthMax = 180
const folderNameBytes = 12
const mebibyte = 1024 * 1024
/** After so many bytes the total size is checked again. The uploads of a process may exceed the bound by as much. */
const lookEveryBytes = 4 * mebibyte

export function shownFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '_').trim()
  return Array.from(plain).slice(-nameLengthMax).join('') || 'upload'
}

export type ImportSpool = ReturnType<typeof createImportSpool>

export function createImportSpool(app: App) {
  const root = join(dataFolderOf(app), 'uploads')
  /** How much this process wrote to each folder. Other processes' folders are listed to learn their size. */
  const written = new Map<string, number>()
  let unlookedBytes = 0
  const assertRoom = async (): Promise<void> => {
    unlookedBytes = 0
    const folders = (await readdir(root).catch(() => [])).map((name) => join(root, name))
    for (const gone of written.keys()) if (!folders.includes(gone)) written.delete(gone)
    let bytes = 0
    for (const folder of folders) bytes += written.get(folder) ?? (await bytesUnder(folder))
    if (bytes >= app.rules.now().settings.upload_space_mib * mebibyte) {
      throw new SpoolFull('uploads waiting for their import use all the space allowed; try again when one is done')
    }
  }
  return {
    async makeFolder(): Promise<string> {
      await removeLeftovers(root, app.clock.nowMs())
      await assertRoom()
      const folder = join(root, app.random.bytes(folderNameBytes).toString('hex'))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      written.set(folder, 0)
      return folder
    },
    /**
     * `place` is the path of a file below its folder, which gets the name of the slot. `onBytes` may throw to stop
     * the file. Throws `SpoolFull`.
     */
    async store(
      folder: string,
      slot: string,
      { fileName, place }: { readonly fileName: string; readonly place?: string },
      body: AsyncIterable<Buffer>,
      onBytes: (count: number) => void,
    ): Promise<Upload> {
      const path = join(folder, slot, place ?? '')
      if (place !== undefined) await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      let sizeBytes = 0
      const counted = async function* () {
        for await (const chunk of body) {
          onBytes(chunk.length)
          sizeBytes += chunk.length
          unlookedBytes += chunk.length
          written.set(folder, (written.get(folder) ?? 0) + chunk.length)
          yield chunk
          if (unlookedBytes >= lookEveryBytes) await assertRoom()
        }
      }
      await pipeline(counted, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
      return { slot, fileName: shownFileName(fileName), path, sizeBytes }
    },
    discard: removeLeftover,
  }
}

/** The size of a folder. It looks at one file after the other, so that ten thousand hold nobody up; files that disappear count nothing. */
async function bytesUnder(folder: string): Promise<number> {
  let bytes = 0
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    const file = await stat(join(folder, name)).catch(() => null)
    if (file?.isFile() === true) bytes += file.size
  }
  return bytes
}

/** Removes folders that nothing was put into for a day. */
export async function removeLeftovers(root: string, nowMs: number): Promise<void> {
  const names = await readdir(root).catch(() => [])
  for (const name of names) {
    const folder = join(root, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (nowMs - mtimeMs > leftoverAfterMs) await removeLeftover(folder)
  }
}

// A folder as a browser uploads it, for another game: each file is a part whose name is its path, with the folder's own name first
// (docs/another-game.md#on-the-site). The path becomes one on this machine, so only what every system takes as a name is taken.

export const folderFilesMax = 10_000

export interface PlacedFile {
  readonly folder: string
  /** The path below the folder, with `/`. Null if some systems cannot have one of its names. */
  readonly place: string | null
}

/** The folder and place of a file, by its name in the browser. Null: it came without a folder. */
export function placedFile(fileName: string): PlacedFile | null {
  const [folder = '', ...names] = fileName.split('/')
  if (names.length === 0) return null
  const place = names.join('/')
  return { folder, place: isPortableName(folder) && isPortablePath(place) ? place : null }
}

/** The upload of a slot after another file of its folder came. */
export const withFile = (before: Upload | undefined, stored: Upload, folder: string, spool: string): Upload => ({
  slot: stored.slot,
  fileName: folder,
  path: join(spool, stored.slot),
  sizeBytes: (before?.sizeBytes ?? 0) + stored.sizeBytes,
  isFolder: true,
})
