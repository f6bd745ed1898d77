// Writes a file completely or not at all: under a temporary name beside its target, synced, renamed, and the folder
// synced. A link stays, and its target is replaced. Imports node:fs, because node:fs/promises would be loaded at every
// start.
import { promises as files } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ByteSink } from './bytes.ts'
import { whenFree } from './held-files.ts'

/** Writes the file. If anything fails, the target is as it was. */
export async function writeWhole<T>(target: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const path = await behindLinks(target)
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.part`)
  await files.rm(temporary, { force: true })
  const file = await files.open(temporary, 'wx+')
  try {
    const result = await write(file)
    await file.sync()
    await file.close()
    await replaceFile(temporary, path)
    await syncFolder(dirname(path))
    return result
  } catch (error) {
    await file.close().catch(() => undefined)
    await removeLeftover(temporary)
    throw error
  }
}

/** Writes to a sink, or to a file that is written whole or not at all. */
export const writeTo = <T>(to: string | ByteSink, write: (sink: ByteSink) => Promise<T>): Promise<T> =>
  typeof to === 'string' ? writeWhole(to, (file) => write({ append: (text) => file.appendFile(text) })) : write(to)

export const replaceFile = (from: string, to: string): Promise<void> => whenFree(() => files.rename(from, to))

/** Removes a file that is left over. It ignores failures, because the work itself succeeded. */
export const removeLeftover = (path: string): Promise<void> =>
  whenFree(() => files.rm(path, { recursive: true, force: true })).catch(() => undefined)
/** The file to which a link leads; the path itself if there is no such file. */
export const behindLinks = (path: string): Promise<string> => files.realpath(path).catch(() => path)

/** How many files are synced at once, so that the file system can write several down in one step. */
const syncedAtOnce = 32

/** Syncs files: what was written to them outlasts a crash. */
export async function syncFiles(paths: readonly string[]): Promise<void> {
  for (let at = 0; at < paths.length; at += syncedAtOnce) {
    await Promise.all(paths.slice(at, at + syncedAtOnce).map(syncFile))
  }
}

async function syncFile(path: string): Promise<void> {
  // Opened for writing, because Windows syncs only such files.
  await using file = await files.open(path, 'r+')
  await file.sync()
}

/** Syncs a folder: renames in it outlast a crash. Does nothing on Windows, which can't sync a folder. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await using folder = await files.open(path, 'r')
  await folder.sync()
}
