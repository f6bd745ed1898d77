// The kind of a path on the command line. A regular file, also behind a link, is read and written whole; a pipe or a
// device is a stream; - and /dev/stdin and /dev/stdout are this process's streams.
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CommandContext } from '../command.ts'
import { Failure } from '../failure.ts'

type Named = 'file' | 'folder' | 'pipe' | 'device' | 'standard'

const STANDARD = {
  read: ['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'],
  write: ['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'],
}

/** The kind of a path. A name that is missing or unreadable counts as a file, because opening it later gives the error. */
export async function namedBy({ cwd }: CommandContext, path: string, use: 'read' | 'write'): Promise<Named> {
  if (path === '-' || STANDARD[use].includes(path)) return 'standard'
  const there = await stat(resolve(cwd, path)).catch(() => null)
  if (there === null || there.isFile()) return 'file'
  if (there.isDirectory()) return 'folder'
  if (there.isFIFO()) return 'pipe'
  if (there.isCharacterDevice()) return 'device'
  throw new Failure(`${path} is ${there.isSocket() ? 'a socket' : 'a disk'}; name a file, a pipe or - instead`)
}
