// Files out of npm packages, exactly as package-lock.json locks them.
// npm installs the packages of this machine's platform only, so the build fetches the tarballs itself (`npm pack`),
// keeps them under node_modules/.cache and checks each against its integrity in the lock at every use.
// Invariant: no byte that the lock doesn't vouch for gets into an executable.
import { execFileSync } from 'node:child_process'
import type { ExecFileSyncOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

interface Locked {
  readonly version: string
  /** `sha512-<base64>` */
  readonly integrity: string
  /** Names with the versions they take. */
  readonly dependencies: Readonly<Record<string, string>>
}

/** What the lock says of the package `name`. */
export function lockedPackage(root: string, name: string): Locked {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Partial<Locked> | undefined>
  }
  const entry = lock.packages[`node_modules/${name}`]
  if (entry?.version === undefined || entry.integrity?.startsWith('sha512-') !== true)
    throw new Error(`package-lock.json has no entry with integrity for ${name}; run npm install and commit the lock`)
  return { version: entry.version, integrity: entry.integrity, dependencies: entry.dependencies ?? {} }
}

/** The file `path` of the locked package `name`. Downloads its tarball once. */
export function packageFile(root: string, name: string, path: string): Buffer {
  const file = packageFiles(root, name).get(path)
  if (file === undefined) throw new Error(`${name} holds no file ${path}`)
  // A copy: the rest of the tarball can go.
  return Buffer.from(file)
}

/** All files of the locked package `name`, by their paths in it. */
export function packageFiles(root: string, name: string): ReadonlyMap<string, Buffer> {
  const locked = lockedPackage(root, name)
  const tarball = join(root, 'node_modules/.cache/windrow-build', `${name.replace('/', '-')}-${locked.version}.tgz`)
  if (!existsSync(tarball) || !isIntact(tarball, locked)) download(name, locked, tarball)
  return filesOfTar(gunzipSync(readFileSync(tarball)))
}

interface Manifest {
  readonly version: string
  /** An SPDX expression, as a rule. */
  readonly license?: unknown
  readonly author?: string | { readonly name?: string }
}

/** The package.json among a package's files. */
export const manifestOf = (files: ReadonlyMap<string, Buffer>): Manifest =>
  JSON.parse(files.get('package.json')?.toString('utf8') ?? '{}') as Manifest

function download(name: string, locked: Locked, tarball: string): void {
  const cache = join(tarball, '..')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'download-'))
  try {
    npm(['pack', `${name}@${locked.version}`, '--loglevel', 'error', '--prefer-offline', '--pack-destination', folder])
    const file = readdirSync(folder)[0]
    if (file === undefined) throw new Error(`npm pack ${name}@${locked.version} wrote no file`)
    const fetched = join(folder, file)
    if (!isIntact(fetched, locked))
      throw new Error(
        `${name}@${locked.version} from the registry is not what package-lock.json locks (integrity differs)`,
      )
    renameSync(fetched, tarball)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Under `npm run` npm says where it lies itself; else the one on the path. */
function npm(args: readonly string[]): void {
  const script = process.env['npm_execpath']
  const options: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] }
  try {
    if (script?.endsWith('.js') === true) execFileSync(process.execPath, [script, ...args], options)
    else execFileSync('npm', args, { ...options, shell: process.platform === 'win32' })
  } catch (error) {
    throw new Error(`npm ${args.slice(0, 2).join(' ')} failed, npm says why above; it needs the npm registry once`, {
      cause: error,
    })
  }
}

function isIntact(tarball: string, { integrity }: Locked): boolean {
  return `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}` === integrity
}

/** The files of an npm tarball; all its entries lie under one top folder, and their names are short. */
function filesOfTar(tar: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const field = (from: number, length: number) =>
      tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '')
    const prefix = field(345, 155)
    const entry = prefix === '' ? field(0, 100) : `${prefix}/${field(0, 100)}`
    const sizeBytes = Number.parseInt(field(124, 12).trim() || '0', 8)
    files.set(entry.slice(entry.indexOf('/') + 1), tar.subarray(at + 512, at + 512 + sizeBytes))
    at += 512 + Math.ceil(sizeBytes / 512) * 512
  }
  return files
}
