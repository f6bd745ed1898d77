// Starts this program again for a command on one data folder. Under Deno the command gets only the permissions that it
// needs.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSingleExecutable } from './assets.ts'

interface Program {
  readonly file: string
  /** They come before the command's. */
  readonly arguments: readonly string[]
}

/** Absolute paths of a command outside of its data folder. */
export interface OtherPaths {
  readonly reads?: readonly string[]
  readonly writes?: readonly string[]
}

/** `dataFolder`: absolute; the command may change it. */
export function ownProgram(dataFolder: string, paths: OtherPaths = {}): Program {
  if (isSingleExecutable()) return { file: process.execPath, arguments: [] }
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const main = join(root, 'src', 'main.ts')
  const isDeno = process.versions['deno'] !== undefined
  const permissions = isDeno ? permissionsOf(root, dataFolder, paths) : []
  return { file: process.execPath, arguments: isDeno ? ['run', ...permissions, main] : [main] }
}

/** Source, store and configuration are read, the store written, its engine loaded. No network. */
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
