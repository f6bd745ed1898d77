// The record of an installation, and the untouched files kept for uninstalling:
//
//   DATA/game/installed.json                     the folder, and for each file the digests of the untouched one and of ours;
//                                                after uninstalling, the folder only
//   DATA/game/untouched/<digest>/<name>          the game's own bytes
//
// The record is written before the game's folder changes, so after a crash the digests tell which file is which.
import { randomBytes } from 'node:crypto'
import { constants, existsSync, readFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { removeLeftover, replaceFile, syncFolder, writeWhole } from '../../base/whole-file.ts'

export interface InstalledFile {
  /** Null: a file of a release that is neither. */
  readonly slot: 'main' | 'diff' | null
  readonly name: string
  /** SHA-256 (hex) of the game's own file; null: it had none. */
  readonly untouched: string | null
  /**
   * SHA-256 of translated files that may be in the game: the last one, and its successor while it is being replaced.
   */
  readonly twins: readonly string[]
}

/** What a release says of itself. */
export interface InstalledRelease {
  /** The host of its feed. */
  readonly from: string
  readonly version: string
  /** Null: the feed does not say. */
  readonly publishedAtMs: number | null
}

interface InstallRecord {
  readonly folder: string
  /** Absent: the files were made here. */
  readonly release?: InstalledRelease | undefined
  readonly files: readonly InstalledFile[]
}

/** `changed`: neither the game's known file nor ours; `new`: never installed before. */
export type GameFileState = 'new' | 'untouched' | 'ours' | 'changed' | 'missing'

export function stateOfGameFile(known: InstalledFile | undefined, sha256: string | null): GameFileState {
  if (sha256 !== null && known?.twins.includes(sha256) === true) return 'ours'
  if (known !== undefined && known.untouched === sha256) return 'untouched'
  if (sha256 === null) return 'missing'
  return known === undefined ? 'new' : 'changed'
}

const homeOf = (dataFolder: string): string => join(dataFolder, 'game')
const recordOf = (dataFolder: string): string => join(homeOf(dataFolder), 'installed.json')

export const twinsFolder = (dataFolder: string): string => join(homeOf(dataFolder), 'twins')

export const keptPath = (dataFolder: string, sha256: string, name: string): string =>
  join(homeOf(dataFolder), 'untouched', sha256, name)

function readRecord(dataFolder: string): InstallRecord | null {
  const file = recordOf(dataFolder)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as InstallRecord) : null
}

export function readInstalled(dataFolder: string): InstallRecord | null {
  const record = readRecord(dataFolder)
  return record === null || record.files.length === 0 ? null : record
}

export const lastGameFolder = (dataFolder: string): string | undefined => readRecord(dataFolder)?.folder

export async function writeInstalled(dataFolder: string, record: InstallRecord): Promise<void> {
  await mkdir(homeOf(dataFolder), { recursive: true, mode: 0o700 })
  await writeWhole(recordOf(dataFolder), (file) => file.writeFile(`${JSON.stringify(record, null, 2)}\n`))
}

/** The record keeps only the folder: the game has its own files again. */
export async function forgetInstalled(dataFolder: string, folder: string): Promise<void> {
  await writeInstalled(dataFolder, { folder, files: [] })
  for (const name of ['untouched', 'twins']) await rm(join(homeOf(dataFolder), name), { recursive: true, force: true })
}

/** Unpredictable, because another account may be able to plant links in the game's folder. */
const partOf = (target: string): string =>
  join(dirname(target), `.${basename(target)}.${randomBytes(8).toString('hex')}${partEnd}`)
const partEnd = '.windrow-part'

/** Removes temporary files of killed copies. */
export async function clearParts(target: string): Promise<void> {
  const isPart = (name: string): boolean => name.startsWith(`.${basename(target)}.`) && name.endsWith(partEnd)
  const names = await readdir(dirname(target)).catch(() => [])
  for (const name of names.filter(isPart)) await rm(join(dirname(target), name), { force: true }).catch(() => undefined)
}

export interface CopyBeside {
  finish(): Promise<void>
  /** Deletes the copy, unless it was renamed. */
  discard(): Promise<void>
}

/**
 * A file may be read by the accounts that could read the one it replaces; a new file by everybody, as a game's files.
 */
const newFileMode = 0o644

/** A flushed copy with the file's times under a temporary name beside `target`. */
export async function copyBeside(from: string, target: string): Promise<CopyBeside> {
  const part = partOf(target)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await clearParts(target)
  try {
    await copyFile(from, part, constants.COPYFILE_EXCL)
    const { atime, mtime } = await stat(from)
    const { mode } = await stat(target).catch(() => ({ mode: newFileMode }))
    await using file = await open(part, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0))
    await file.utimes(atime, mtime)
    await file.sync()
    await chmod(part, mode & 0o777)
  } catch (error) {
    await removeLeftover(part)
    throw error
  }
  return {
    async finish() {
      await replaceFile(part, target)
      await syncFolder(dirname(target))
    },
    discard: () => removeLeftover(part),
  }
}
