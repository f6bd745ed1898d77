// How to start this very program once more, for a command on one data folder: the single executable itself, or the runtime
// with src/main.ts. On Deno the command gets the permissions that it needs and no others, whatever the server has.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSingleExecutable } from './assets.ts'

interface Program {
  readonly file: string
  /** What comes before the program's own arguments. */
  readonly arguments: readonly string[]
}

/** The program, allowed to change `dataFolder` (absolute) and to read the files of `reads` too. */
export function ownProgram(dataFolder: string, reads: readonly string[] = []): Program {
  if (isSingleExecutable()) return { file: process.execPath, arguments: [] }
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const main = join(root, 'src', 'main.ts')
  const isDeno = process.versions['deno'] !== undefined
  const permissions = isDeno ? permissionsOf(root, dataFolder, reads) : []
  return { file: process.execPath, arguments: isDeno ? ['run', ...permissions, main] : [main] }
}

/** Reads its own source, the store and the configuration; writes the store; loads its engine; no network, no programs. */
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

/** A list as Deno takes it, parted by commas; a comma in a path is doubled. */
const listOf = (...paths: readonly string[]): string => paths.map((path) => path.replaceAll(',', ',,')).join(',')
