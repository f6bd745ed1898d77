// Writes a backup (windrow backup, and the automatic ones): beside its final name first, flushed, then given the name, so
// a file under that name is always whole. Never over an existing file.
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../formats/whole-file.ts'
import type { BackupTrailer } from '../store/backup-format.ts'
import { dumpStore } from '../store/backup.ts'
import type { Store } from '../store/store.ts'

/** The backup will not be written; the message says why and what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

export interface BackupWatching {
  readonly signal: AbortSignal
  readonly onEntries: (done: number) => void
}

export const partialMark = '.partial-'

/** Writes a copy of the store to `path`, which must not exist, also while others write. */
export async function backupStore(store: Store, path: string, watching: BackupWatching): Promise<BackupTrailer> {
  if (existsSync(path))
    throw new BackupRefused(`${path} exists already; choose another name, a backup never overwrites`)
  const folder = dirname(path)
  if (!existsSync(folder)) throw new BackupRefused(`there is no folder ${folder}; make it first`)
  const beside = join(folder, `.${basename(path)}${partialMark}${randomBytes(6).toString('hex')}`)
  try {
    const file = await open(beside, 'wx', 0o600)
    let trailer: BackupTrailer
    try {
      trailer = await dumpStore(store, file, watching)
      await file.sync()
    } finally {
      await file.close()
    }
    giveName(beside, path)
    await syncFolder(folder)
    return trailer
  } finally {
    rmSync(beside, { force: true })
  }
}

/** Linking refuses a name that appeared meanwhile; where there are no links, renaming has to do. */
function giveName(beside: string, path: string): void {
  try {
    linkSync(beside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupRefused(`${path} exists already; choose another name`)
    renameSync(beside, path)
  }
}
