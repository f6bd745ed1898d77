// Fills an empty data folder from a backup (windrow restore): into a temporary folder, which is checked, flushed and
// then renamed.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../../base/alive.ts'
import { removeLeftover, replaceFile, syncFolder } from '../../base/whole-file.ts'
import { BackupDamaged, type BackupTrailer, earlierEntries, fillStore } from '../../store/backup.ts'
import { makeStore } from '../../store/open.ts'
import { mainFolder, placeFault } from '../../store/data-files.ts'
import { Refused } from '../refused.ts'
import type { BackupWatching } from './backup-store.ts'

const besidePrefix = 'restoring-'
/** The data folder counts as empty although it has these: the executable writes the storage engine's addon there. */
const HARMLESS: readonly string[] = ['.native']

/** Restores the backup at `path` into `folder`, which must be empty or missing. */
export async function restoreStore(path: string, folder: string, watching: BackupWatching): Promise<BackupTrailer> {
  if (!existsSync(path)) throw new Refused({ code: 'no_file', path })
  await using file = await open(path, 'r')
  try {
    if (!(await file.stat()).isFile()) throw new Refused({ code: 'no_backup', path })
    refuseUnlessEmpty(folder)
    const beside = join(folder, `${besidePrefix}${process.pid}`)
    const misplaced = placeFault(beside)
    if (misplaced !== null) throw new Refused({ code: 'no_place_for_store', folder, problem: misplaced })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    rmSync(beside, { recursive: true, force: true })
    try {
      const trailer = await makeStore(beside, (db) =>
        fillStore(db, file, (schema) => earlierEntries(schema, db), watching),
      )
      await replaceFile(mainFolder(beside), mainFolder(folder))
      await syncFolder(folder)
      return trailer
    } finally {
      await removeLeftover(beside)
    }
  } catch (error) {
    if (error instanceof BackupDamaged) throw new Refused({ code: 'not_restored', path, problem: error.message })
    throw error
  }
}

function refuseUnlessEmpty(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (HARMLESS.includes(name)) continue
    if (isLeftOver(name)) rmSync(join(folder, name), { recursive: true, force: true })
    else throw new Refused({ code: 'folder_not_empty', folder, name })
  }
}

function isLeftOver(name: string): boolean {
  if (!name.startsWith(besidePrefix)) return false
  const pid = Number(name.slice(besidePrefix.length))
  return !Number.isSafeInteger(pid) || pid < 1 || pid === process.pid || !isAlive(pid)
}
