// A file that appears whole or not at all: written beside its target under a name of its own, synced, renamed, and its
// folder synced, so that neither a crash nor a full disk leaves half a file under the name people use. A link keeps its place:
// the file that it leads to is replaced.
// Not from node:fs/promises, which would be loaded whenever this file is, at every start: `promises` of node:fs is made when it
// is first read.
import { promises as files } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { whenFree } from './held-files.ts'

/** Makes or replaces the file with what `write` puts into it; on any failure the target stays as it was. */
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

/** Gives a finished file or folder its name; a file that has it already is replaced. */
export const replaceFile = (from: string, to: string): Promise<void> => whenFree(() => files.rename(from, to))

/** Takes away what is of no use any more. Where that fails it stays behind: no reason to call good work failed. */
export const removeLeftover = (path: string): Promise<void> =>
  whenFree(() => files.rm(path, { recursive: true, force: true })).catch(() => undefined)
/** Where a file lies that may be named by links; the name itself when nothing is there yet. */
export const behindLinks = (path: string): Promise<string> => files.realpath(path).catch(() => path)

/** Makes renames in a folder durable. Windows has no handle of a folder to sync. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await using folder = await files.open(path, 'r')
  await folder.sync()
}
