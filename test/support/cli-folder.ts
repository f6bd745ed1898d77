// A folder with a store and files in it, and commands that run there inside the test: what tests of the command line stand on.
import { resolve } from 'node:path'
import { type Ended, endOf, testWorld } from './cli-world.ts'
import { type EmptyFolder, emptyFolder } from './empty-folder.ts'
import type { Json } from './v1-client.ts'

export interface CliFolder extends EmptyFolder {
  /** Runs a command, however it ends. */
  readonly run: (...argv: readonly string[]) => Promise<Ended>
  /** The same, with `line` on standard input. */
  readonly type: (line: string, ...argv: readonly string[]) => Promise<Ended>
  /** Runs a command that has to succeed; gives what it printed. */
  readonly done: (...argv: readonly string[]) => Promise<string>
  /** The document that it prints with `--json`. */
  readonly json: (...argv: readonly string[]) => Promise<Json>
}

/** Files that a command looks for in the folder of the process, which isn't that of the test. */
const FILES = /^--(?:main|localized|out)$/

/** One for each test, or one for all tests of a file. */
export function cliFolder(lasts: 'test' | 'file' = 'test'): CliFolder {
  const folder = emptyFolder(lasts)
  const pathOf = (word: string, before = ''): string =>
    word !== '' && FILES.test(before) ? resolve(folder.at(), word) : word
  // A port of the system's choice, so that `doctor` finds none taken.
  const type = (line: string, ...argv: readonly string[]): Promise<Ended> =>
    endOf(
      argv.map((word, i) => pathOf(word, argv[i - 1])),
      testWorld(folder.at(), { WINDROW_PORT: '0' }, line),
    )
  const run = (...argv: readonly string[]): Promise<Ended> => type('', ...argv)
  const done = async (...argv: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(...argv)
    if (code !== 0 || /^error/m.test(stderr)) throw new Error(`windrow ${argv.join(' ')} ended with ${code}: ${stderr}`)
    return stdout
  }
  return { ...folder, run, type, done, json: async (...argv) => JSON.parse(await done(...argv, '--json')) }
}
