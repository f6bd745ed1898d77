// Version, commit and runtime. A build writes version and commit into the program (scripts/build/bundle.ts); a checkout
// reads package.json and the files of .git, without a process.
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isSingleExecutable } from './assets.ts'

declare const WINDROW_BUILD_VERSION: string | undefined
declare const WINDROW_BUILD_COMMIT: string | undefined

interface VersionInfo {
  readonly version: string
  /** The first 12 hex characters of the commit, or `unknown`. */
  readonly commit: string
  /** `Node 24.21.0`, `Deno 2.9.5` or `Node 24.21.0, single executable`. */
  readonly runtime: string
}

const COMMIT_LENGTH = 12

export function versionInfo(): VersionInfo {
  if (typeof WINDROW_BUILD_VERSION === 'string' && typeof WINDROW_BUILD_COMMIT === 'string')
    return { version: WINDROW_BUILD_VERSION, commit: WINDROW_BUILD_COMMIT, runtime: runtimeName() }
  const root = fileURLToPath(new URL('../../', import.meta.url))
  return { version: versionOfCheckout(root), commit: commitOfCheckout(root), runtime: runtimeName() }
}

function runtimeName(): string {
  const deno = process.versions['deno']
  if (deno !== undefined) return `Deno ${deno}`
  return `Node ${process.versions.node}${isSingleExecutable() ? ', single executable' : ''}`
}

function versionOfCheckout(root: string): string {
  const manifest: unknown = JSON.parse(readText(`${root}package.json`) ?? '{}')
  const version = (manifest as { version?: unknown }).version
  return typeof version === 'string' ? version : 'unknown'
}

/** The commit of a checkout; `unknown` when .git can't be read. */
export function commitOfCheckout(root: string): string {
  const folder = gitFolder(root)
  const head = folder === null ? null : readText(`${folder}/HEAD`)
  if (folder === null || head === null) return 'unknown'
  const ref = /^ref: (\S+)$/m.exec(head)?.[1]
  const hash = ref === undefined ? head : hashOfRef(folder, ref)
  return hash !== null && /^[0-9a-f]{40}/.test(hash) ? hash.slice(0, COMMIT_LENGTH) : 'unknown'
}

/** The folder .git, or in a linked worktree the one that the file .git names. */
function gitFolder(root: string): string | null {
  const path = `${root}/.git`
  try {
    if (statSync(path).isDirectory()) return path
  } catch {
    return null
  }
  const linked = /^gitdir: (.+)$/m.exec(readText(path) ?? '')?.[1]
  if (linked === undefined) return null
  return /^([/\\]|[A-Za-z]:)/.test(linked) ? linked : `${root}/${linked}`
}

/** The commit that a branch names. A linked worktree's branches are in the folder named by `commondir`. */
function hashOfRef(folder: string, ref: string): string | null {
  const common = readText(`${folder}/commondir`)?.trim()
  const folders = common === undefined ? [folder] : [folder, `${folder}/${common}`]
  for (const place of folders) {
    const loose = readText(`${place}/${ref}`)
    if (loose !== null) return loose
    const packed = readText(`${place}/packed-refs`)
      ?.split('\n')
      .find((line) => line.endsWith(` ${ref}`))
    if (packed !== undefined) return packed
  }
  return null
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
