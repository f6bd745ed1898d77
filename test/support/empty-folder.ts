// A folder that is empty when a test begins and gone when it has ended.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { temporaryFolder } from './program.ts'

export interface EmptyFolder {
  /** A path in the folder; without names the folder itself. */
  readonly at: (...names: readonly string[]) => string
  /** Writes a file, with the folders above it; gives its path. */
  readonly write: (name: string, content: string | Uint8Array) => string
  readonly read: (...names: readonly string[]) => string
}

/** One for each test, or one for all tests of a file. */
export function emptyFolder(lasts: 'test' | 'file' = 'test'): EmptyFolder {
  let folder = { path: '', remove: () => {} }
  const begin = (): void => void (folder = temporaryFolder())
  const end = (): void => folder.remove()
  if (lasts === 'file') {
    begin()
    afterAll(end)
  } else {
    beforeEach(begin)
    afterEach(end)
  }
  const at = (...names: readonly string[]): string => join(folder.path, ...names)
  return {
    at,
    write(name, content) {
      mkdirSync(dirname(at(name)), { recursive: true })
      writeFileSync(at(name), content)
      return at(name)
    },
    read: (...names) => readFileSync(at(...names), 'utf8'),
  }
}
