// Loads the storage engine's native addon, embedded in the single executable. The build puts this file in the place of
// node-gyp-build-optional-packages; a checkout never loads it. Libraries load from files only, so the addon is written
// once into the first folder that is private, writable and allows execution. Each start compares its bytes with the
// executable's (1 ms; a hash takes 5). Concurrent first starts are safe: each writes its own file and renames it.
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { randomBytes } from '../base/crypto.ts'
import { whenFreeSync } from '../base/held-files.ts'
import { readEmbeddedAddon } from './assets.ts'
import { Unloadable } from './unloadable.ts'

declare const WINDROW_ADDON_SHA256: string

export interface Addon {
  readonly sha256: string
  readonly bytes: () => Uint8Array
}

export interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** The data folder, if it exists and is known yet; else null. */
  readonly data: string | null
  /** The home folder in the system's account database. */
  readonly home: string | null
  readonly temporary: string
  /** The account as a part of file names: its numeric id, or nothing. */
  readonly account: string
}

/** Loads the addon. It throws one sentence with advice when no folder is suitable. */
export default function loadNativeAddon(): unknown {
  const addon: Addon = { sha256: WINDROW_ADDON_SHA256, bytes: readEmbeddedAddon }
  return loadFrom(nativeFolders(surroundings()), addon, (file) => {
    const module = { exports: {} }
    process.dlopen(module, file)
    return module.exports
  })
}

/** The number of the account that owns a file. Null on Windows, which has neither owners nor mode bits. */
type Owner = number | null
const ownOwner = (): Owner => process.getuid?.() ?? null

/** The first folder in which `addon` can be placed and opened; the message has the other folders' refusals. */
export function loadFrom<T>(
  folders: readonly string[],
  addon: Addon,
  open: (file: string) => T,
  owner = ownOwner(),
): T {
  const refusals: string[] = []
  for (const folder of folders) {
    try {
      const { file, isNew } = placeAddon(folder, addon, owner)
      try {
        return open(file)
      } catch (error) {
        if (isNew) rmSync(file, { force: true })
        throw error
      }
    } catch (error) {
      const reason = (error as Error).message.split('\n', 1)[0] ?? ''
      const needed = NEEDED.find(({ said }) => said.test(reason))
      if (needed !== undefined) throw new Unloadable(`the storage engine could not be loaded: ${needed.sentence}`)
      refusals.push(reason.includes(folder) ? reason : `${folder}: ${reason}`)
    }
  }
  throw new Unloadable(
    `the storage engine could not be loaded: none of these folders is private, writable and allows execution ` +
      `(${refusals.join('; ')}); set WINDROW_NATIVE_DIR to a folder that is`,
  )
}

/** Messages of the Linux loader about missing libraries, with advice. */
const NEEDED: readonly { readonly said: RegExp; readonly sentence: string }[] = [
  {
    said: /GLIBC(?:XX)?_\d|CXXABI_\d/,
    sentence:
      'it needs glibc 2.34 or later and libstdc++ of GCC 11 or later (Debian 12, Ubuntu 22.04, RHEL 9); ' +
      'run windrow on a newer system or in a container made from one',
  },
  {
    said: /Error relocating|symbol not found|ld-linux|musl/,
    sentence:
      'it needs glibc, and this system has musl (Alpine); run windrow on a system with glibc 2.34 or later, such as ' +
      'Debian 12, or in a container made from one',
  },
]

export function nativeFolders(at: Surroundings): readonly string[] {
  const { env } = at
  const temporary = join(at.temporary, `windrow-native-${at.account}`)
  const folders = [
    env['WINDROW_NATIVE_DIR'],
    cacheFolder(at),
    at.data === null ? null : join(at.data, '.native'),
    temporary,
    ...(at.platform === 'linux'
      ? [`/var/tmp/windrow-native-${at.account}`, `/dev/shm/windrow-native-${at.account}`]
      : []),
  ]
  return [...new Set(folders.filter((folder): folder is string => Boolean(folder)).map((folder) => resolve(folder)))]
}

