// A file that appears whole or not at all: written beside its target under a name of its own, synced, renamed, and its
// folder synced, so that neither a crash nor a full disk leaves half a file under the name people use.
import { open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Makes or replaces the file with what `write` puts into it; on any failure the target stays as it was. */
export async function writeWhole<T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.part`)
  await rm(temporary, { force: true })
  const file = await open(temporary, 'wx')
  try {
    const result = await write(file)
    await file.sync()
    await file.close()
    await rename(temporary, path)
    await syncFolder(dirname(path))
    return result
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(temporary, { force: true })
    throw error
  }
}

/** Makes renames in a folder durable. Windows has no handle of a folder to sync. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await using folder = await open(path, 'r')
  await folder.sync()
}
