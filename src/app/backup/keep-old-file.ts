// Before an upgrade, keeps the store's old file under `backups/` of the data folder, for the earlier version of windrow: as a hard
// link, which costs neither room nor time, or as a copy on file systems without links.
//
//   backups/before-schema-N-TIME/main/data.mdb
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { freeBytesIn } from '../../base/disk-room.ts'
import { removeLeftover, replaceFile, syncFolder } from '../../base/whole-file.ts'
import { dataFileOf, hasNoLinks, mainFolder } from '../../store/data-files.ts'
import { StoreUnusable } from '../../store/open.ts'
import { STORE_SCHEMA } from '../../store/schema-version.ts'
import { dropPartials, partialNameOf } from './backup-store.ts'

const MiB = 2 ** 20
const namePrefix = 'before-schema-'
const backupsOf = (folder: string): string => join(folder, 'backups')

/** Returns the data folder that now has the old file. No process may write to the store meanwhile. */
export async function keepOldFile(folder: string, lastWriteMs: number, link = linkSync): Promise<string> {
  const backups = backupsOf(folder)
  mkdirSync(backups, { recursive: true, mode: 0o700 })
  const kept = freeName(join(backups, `${namePrefix}${STORE_SCHEMA}-${timeName(lastWriteMs)}`))
  const beside = partialNameOf(kept)
  try {
    mkdirSync(mainFolder(beside), { recursive: true, mode: 0o700 })
    await linkOrCopy(realpathSync(dataFileOf(folder)), dataFileOf(beside), link)
    await syncFolder(mainFolder(beside))
    await syncFolder(beside)
    await replaceFile(beside, kept)
    await syncFolder(backups)
    return kept
  } finally {
    await removeLeftover(beside)
  }
}

/** Removes leftovers of a killed upgrade. No other process may write to the folder. */
export async function dropKept(folder: string): Promise<void> {
  const backups = backupsOf(folder)
  if (!existsSync(backups)) return
  await dropPartials(backups)
  const file = statSync(dataFileOf(folder), { bigint: true })
  for (const name of readdirSync(backups)) {
    if (!name.startsWith(namePrefix)) continue
    const kept = statSync(dataFileOf(join(backups, name)), { bigint: true, throwIfNoEntry: false })
    if (kept?.ino === file.ino && kept.dev === file.dev) await removeLeftover(join(backups, name))
  }
}

export function expectRoom(folder: string, bytes: number): void {
  const freeBytes = freeBytesIn(folder)
  if (freeBytes >= bytes) return
  const [wanted, free] = [Math.ceil(bytes / MiB), Math.floor(freeBytes / MiB)]
  throw new StoreUnusable({ code: 'no_room_to_upgrade', wanted, folder, free })
}

const timeName = (timeMs: number): string => new Date(timeMs).toISOString().replaceAll(':', '-')

function freeName(path: string): string {
  for (let copy = 2, name = path; ; name = `${path}-${copy++}`) if (!existsSync(name)) return name
}

async function linkOrCopy(from: string, to: string, link: typeof linkSync): Promise<void> {
  try {
    link(from, to)
  } catch (error) {
    if (!hasNoLinks(error)) throw error
    expectRoom(dirname(to), statSync(from).size)
    copyFileSync(from, to)
    await using file = await open(to, 'r+')
    await file.sync()
  }
}