function cacheFolder({ platform, env, home }: Surroundings): string | null {
  const house = env['HOME'] || home || null
  if (platform === 'win32') return env['LOCALAPPDATA'] ? join(env['LOCALAPPDATA'], 'windrow', 'native') : null
  if (platform === 'darwin') return house === null ? null : join(house, 'Library', 'Caches', 'windrow')
  if (env['XDG_CACHE_HOME']) return join(env['XDG_CACHE_HOME'], 'windrow')
  return house === null ? null : join(house, '.cache', 'windrow')
}

/** The data folder from option, environment or default, because the config file is not read yet. Does not create it. */
function existingDataFolder(args: readonly string[], env: NodeJS.ProcessEnv): string | null {
  const at = args.indexOf('--data')
  const joined = args.find((arg) => arg.startsWith('--data='))
  const folder = (at >= 0 ? args[at + 1] : joined?.slice('--data='.length)) || env['WINDROW_DATA'] || 'windrow-data'
  return existsSync(folder) ? folder : null
}

/** Writes the addon if it is missing or damaged, and throws when the folder is not private or not writable. */
export function placeAddon(
  folder: string,
  addon: Addon,
  owner = ownOwner(),
): { readonly file: string; readonly isNew: boolean } {
  makeFolder(folder)
  requirePrivate(folder, owner)
  const file = join(folder, `lmdb-${addon.sha256.slice(0, 32)}.node`)
  if (isIntact(file, addon, owner)) return { file, isNew: false }
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(draft, addon.bytes(), { mode: 0o600, flag: 'wx', flush: true })
    renameOver(draft, file, addon, owner)
  } finally {
    rmSync(draft, { force: true })
  }
  if (!isIntact(file, addon, owner)) throw new Error(`${file} is not what was written to it`)
  return { file, isNew: true }
}

/**
 * Makes a folder and those above it. mkdir's `recursive` never returns where the system answers "no such folder" for a child of an
 * existing folder (/proc, automounted homes).
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another first start may have made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Puts the written file in place. Windows can't replace a library in use, but then another start has written the same bytes. */
function renameOver(from: string, to: string, addon: Addon, owner: Owner): void {
  try {
    if (isIntact(to, addon, owner)) return
    whenFreeSync(() => renameSync(from, to))
  } catch (error) {
    if (!isIntact(to, addon, owner)) throw error
  }
}

/**
 * Throws unless the folder is a real one that only its owner, this account or the system, can write. Windows folders of accounts are
 * private.
 */
function requirePrivate(folder: string, owner: Owner): void {
  if (owner === null) return
  const found = lstatSync(folder)
  if (!found.isDirectory() || !isOnlyFor(owner, found)) throw new Error(`${folder} is not a private folder`)
}

/** Whether only the owner can write. Windows reports writable files as 0o666. */
const isOnlyFor = (owner: Owner, { uid, mode }: { readonly uid: number; readonly mode: number }): boolean =>
  owner === null || ((uid === owner || uid === 0) && (mode & 0o022) === 0)

function isIntact(file: string, addon: Addon, owner: Owner): boolean {
  try {
    const found = lstatSync(file)
    if (!found.isFile() || !isOnlyFor(owner, found)) return false
    return holds(file, addon.bytes())
  } catch {
    return false
  }
}

const pieceBytes = 64 * 1024

/** Whether a file has these bytes. It compares in pieces, to save memory. */
function holds(file: string, bytes: Uint8Array): boolean {
  const piece = Buffer.allocUnsafeSlow(pieceBytes)
  const handle = openSync(file, 'r')
  try {
    for (let at = 0; ; ) {
      const length = readSync(handle, piece)
      if (length === 0) return at === bytes.length
      const end = at + length
      if (end > bytes.length || piece.compare(bytes, at, end, 0, length) !== 0) return false
      at = end
    }
  } finally {
    closeSync(handle)
  }
}

function surroundings(): Surroundings {
  return {
    platform: process.platform,
    env: process.env,
    data: existingDataFolder(process.argv.slice(2), process.env),
    home: orNull(homedir),
    temporary: tmpdir(),
    account: String(process.getuid?.() ?? orNull(() => userInfo().username) ?? 'user'),
  }
}

/** What `read` returns; null if it fails, because the account database may lack a container's user. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
