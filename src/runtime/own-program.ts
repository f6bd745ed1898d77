// How to start this program again for a command on one data folder. Under Deno the command gets only the permissions that it
// needs.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSingleExecutable } from './assets.ts'

interface Program {
  readonly file: string
  /** Arguments before those of the command. */
  readonly arguments: readonly string[]
}

/** The command may change `dataFolder` (absolute) and read `reads`. */
export function ownProgram(dataFolder: string, reads: readonly string[] = []): Program {
  if (isSingleExecutable()) return { file: process.execPath, arguments: [] }
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const main = join(root, 'src', 'main.ts')
  const isDeno = process.versions['deno'] !== undefined
  const permissions = isDeno ? permissionsOf(root, dataFolder, reads) : []
  return { file: process.execPath, arguments: isDeno ? ['run', ...permissions, main] : [main] }
}

/** The command's permissions: source, store and configuration are read, the store written, its engine loaded. No network. */
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

/** Joins paths in Deno's form: commas separate them, and a comma in a path is doubled. */
const listOf = (...paths: readonly string[]): string => paths.map((path) => path.replaceAll(',', ',,')).join(',')
