// The last program of each schema of the store, out of the history of this repository.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A line for each schema that there was: the last commit that had it, or why no commit has. When the number goes up, the one
 * before gets its line here.
 */
export const LAST_PROGRAMS: Readonly<Record<number, string | { readonly none: string }>> = {
  1: '941166f',
  2: { none: 'it came and went between two commits' },
  3: { none: 'it came and went between two commits' },
  4: '988086a',
  5: '95922ca',
  6: '40b29df',
  7: '0f22822',
}

const repository = fileURLToPath(new URL('../..', import.meta.url))
const tarBytesMax = 256 * 2 ** 20

const git = (...argv: readonly string[]): Buffer =>
  execFileSync('git', ['-C', repository, ...argv], { maxBuffer: tarBytesMax, stdio: ['ignore', 'pipe', 'pipe'] })

/** Lays the program of a commit into a folder; gives its command line. It runs on the packages of today. */
export function earlierProgram(commit: string, folder: string): readonly string[] {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
  } catch {
    throw new Error(
      `this clone has no commit ${commit}, whose program the test runs: fetch the whole history (git fetch --unshallow)`,
    )
  }
  mkdirSync(folder)
  const parts = String(git('ls-tree', '--name-only', commit, 'package.json', 'src', 'packages'))
    .trim()
    .split('\n')
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit, ...parts) })
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return [process.execPath, join(folder, 'src/main.ts')]
}
