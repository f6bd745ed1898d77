// Makes and tries the store's files before LMDB opens an environment. When that fails, lmdb-js uses freed memory, which
// can end the process, so every cause must be found here first.
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isHeld, whenFreeSync } from '../../base/held-files.ts'
import { isNetworkPath } from '../../base/path-names.ts'

export const readersMax = 1024

export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true })
  if (process.platform !== 'win32') chmodSync(folder, 0o700)
}

/** The size of the lock file: a little more than LMDB computes for `readersMax`. */
const lockBytes = 64 * readersMax + 4096

/** The errors by which a file system says that it has no hard links (EISDIR comes from exFAT on Windows). */
const NO_LINK = ['EPERM', 'EISDIR', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'EXDEV']
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''
export const hasNoLinks = (error: unknown): boolean => NO_LINK.includes(codeOf(error))

/**
 * Allocates all of the lock file. LMDB would make it sparse and map it: on a full disk the first touch of a hole ends
 * the process with a bus error.
 */
export function makeLockFile(folder: string, link: typeof linkSync = linkSync): void {
  const file = join(folder, 'lock.mdb')
  if (existsSync(file)) return
  const whole = join(folder, `lock.${process.pid}.${Math.random().toString(36).slice(2)}`)
  try {
    writeFileSync(whole, Buffer.alloc(lockBytes), { mode: 0o600 })
    // A link, unlike a rename, never replaces the lock file of another process.
    link(whole, file)
  } catch (error) {
    // The lock file exists already, or the file system has no links, and LMDB makes the file.
    if (codeOf(error) !== 'EEXIST' && !hasNoLinks(error)) throw error
  } finally {
    whenFreeSync(() => rmSync(whole, { force: true }))
  }
}

const roomToBegin = 64 * 1024

/** Throws where LMDB would fail: no permission to write, or no room for a new store. */
export function tryFiles(folder: string, platform: NodeJS.Platform = process.platform): void {
  const [lock, data, room] = ['lock.mdb', 'data.mdb', `room.${process.pid}`].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const tryOpen = (file: string): void => whenFreeSync(() => closeSync(openSync(file, 'r+')), platform)
  if (existsSync(lock)) {
    // On other systems, closing any handle of the lock file drops this process's locks.
    if (platform === 'win32') tryOpen(lock)
    else accessSync(lock, constants.R_OK | constants.W_OK)
  }
  const found = statSync(data, { throwIfNoEntry: false })
  if (found !== undefined && !found.isFile()) throw new Error(`${data} is not a file`)
  if ((found?.size ?? 0) > 0) return tryOpen(data)
  try {
    writeFileSync(room, Buffer.alloc(roomToBegin), { flush: true })
  } finally {
    rmSync(room, { force: true })
  }
}

/**
 * False: another process has the file open (Windows does not remove such files). That process runs in this boot, so the
 * file is current; its boot mark differs because the clock was set.
 */
export function removeUnlessUsed(
  file: string,
  platform: NodeJS.Platform = process.platform,
  remove: typeof rmSync = rmSync,
): boolean {
  try {
    whenFreeSync(() => remove(file, { force: true }), platform)
    return true
  } catch (error) {
    if (isHeld(error, platform)) return false
    throw error
  }
}

const windowsPathMax = 259
const longestName = join('volatile', 'data.mdb')

/** Why a store can't be in this folder, with a remedy; null: it can. */
export function placeFault(dataFolder: string, platform: NodeJS.Platform = process.platform): string | null {
  if (isNetworkPath(dataFolder, platform))
    return 'it is on another computer; choose a local folder (backups may go there)'
  const length = dataFolder.length + 1 + longestName.length
  return platform === 'win32' && length > windowsPathMax
    ? `its name is too long by ${length - windowsPathMax} characters for Windows; choose a shorter folder`
    : null
}

export function adviceOn(error: unknown, platform: NodeJS.Platform = process.platform): string {
  const reason = error instanceof Error ? error.message : String(error)
  if (/MDB_VERSION/.test(reason)) return 'another version of windrow has it open; stop that one first'
  if (isHeld(error, platform)) {
    return (
      'another program (a backup, a sync client, a virus scanner) has it open, or it may not be written: ' +
      'close that program or move the folder where it does not look'
    )
  }
  if ((error as NodeJS.ErrnoException | null)?.code === 'EROFS') {
    return (
      'the disk is read-only (a failing disk may become so): copy the data folder to another disk, and back up, ' +
      'export or continue there with --data COPY'
    )
  }
  return 'check that the folder is writable and the disk has room'
}
