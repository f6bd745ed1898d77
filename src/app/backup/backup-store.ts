// Makes backups of the store. A backup is written under a temporary name, flushed, read back and renamed, so a file with the final
// name is whole. An existing file is never overwritten.
import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { link, mkdtemp, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { ByteSink } from '../../base/bytes.ts'
import { freeBytesIn, roomBytesMin } from '../../base/disk-room.ts'
import { removeLeftover, replaceFile, syncFolder } from '../../base/whole-file.ts'
import { Findings } from '../../store/check.ts'
import { BackupDamaged, type BackupTrailer, dumpStore } from '../../store/backup.ts'
import { readSchema } from '../../store/open.ts'
import { STORE_SCHEMA } from '../../store/schema-version.ts'
import { openSnapshot } from '../../store/view.ts'
import type { Store } from '../../store/store.ts'
import { storeBytes } from '../data-folder.ts'
import { Refused } from '../refused.ts'
import type { FoundDamage } from './found-damage.ts'
import { lookAtPages, lookAtRecords, type Looking, noteFindings } from './look-at-store.ts'

export interface BackupWatching extends Looking {
  /** Called with the number of entries done. It counts from 0 three times: while copying, reading back and checking rows. */
  readonly onEntries: (done: number) => void
}

const partialMark = '.partial-'

export const partialNameOf = (path: string): string =>
  join(dirname(path), `.${basename(path)}${partialMark}${randomBytes(6).toString('hex')}`)

/** Removes the unfinished files of backups that were killed. No other process may write to the folder. */
export async function dropPartials(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) if (name.includes(partialMark)) await removeLeftover(join(folder, name))
}

/** Refuses a backup for which the disk has too little room: it may need as much as the store, and the store needs room to grow. */
export function refuseWithoutRoom(store: Store, folder: string): void {
  if (freeBytesIn(folder) < storeBytes(store.folder) + roomBytesMin)
    throw new Refused({ code: 'no_room_for_backup', folder })
}

interface Written extends BackupTrailer {
  readonly path: string
  readonly damage: FoundDamage | null
}

const damagedMark = 'damaged-'

/** A warning if the backup's file name says that its store was damaged; null if not. */
export const damageNamed = (path: string): string | null =>
  basename(path).startsWith(damagedMark)
    ? `${path} is a backup of a damaged store and has the same damage; windrow check says where`
    : null

/**
 * Copies the store to `path`, which must not exist; other processes may write meanwhile. Checks the store as `windrow check` does:
 * with damaged records the copy is called `damaged-…`, with a damaged page there is no copy.
 */
export async function backupStore(store: Store, path: string, watching: BackupWatching): Promise<Written> {
  if (existsSync(path)) throw new Refused({ code: 'backup_exists', path })
  const folder = dirname(path)
  if (!existsSync(folder)) throw new Refused({ code: 'no_folder', folder })
  const beside = partialNameOf(path)
  try {
    const copied = await copyInto(store, beside, watching)
    const name = copied.damage === null ? path : join(folder, `${damagedMark}${basename(path)}`)
    await giveName(beside, name)
    await syncFolder(folder)
    return { ...copied, path: name }
  } finally {
    await removeLeftover(beside)
  }
}

async function copyInto(store: Store, path: string, watching: BackupWatching): Promise<Omit<Written, 'path'>> {
  const findings = new Findings()
  using snapshot = openSnapshot(store)
  await using file = await open(path, 'wx+', 0o600)
  try {
    await lookAtPages(store, findings, watching)
    const damage = noteFindings(store, findings)
    if (damage !== null) throw new Refused({ code: 'damaged_pages', problem: damage.problem })
    const trailer = await dumpStore(snapshot, store.clock.nowMs(), file, watching)
    await file.sync()
    // An older store is not checked, because the check can read only the present schema.
    if (readSchema(snapshot.db) !== STORE_SCHEMA) return { ...trailer, damage: null }
    await lookAtRecords(snapshot, findings, watching, ({ done }) => watching.onEntries(done))
    return { ...trailer, damage: noteFindings(store, findings) }
  } catch (error) {
    if (!(error instanceof BackupDamaged)) throw error
    throw new Refused({ code: 'backup_not_read_back', problem: error.message, folder: dirname(path) })
  }
}

/** Writes a backup to a temporary file and reads it back; only then the stream gets it. */
export async function streamBackup(store: Store, out: ByteSink, watching: BackupWatching): Promise<BackupTrailer> {
  const folder = await mkdtemp(join(tmpdir(), 'windrow-backup-'))
  try {
    const { damage, path, ...trailer } = await backupStore(store, join(folder, 'backup'), watching)
    if (damage !== null) throw new Refused({ code: 'damaged_not_streamed', problem: damage.problem })
    for await (const bytes of createReadStream(path)) await out.append(bytes as Uint8Array)
    return trailer
  } finally {
    await removeLeftover(folder)
  }
}

/** Gives the backup its final name by a link, which fails if the name exists by now; on file systems without links by renaming. */
async function giveName(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new Refused({ code: 'backup_exists', path })
    await replaceFile(beside, path)
  }
}
