// The game’s folder: the record of what is installed there, putting files in, all or none, after copies are kept, and taking ours
// out.
import { randomBytes } from 'node:crypto'
import { constants, existsSync, readFileSync } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { digestOfFile } from '../../../src/base/file-digest.ts'
import { heldTarget, isHeld, whenFree } from '../../../src/base/held-files.ts'
import { ok, refuse, type Result } from '../../../src/base/result.ts'
import { removeLeftover, replaceFile, syncFolder, writeWhole } from '../../../src/base/whole-file.ts'
import type { NotInstalled } from './refusals.ts'

// The record of an installation, and the untouched files kept for uninstalling:
//
//   DATA/game/installed.json                     the folder, and for each file the digests of the untouched one and of ours;
//                                                after uninstalling, the folder only
//   DATA/game/untouched/<digest>/<name>          the game's own bytes
//
// The record is written before the game's folder changes, so after a crash the digests tell which file is which.

interface InstalledFile {
  /** The pair of game files that it belongs to. Null: a file of a release that is neither a main file nor a diff. */
  readonly slot: 'main' | 'diff' | null
  readonly name: string
  /** SHA-256 (hex) of the game's own file; null: the game had none of this name. */
  readonly untouched: string | null
  /**
   * SHA-256 of translated files that may be in the game: the last one, and its successor while it is being replaced.
   */
  readonly twins: readonly string[]
}

/** What the feed says about an installed release. */
interface InstalledRelease {
  /** The host of its feed. */
  readonly from: string
  readonly version: string
  /** Null: the feed does not say. */
  readonly publishedAtMs: number | null
}

interface InstallRecord {
  readonly folder: string
  /** The release that was installed. Absent: the files were made on this machine. */
  readonly release?: InstalledRelease | undefined
  readonly files: readonly InstalledFile[]
  /** Paths in the game's folder of folders that were made for the files; they go with the last of them. */
  readonly folders?: readonly string[] | undefined
}

/** The state of a game file. `changed`: it is neither the game's known file nor ours; `new`: windrow never replaced it before. */
export type GameFileState = 'new' | 'untouched' | 'ours' | 'changed' | 'missing'

