// Writes a backup (windrow backup, and the automatic ones): beside its final name first, flushed, then given the name, so
// a file under that name is always whole and has been read back. Never over an existing file.
import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { link, mkdtemp, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { ByteSink } from '../../base/byte-sink.ts'
import { removeLeftover, replaceFile, syncFolder } from '../../base/whole-file.ts'
import { BackupDamaged, type BackupTrailer } from '../../store/file/backup-format.ts'
import { dumpStore } from '../../store/door/backup.ts'
import type { Store } from '../../store/store.ts'

/** The backup will not be written; the message says why and what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

export interface BackupWatching {
  readonly signal: AbortSignal
  readonly onEntries: (done: number) => void
}

const partialMark = '.partial-'

/** A name beside the one that a finished file or folder will get. */
export const partialNameOf = (path: string): string =>
  join(dirname(path), `.${basename(path)}${partialMark}${randomBytes(6).toString('hex')}`)

/** Removes what killed backups left in a folder. Only for whoever writes there alone. */
export async function dropPartials(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) if (name.includes(partialMark)) await removeLeftover(join(folder, name))
}

/** Writes a copy of the store to `path`, which must not exist, also while others write. */
export async function backupStore(store: Store, path: string, watching: BackupWatching): Promise<BackupTrailer> {
  if (existsSync(path))
    throw new BackupRefused(`${path} exists already; choose another name, a backup never overwrites`)
  const folder = dirname(path)
  if (!existsSync(folder)) throw new BackupRefused(`there is no folder ${folder}; make it first`)
  const beside = partialNameOf(path)
  try {
    const file = await open(beside, 'wx+', 0o600)
    let trailer: BackupTrailer
    try {
      trailer = await dumpStore(store, file, watching)
      await file.sync()
    } catch (error) {
      if (!(error instanceof BackupDamaged)) throw error
      throw new BackupRefused(
        `the backup was written but can't be read back as it should be (${error.message}); look at the disk of ${folder}, nothing was kept`,
      )
    } finally {
      await file.close()
    }
    await giveName(beside, path)
    await syncFolder(folder)
    return trailer
  } finally {
    await removeLeftover(beside)
  }
}

/** Writes a copy of the store into a stream, once it has been read back: until then it lies in a temporary file. */
export async function streamBackup(store: Store, out: ByteSink, watching: BackupWatching): Promise<BackupTrailer> {
  const folder = await mkdtemp(join(tmpdir(), 'windrow-backup-'))
  try {
    const path = join(folder, 'backup')
    const trailer = await backupStore(store, path, watching)
    for await (const bytes of createReadStream(path)) await out.append(bytes as Uint8Array)
    return trailer
  } finally {
    await removeLeftover(folder)
  }
}

/** Linking refuses a name that appeared meanwhile; where there are no links, renaming has to do. */
async function giveName(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupRefused(`${path} exists already; choose another name`)
    await replaceFile(beside, path)
  }
}
