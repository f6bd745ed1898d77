// Turns refusals and file errors into failures of a command. Loaded only when a command has failed, because a start needs no
// sentences.
import { refusalOf, workSentence } from '../app/refused.ts'
import { Failure } from './failure.ts'

/** The failure for a refusal that was thrown, or for a file that is not there or is a folder; other errors are returned unchanged. */
export function asRefused(error: unknown): unknown {
  const refusal = refusalOf(error)
  if (refusal !== null) return new Failure(workSentence(refusal), { refusal })
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return code === 'ENOENT' || code === 'EISDIR' ? asFileRefused(error) : error
}

const OF_SYSTEM: Readonly<Record<string, 'no_file' | 'is_folder' | 'unreadable' | 'no_space'>> = {
  ENOENT: 'no_file',
  EISDIR: 'is_folder',
  EACCES: 'unreadable',
  ENOSPC: 'no_space',
}

/** The failure for an error of the file system. Its code stays that of the system. */
export function asFileRefused(error: unknown): unknown {
  const { code = '', path } = error as NodeJS.ErrnoException
  const refused = OF_SYSTEM[code]
  if (refused === undefined || (path === undefined && code !== 'ENOSPC')) return error
  const refusal = { code: refused, path: path ?? '' } as const
  return new Failure(workSentence(refusal), { code, refusal })
}
