// How to start this program again for a command on one data folder: the single executable, or the runtime with
// src/main.ts. Under Deno the command gets only the permissions that it needs.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSingleExecutable } from './assets.ts'

interface Program {
  readonly file: string
  /** Arguments before the program's own. */
  readonly arguments: readonly string[]
}

/** The command may change `dataFolder` (absolute) and read the files of `reads`. */
export function ownProgram(dataFolder: string, reads: readonly string[] = []): Program {
  if (isSingleExecutable()) return { file: process.execPath, arguments: [] }
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const main = join(root, 'src', 'main.ts')
  const isDeno = process.versions['deno'] !== undefined
  const permissions = isDeno ? permissionsOf(root, dataFolder, reads) : []
  return { file: process.execPath, arguments: isDeno ? ['run', ...permissions, main] : [main] }
}

/** Reads its source, the store and the configuration; writes the store; loads its engine. No network, no programs. */
function permissionsOf(root: string, dataFolder: string, reads: readonly string[]): string[] {
  const config = resolve(process.env['WINDROW_CONFIG'] || join(dirname(dataFolder), 'config.json'))
  return [
    '--no-prompt',
    `--allow-read=${listOf(root, dataFolder, config, ...reads)}`,
    `--allow-write=${listOf(dataFolder)}`,
    `--allow-ffi=${listOf(join(root, 'node_modules', '@lmdb'))}`,
    '--allow-sys=hostname,cpus,networkInterfaces,osUptime,uid',
    '--allow-env',
  ]
}

/** Separated by commas, as Deno takes it; a comma in a path is doubled. */
const listOf = (...paths: readonly string[]): string => paths.map((path) => path.replaceAll(',', ',,')).join(',')
