// Writes a file completely or not at all: under a temporary name beside its target, synced, renamed, and the folder
// synced. A link stays, and its target is replaced. Imports node:fs, because node:fs/promises would be loaded at every
// start.
import { promises as files } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ByteSink } from './bytes.ts'
import { whenFree } from './held-files.ts'

/** On any failure the target is unchanged. */
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

/** Into a sink, or a whole file. */
export const writeTo = <T>(to: string | ByteSink, write: (sink: ByteSink) => Promise<T>): Promise<T> =>
  typeof to === 'string' ? writeWhole(to, (file) => write({ append: (text) => file.appendFile(text) })) : write(to)

export const replaceFile = (from: string, to: string): Promise<void> => whenFree(() => files.rename(from, to))

/** Ignores failures, because the work itself succeeded. */
export const removeLeftover = (path: string): Promise<void> =>
  whenFree(() => files.rm(path, { recursive: true, force: true })).catch(() => undefined)
/** The link's target; the path itself if there is no such file. */
export const behindLinks = (path: string): Promise<string> => files.realpath(path).catch(() => path)

/** So many at once, so that the file system can write down many by one step. */
const syncedAtOnce = 32

/** Makes what was written to files durable. */
export async function syncFiles(paths: readonly string[]): Promise<void> {
  for (let at = 0; at < paths.length; at += syncedAtOnce) {
    await Promise.all(paths.slice(at, at + syncedAtOnce).map(syncFile))
  }
}

async function syncFile(path: string): Promise<void> {
  // Windows syncs what is open for writing.
  await using file = await files.open(path, 'r+')
  await file.sync()
}

/** Makes renames in a folder durable. Windows has no folder handle to sync. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await using folder = await files.open(path, 'r')
  await folder.sync()
}
