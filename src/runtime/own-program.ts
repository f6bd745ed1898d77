// How to start this very program once more: the single executable itself, or the runtime with src/main.ts.
import { fileURLToPath } from 'node:url'
import { isSingleExecutable } from './assets.ts'

export interface Program {
  readonly file: string
  /** What comes before the program's own arguments. */
  readonly arguments: readonly string[]
}

export function ownProgram(): Program {
  if (isSingleExecutable()) return { file: process.execPath, arguments: [] }
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const isDeno = process.versions['deno'] !== undefined
  return { file: process.execPath, arguments: isDeno ? ['run', '-A', main] : [main] }
}
