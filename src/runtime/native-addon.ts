// Loads the storage engine's native addon in the single executable, where it is an embedded asset.
// The build puts this file in the place of node-gyp-build-optional-packages; a checkout never loads it.
// The operating system loads a library only from a file, so the addon is written once into the first folder that is
// private, writable and allows execution. Invariant: what is loaded has, byte for byte, what the executable carries and
// lies where nobody else can write. Each start compares them, in 1 ms where a hash would take 5. Several first starts
// at once are safe: each writes its own file and renames it.
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
  /** SHA-256 of the bytes, lower-case hex. */
  readonly sha256: string
  readonly bytes: () => Uint8Array
}

export interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** The data folder if it exists, as far as it is known this early; else null. */
  readonly data: string | null
  /** Home folder by the system's account database, or null. */
  readonly home: string | null
  /** Temporary folder of the system. */
  readonly temporary: string
  /** Name of the account in file names: the numeric id where there is one. */
  readonly account: string
}

/** Loads the embedded addon and gives its exports; throws one sentence that says what to do when no folder allows it. */
export default function loadNativeAddon(): unknown {
  const addon: Addon = { sha256: WINDROW_ADDON_SHA256, bytes: readEmbeddedAddon }
  return loadFrom(nativeFolders(surroundings()), addon, (file) => {
    const module = { exports: {} }
    process.dlopen(module, file)
    return module.exports
  })
}

/** The account that files belong to, by its number; null on Windows, which knows no owners and no bits of rights. */
type Owner = number | null
const ownOwner = (): Owner => process.getuid?.() ?? null

/** The first folder in which `addon` can be placed and opened decides; each refusal is kept for the message. */
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

/** What the loader of Linux says when the system's own libraries are in the way, and what that means for a person. */
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

/** Folders in the order in which they are tried, without repetitions. */
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

/** The data folder by option, environment or default: the config file isn't read yet. Making it is its command's business. */
function existingDataFolder(args: readonly string[], env: NodeJS.ProcessEnv): string | null {
  const at = args.indexOf('--data')
  const joined = args.find((arg) => arg.startsWith('--data='))
  const folder = (at >= 0 ? args[at + 1] : joined?.slice('--data='.length)) || env['WINDROW_DATA'] || 'windrow-data'
  return existsSync(folder) ? folder : null
}

/**
 * The addon's file in `folder`, written there when it is missing or damaged.
 * Throws when the folder isn't private or can't be written.
 */
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
 * Makes the folder and what is missing above it. Not mkdir's `recursive`: where the system answers "no such folder" for a
 * child of one that exists (/proc, automounted homes) that never comes to its end.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another first start may have made it in between.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** On Windows a library in use can't be replaced: then another start has put the same bytes there already. */
function renameOver(from: string, to: string, addon: Addon, owner: Owner): void {
  try {
    // If the same bytes are there already, the library is in use, and will be for long: no need to wait.
    if (isIntact(to, addon, owner)) return
    whenFreeSync(() => renameSync(from, to))
  } catch (error) {
    if (!isIntact(to, addon, owner)) throw error
  }
}

/** Ours or the system's, a real folder, writable by its owner alone. Windows folders of an account are private as they are. */
function requirePrivate(folder: string, owner: Owner): void {
  if (owner === null) return
  const found = lstatSync(folder)
  if (!found.isDirectory() || !isOnlyFor(owner, found)) throw new Error(`${folder} is not a private folder`)
}

/** Nobody but its owner, who is us or the system, may write it. Windows reports each writable file as 0o666. */
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

/** Whether a file is these bytes and no others; a piece at a time, for all of it at once would be new memory. */
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

/** The account database may not know a container's user: that is no error here. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
