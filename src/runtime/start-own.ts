// Runs a command in a second process at lower priority, so that it does not delay a server's requests or a prompt.
import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSingleExecutable } from './assets.ts'
import { giveWay } from './give-way.ts'

/** Paths outside of its data folder that a command reads or writes; absolute. */
export interface OtherPaths {
  readonly reads?: readonly string[]
  readonly writes?: readonly string[]
}

/**
 * The arguments of this program for a command on one data folder. Under Deno the command gets only the permissions that it
 * needs. `dataFolder`: absolute; the command may change it.
 */
function ownArguments(dataFolder: string, argv: readonly string[], paths: OtherPaths = {}): readonly string[] {
  const own = [...argv, '--data', dataFolder]
  if (isSingleExecutable()) return own
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const main = join(root, 'src', 'main.ts')
  const isDeno = process.versions['deno'] !== undefined
  return [...(isDeno ? ['run', ...permissionsOf(root, dataFolder, paths)] : []), main, ...own]
}

/** What Deno must allow a command: to read source, store and configuration, write the store and load its engine. No network. */
function permissionsOf(root: string, dataFolder: string, { reads = [], writes = [] }: OtherPaths): string[] {
  const config = resolve(process.env['WINDROW_CONFIG'] || join(dirname(dataFolder), 'config.json'))
  const read = [root, dataFolder, config, ...reads, ...writes]
  return ['--no-prompt', ...denoPermissions(root, { reads: read, writes: [dataFolder, ...writes] })]
}

/**
 * What Deno has to allow windrow, network and other programs apart: the docs, processes of a server and tests take it from here.
 * `root`: the checkout. Without `reads` it may read everything.
 */
export const denoPermissions = (root: string, { reads = [], writes = [] }: OtherPaths): string[] => [
  reads.length === 0 ? '--allow-read' : `--allow-read=${listOf(reads)}`,
  `--allow-write=${listOf(writes)}`,
  '--allow-env',
  '--allow-sys=hostname,cpus,networkInterfaces,osUptime,statfs,uid',
  `--allow-ffi=${listOf([join(root, 'node_modules', '@lmdb')])}`,
]

/** Joins paths in Deno's form: commas separate them, and a comma in a path is doubled. */
const listOf = (paths: readonly string[]): string => paths.map((path) => path.replaceAll(',', ',,')).join(',')

const outputLengthMax = 4 * 1024 * 1024

export interface Ended {
  /** The exit code, or why there is none. */
  readonly code: number | string
  readonly stdout: string
  /** The end of the command's stderr. */
  readonly said: string
}

/** Runs a command in a second process. `onLine` gets the latest line on stderr. */
export function startOwn(
  dataFolder: string,
  argv: readonly string[],
  onLine: (line: string) => void = () => {},
  paths: OtherPaths = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, ownArguments(dataFolder, argv, paths), {
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  giveWay(child.pid)
  let [stdout, said] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (stdout.length < outputLengthMax) stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-8_192)
    const line = linesOf(said).at(-1)
    if (line !== undefined) onLine(line)
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on('error', (error) => resolve({ code: error.message, stdout, said }))
    child.on('close', (status, signal) => resolve({ code: status ?? signal ?? 'no status', stdout, said }))
  })
  return { child, ended }
}

/** Starts a command that outlives this process and whose result is ignored. False on Deno, which would ask its user for permission. */
export function startBehind(dataFolder: string, argv: readonly string[]): boolean {
  if (process.versions['deno'] !== undefined) return false
  const options = { detached: true, stdio: 'ignore', windowsHide: true } as const
  const child = spawn(process.execPath, ownArguments(dataFolder, argv), options)
  // A failed start loses nothing: a server does the same work later.
  child.on('error', () => {})
  giveWay(child.pid)
  child.unref()
  return true
}

const linesOf = (said: string): string[] =>
  said
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Why a command failed: its `error:` line, or its last one. */
export function reasonOf({ said, code }: Ended): string {
  const lines = linesOf(said)
  const error = lines.findLast((line) => line.startsWith('error:'))
  return error?.slice('error:'.length).trim() ?? lines.at(-1) ?? `it ended with ${code}`
}
