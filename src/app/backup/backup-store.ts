// Writes a backup (windrow backup, and the automatic ones): beside its final name first, flushed, then given the name, so
// a file under that name is always whole, has been read back and comes from a store in which nothing is wrong. Never over
// an existing file.
import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { link, mkdtemp, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { ByteSink } from '../../base/byte-sink.ts'
import { removeLeftover, replaceFile, syncFolder } from '../../base/whole-file.ts'
import { Findings } from '../../store/check/check-findings.ts'
import { dumpStore } from '../../store/door/backup.ts'
import { BackupDamaged, type BackupTrailer } from '../../store/file/backup-format.ts'
import { readSchema } from '../../store/file/environment.ts'
import { STORE_SCHEMA } from '../../store/file/schema-version.ts'
import { openSnapshot } from '../../store/file/snapshot.ts'
import type { Store } from '../../store/store.ts'
import { Refused } from '../refused.ts'
import type { FoundDamage } from './found-damage.ts'
import { lookAtPages, lookAtRecords, type Looking, noteFindings } from './look-at-store.ts'

export interface BackupWatching extends Looking {
  /** Hears how many entries are done; again from the beginning while they are read back, and while rows are looked at. */
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

/** What became of a backup. */
interface Written extends BackupTrailer {
  readonly path: string
  /** What is wrong in the store, and so in the backup, which has another name for it; null: nothing was found. */
  readonly damage: FoundDamage | null
}

/** What the name of a backup begins with that was made of a damaged store. */
const damagedMark = 'damaged-'

/** What has to be said of a backup with such a name; null: it has none. */
export const damageNamed = (path: string): string | null =>
  basename(path).startsWith(damagedMark)
    ? `${path} was made of a damaged store, and what it brings back is as damaged; windrow check says where`
    : null

/**
 * Writes a copy of the store to `path`, which must not exist, also while others write. The store is looked at as `windrow
 * check` does: where something is wrong the copy is called `damaged-…`, and none is made of a file with a damaged page.
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

/** Looks at the pages, copies what they hold, and looks at that: all of one view of the store. */
async function copyInto(store: Store, path: string, watching: BackupWatching): Promise<Omit<Written, 'path'>> {
  const findings = new Findings()
  const snapshot = openSnapshot(store)
  const file = await open(path, 'wx+', 0o600)
  try {
    await lookAtPages(store, findings, watching)
    const damage = noteFindings(store, findings)
    if (damage !== null) throw new Refused({ code: 'damaged_pages', problem: damage.problem })
    const trailer = await dumpStore(snapshot, store.clock.nowMs(), file, watching)
    await file.sync()
    // What an earlier windrow wrote has other shapes.
    if (readSchema(snapshot.db) !== STORE_SCHEMA) return { ...trailer, damage: null }
    await lookAtRecords(snapshot, findings, watching, ({ done }) => watching.onEntries(done))
    return { ...trailer, damage: noteFindings(store, findings) }
  } catch (error) {
    if (!(error instanceof BackupDamaged)) throw error
    throw new Refused({ code: 'backup_not_read_back', problem: error.message, folder: dirname(path) })
  } finally {
    snapshot.close()
    await file.close()
  }
}

/** Writes a copy of the store into a stream, once it has been read back: until then it lies in a temporary file. */
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

/** Linking refuses a name that appeared meanwhile; where there are no links, renaming has to do. */
async function giveName(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new Refused({ code: 'backup_exists', path })
    await replaceFile(beside, path)
  }
}
