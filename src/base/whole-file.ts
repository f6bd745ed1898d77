// Writes a file whole or not at all: under a temporary name next to its target, synced, renamed, and the folder synced,
// so that neither a crash nor a full disk leaves half a file. A link stays, and the file it leads to is replaced.
// Imports node:fs, because node:fs/promises would be loaded at every start; its `promises` are made on first use.
import { promises as files } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { whenFree } from './held-files.ts'

/** Makes or replaces the file with what `write` writes; on any failure the target stays as it was. */
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

/** Replaces an existing file. */
export const replaceFile = (from: string, to: string): Promise<void> => whenFree(() => files.rename(from, to))

/** Failure is ignored, because the work itself succeeded. */
export const removeLeftover = (path: string): Promise<void> =>
  whenFree(() => files.rm(path, { recursive: true, force: true })).catch(() => undefined)
/** The path itself if there is no such file yet. */
export const behindLinks = (path: string): Promise<string> => files.realpath(path).catch(() => path)

/** Makes renames in a folder durable. Windows has no folder handle to sync. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await using folder = await files.open(path, 'r')
  await folder.sync()
}