function stateOfGameFile(known: InstalledFile | undefined, sha256: string | null): GameFileState {
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

async function writeInstalled(dataFolder: string, record: InstallRecord): Promise<void> {
  await mkdir(homeOf(dataFolder), { recursive: true, mode: 0o700 })
  await writeWhole(recordOf(dataFolder), (file) => file.writeFile(`${JSON.stringify(record, null, 2)}\n`))
}

/** Forgets the installation: the record keeps only the folder, because the game has its own files again. */
async function forgetInstalled(dataFolder: string, folder: string): Promise<void> {
  await writeInstalled(dataFolder, { folder, files: [] })
  for (const name of ['untouched', 'twins']) await rm(join(homeOf(dataFolder), name), { recursive: true, force: true })
}

/** Unpredictable, because another account may be able to plant links in the game's folder. */
const partOf = (target: string): string =>
  join(dirname(target), `.${basename(target)}.${randomBytes(8).toString('hex')}${partEnd}`)
const partEnd = '.windrow-part'

/** Removes temporary files that a killed copy left beside the target. */
async function clearParts(target: string): Promise<void> {
  const isPart = (name: string): boolean => name.startsWith(`.${basename(target)}.`) && name.endsWith(partEnd)
  const names = await readdir(dirname(target)).catch(() => [])
  for (const name of names.filter(isPart)) await rm(join(dirname(target), name), { force: true }).catch(() => undefined)
}

interface CopyBeside {
  finish(): Promise<void>
  /** Deletes the copy, unless it was renamed. */
  discard(): Promise<void>
}

/**
 * A file may be read by the accounts that could read the one it replaces; a new file by everybody, as a game's files.
 */
const newFileMode = 0o644

/** A flushed copy with the file's times under a temporary name beside `target`. */
async function copyBeside(from: string, target: string): Promise<CopyBeside> {
  const part = partOf(target)
  await mkdir(dirname(target), { recursive: true })
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

// Puts files into the game's folder, all or none, after copies of the present ones are kept
// (docs/command-line.md#install). A file that changed since it was looked at is not overwritten.

export interface PlannedFile extends Pick<InstalledFile, 'slot' | 'name'> {
  readonly path: string
  readonly state: GameFileState
  /** The digest of the present file; null if there is none. */
  readonly sha256: string | null
  readonly known: InstalledFile | undefined
}

export async function planFile(
  folder: string,
  file: Pick<InstalledFile, 'slot' | 'name'>,
  known: InstalledFile | undefined,
): Promise<PlannedFile> {
  const { slot, name } = file
  const path = join(folder, name)
  const sha256 = await digestOfFile(path)
  return { slot, name, path, sha256, known, state: stateOfGameFile(known, sha256) }
}

/** The first path on which a link stands, which may lead out of the game's folder, or a folder in place of a file; null: there is none. */
export async function oddPlace(folder: string, names: readonly string[]): Promise<string | null> {
  const looked = new Map<string, boolean>()
  for (const name of names) {
    const parts = name.split('/')
    for (let depth = 1; depth <= parts.length; depth++) {
      const path = join(folder, ...parts.slice(0, depth))
      if (!looked.has(path)) {
        const there = await lstat(path).catch(() => null)
        looked.set(path, there === null || (depth === parts.length ? there.isFile() : there.isDirectory()))
      }
      if (looked.get(path) === false) return path
    }
  }
  return null
}

/** The digest of the game's own file: that of the present file, unless that is ours; null if the game has none. */
export const untouchedOf = ({ known, state, sha256 }: PlannedFile): string | null =>
  state === 'ours' ? (known?.untouched ?? null) : sha256

export async function keepAside(data: string, files: readonly PlannedFile[]): Promise<Result<void, NotInstalled>> {
  await mkdir(homeOf(data), { recursive: true, mode: 0o700 })
  for (const file of files) {
    const { name, path, state } = file
    const digest = untouchedOf(file)
    if (digest === null) continue
    const kept = keptPath(data, digest, name)
    if ((await digestOfFile(kept)) === digest) continue
    if (state === 'ours') return refuse({ code: 'kept_file_lost', name })
    try {
      const copy = await copyBeside(path, kept)
      await copy.finish()
    } catch (error) {
      const refusal = noCopy(error, kept)
      if (refusal === null) throw error
      return refuse(refusal)
    }
    if ((await digestOfFile(kept)) !== digest) return refuse({ code: 'game_file_changed', path })
  }
  return ok()
}

/**
 * Puts the files from the folder of twins into the game, by their names. A file that only the last installation replaced gets the game's
 * own one back.
 */
export async function putFiles(
  data: string,
  folder: string,
  planned: readonly PlannedFile[],
  release?: InstalledRelease,
): Promise<Result<void, NotInstalled>> {
  const leaving = (readInstalled(data)?.files ?? []).filter(({ name }) => !planned.some((file) => file.name === name))
  const dropped = await Promise.all(leaving.map((known) => planFile(folder, known, known)))
  const steps: { readonly file: PlannedFile; readonly twin: string; readonly from: string }[] = []
  for (const file of planned) {
    const from = join(twinsFolder(data), file.name)
    steps.push({ file, from, twin: (await digestOfFile(from)) ?? '' })
  }
  const recordOf = ({ file, twin }: (typeof steps)[number], before: readonly string[]): InstalledFile => {
    const { slot, name } = file
    return { slot, name, untouched: untouchedOf(file), twins: [...new Set([...before, twin])] }
  }
  const folders = [...(readRecord(data)?.folders ?? []), ...(await missingFolders(folder, planned))]
  const under = steps.map((step) => recordOf(step, step.file.known?.twins ?? []))
  await writeInstalled(data, { folder, release, files: [...under, ...leaving], folders })
  const put = await replaceAll([
    ...steps.map(({ file, from }) => ({ ...file, from })),
    ...dropped.filter(({ state }) => state === 'ours').map((file) => ({ ...file, from: keptOf(data, file) })),
  ])
  if (put.ok) await writeInstalled(data, { folder, release, files: steps.map((step) => recordOf(step, [])), folders })
  return put
}

/** Folders that are not there yet, each before those in it. */
async function missingFolders(folder: string, files: readonly Pick<PlannedFile, 'name'>[]): Promise<readonly string[]> {
  const above = (name: string): string[] =>
    name.split('/').flatMap((_, at, parts) => parts.slice(0, at).join('/') || [])
  const wanted = [...new Set(files.flatMap(({ name }) => above(name)))]
  const there = await Promise.all(wanted.map((name) => stat(join(folder, name)).catch(() => null)))
  return wanted.filter((_, at) => there[at] === null)
}

/** The path at which the game's own file is kept. Null: the game had no such file. */
export function keptOf(data: string, file: PlannedFile): string | null {
  const untouched = untouchedOf(file)
  return untouched === null ? null : keptPath(data, untouched, file.name)
}

interface Replacement {
  readonly path: string
  /** The digest that the target must have still; with another one, nothing is replaced. */
  readonly sha256: string | null
  /** The file that takes the target's place. Null: the target is removed. */
  readonly from: string | null
}

/** Copies all files beside their targets, checks the targets again, then renames one after the other. */
async function replaceAll(files: readonly Replacement[]): Promise<Result<void, NotInstalled>> {
  const copies: { readonly file: Replacement; readonly copy: CopyBeside | null }[] = []
  let isCopied = false
  let replaced = 0
  try {
    for (const file of files)
      copies.push({ file, copy: file.from === null ? null : await copyBeside(file.from, file.path) })
    isCopied = true
    const held = await heldTarget(files)
    if (held !== null) return refuse({ code: 'game_file_open', path: held })
    for (const { file, copy } of copies) {
      if ((await digestOfFile(file.path)) !== file.sha256) {
        return refuse({ code: 'game_file_changed', path: file.path })
      }
      await (copy === null ? whenFree(() => rm(file.path, { force: true })) : copy.finish())
      replaced++
    }
    return ok()
  } catch (error) {
    const path = files[0]?.path ?? ''
    const refusal = isCopied && isHeld(error) ? ({ code: 'game_file_open', path } as const) : noCopy(error, path)
    // The other sentences say that nothing was changed.
    if (refusal === null || (replaced > 0 && !isHeld(error))) throw error
    return refuse(refusal)
  } finally {
    for (const { copy } of copies) await copy?.discard()
  }
}

const READ_ONLY: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS']
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT']

/** Why a file could not be copied; null: the error has another cause. */
export function noCopy(error: unknown, path: string): NotInstalled | null {
  const { code } = error as NodeJS.ErrnoException
  if (READ_ONLY.includes(code)) return { code: 'game_read_only', folder: dirname(path) }
  return FULL.includes(code) ? { code: 'disk_full' } : null
}

interface UninstallOutcome {
  readonly folder: string
  readonly files: readonly { readonly name: string; readonly state: GameFileState }[]
  /** The folder in which untouched files stay kept, because the game has other files now; null: there are none. */
  readonly kept: string | null
}

export function installedFolder(dataFolder: string): Result<string, NotInstalled> {
  const record = readInstalled(dataFolder)
  return record === null ? refuse({ code: 'nothing_installed' }) : ok(record.folder)
}

/**
 * Takes our files out of the game: the former ones come back, byte for byte. Files that changed since the installation stay. Needs no
 * store.
 */
export async function uninstall(dataFolder: string): Promise<Result<UninstallOutcome, NotInstalled>> {
  const record = readInstalled(dataFolder)
  if (record === null) return refuse({ code: 'nothing_installed' })
  const planned = await Promise.all(record.files.map((known) => planFile(record.folder, known, known)))
  const ours = planned
    .filter(({ state }) => state === 'ours')
    .map((file) => ({ ...file, from: keptOf(dataFolder, file) }))
  for (const { from, known, name } of ours) {
    if (from === null || (await digestOfFile(from)) === known?.untouched) continue
    return refuse({ code: 'kept_file_lost', name })
  }
  const put = await replaceAll(ours)
  if (!put.ok) return put
  const isWhole = planned.every(({ state }) => state === 'ours' || state === 'untouched')
  for (const { path } of planned) await clearParts(path)
  // Folders in which something lies stay.
  for (const name of (record.folders ?? []).toReversed()) await rmdir(join(record.folder, name)).catch(() => undefined)
  if (isWhole) await forgetInstalled(dataFolder, record.folder)
  const files = planned.map(({ name, state }) => ({ name, state }))
  return ok({ folder: record.folder, files, kept: isWhole ? null : join(dataFolder, 'game', 'untouched') })
}
