// Starts this program again for a command on one data folder. Under Deno the command gets only the permissions that it
// needs.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSingleExecutable } from './assets.ts'

/** What Deno's `--allow-sys` must name; docs/operations.md#deno and the tests have the same. */
export const DENO_SYSTEM = 'hostname,cpus,networkInterfaces,osUptime,uid,statfs'

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
  return [
    '--no-prompt',
    `--allow-read=${listOf(root, dataFolder, config, ...reads, ...writes)}`,
    `--allow-write=${listOf(dataFolder, ...writes)}`,
    `--allow-ffi=${listOf(join(root, 'node_modules', '@lmdb'))}`,
    `--allow-sys=${DENO_SYSTEM}`,
    '--allow-env',
  ]
}

/** Joins paths in Deno's form: commas separate them, and a comma in a path is doubled. */
const listOf = (...paths: readonly string[]): string => paths.map((path) => path.replaceAll(',', ',,')).join(',')
