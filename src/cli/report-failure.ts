// Reports a failed command: one line on stderr and the exit code; under --json also a document on stdout.
import { REPOSITORY } from '../runtime/release-origin.ts'
import { Unloadable } from '../runtime/unloadable.ts'
import { EXIT, Failure } from './failure.ts'
import { plainText } from './streams/lines.ts'
import { paintFor } from './streams/terminal.ts'
import type { World } from './world.ts'

const REMEDIES: Readonly<Record<string, string>> = {
  ENOENT: 'check the name',
  ENOTDIR: 'check the name',
  EISDIR: 'name a file, not a folder',
  EACCES: 'check the permissions',
  EPERM: 'check the permissions',
  EROFS: 'choose a place that can be written',
  ENOSPC: 'free some space',
  EDQUOT: 'free some space',
  EBUSY: 'another program has the file open; close it there and try again',
  EIO: 'check the disk and try again',
  EMFILE: 'raise the limit of open files (ulimit -n)',
  ENAMETOOLONG: 'choose a shorter name',
}

const OF_WINDOWS: Readonly<Record<string, string>> = {
  EACCES: 'another program may have the file open, or it may not be written: close it there, or check its properties',
  EPERM: 'another program may have the file open, or it may not be written: close it there, or check its properties',
  EMFILE: 'close other programs and try again',
}

/**
 * Advice for errors of the operating system, by code. A platform's row precedes the general one: Windows reports a file
 * in use with the codes of missing rights. Half a sentence; undefined without advice.
 */
export const remedyFor = (code: string | undefined, platform: NodeJS.Platform): string | undefined =>
  (platform === 'win32' ? OF_WINDOWS[code ?? ''] : undefined) ?? REMEDIES[code ?? '']

export interface Reporting {
  readonly isJson: boolean
  readonly isDebugging: boolean
  readonly isPlain: boolean
}

export function reportFailure(fault: unknown, world: World, { isJson, isDebugging, isPlain }: Reporting): number {
  const failure = failureOf(fault, world.platform)
  world.stderr.write(`${paintFor(world, isPlain)('error', 'error:')} ${oneLine(lineOf(failure))}\n`)
  if (isDebugging && fault instanceof Error && fault.stack !== undefined)
    world.stderr.write(`${plainText(fault.stack)}\n`)
  if (isJson) world.stdout.write(`${plainText(JSON.stringify(errorDocument(failure), null, 2))}\n`)
  return failure.exit
}

export function errorDocument(failure: Failure) {
  const message = oneLine(failure.message)
  const end = failure.hint === null ? message.indexOf('; ') : -1
  const [what, hint] = end < 0 ? [message, failure.hint ?? ''] : [message.slice(0, end), message.slice(end + 2)]
  const { code, refusal } = failure
  return { error: { code, message: what, hint, ...(refusal !== null && { refusal }) } }
}

export const lineOf = ({ message, hint }: Failure): string =>
  hint === null ? message : `${message.replace(/\.$/, '')}; ${hint.charAt(0).toLowerCase()}${hint.slice(1)}`

function failureOf(fault: unknown, platform: NodeJS.Platform): Failure {
  if (fault instanceof Failure) return fault
  if (fault instanceof Unloadable) return new Failure(fault.message, { code: 'unloadable' })
  const { message, code, path } =
    fault instanceof Error ? (fault as NodeJS.ErrnoException) : { message: String(fault), code: '', path: undefined }
  const remedy = remedyFor(code, platform)
  const said = code === 'EACCES' && path !== undefined ? `${path} may not be read or written` : message
  if (remedy !== undefined) return new Failure(`${said}; ${remedy}`, { code: code ?? '' })
  // The engine's errors have a number and more words than help, or name a database that it closed; those of rmSync have no code.
  const unknown = ', Unknown error: '
  if (typeof code === 'number' || message.startsWith(unknown) || message.endsWith('a closed database')) {
    const words = message.replace(unknown, '').split(': ')[0]
    return new Failure(`the disk failed (${words}); look at its free space and try again`, { code: 'disk_failed' })
  }
  // Deno lacks a permission, and its message names it.
  if (fault instanceof Error && fault.name === 'NotCapable')
    return new Failure(`${message}; docs/operations.md lists what windrow needs on Deno`, { code: 'not_permitted' })
  const place = REPOSITORY === null ? 'where you got windrow' : `at ${REPOSITORY}/issues`
  const where = `WINDROW_LOG_LEVEL=debug shows where: please report it ${place}`
  const told = `${message || 'unforeseen fault'} (this is a fault of windrow; ${where})`
  return new Failure(told, { code: 'fault' })
}

function oneLine(text: string): string {
  return plainText(text.trim().replaceAll(/\s*[\r\n]+\s*/g, ' '))
}

/** The failure after a signal: a command's own one is kept, except for a busy store. */
export const interruptedBy = (fault: unknown): Failure => {
  const isTold = fault instanceof Failure && fault.exit !== EXIT.tryAgain
  const said = isTold ? fault.message : 'interrupted; nothing was left half done, run it again'
  const refusal = isTold ? (fault.refusal ?? undefined) : { code: 'interrupted' }
  return new Failure(said, { code: 'interrupted', ...(refusal !== undefined && { refusal }), exit: EXIT.interrupted })
}
