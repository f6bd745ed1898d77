// Output of a command: a file, - for standard output, a pipe, a device. A regular file, even behind a link, is replaced as a
// whole; anything else is a stream and is never replaced.
import { constants, existsSync, lstatSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ByteSink } from '../../base/bytes.ts'
import type { CommandContext } from '../command.ts'
import { Failure } from '../failure.ts'
import { namedBy } from './special-file.ts'
import { writeAll, type WritePart } from './write-all.ts'

const lookEveryMs = 10

export type OutputTarget = string | ByteSink

/** Opens an output: `work` gets an absolute path in an existing folder, or a stream. */
export async function withOutput<T>(
  context: CommandContext,
  path: string,
  work: (target: OutputTarget) => Promise<T>,
  what: 'the report' | 'the file' = 'the file',
): Promise<T> {
  const named = await namedBy(context, path, 'write')
  const absolute = resolve(context.cwd, path)
  if (named === 'folder') throw new Failure(`${absolute} is a folder; name a file`)
  if (named === 'file') {
    const folder = dirname(absolute)
    if (!existsSync(folder))
      throw new Failure(`${what} ${absolute} cannot be written: there is no folder ${folder}; make it first`)
    return await work(absolute)
  }
  if (named === 'standard') {
    context.takeStdout()
    return await work(sinkOf(path, context.signal, (bytes) => writeAll(context.writeOut, bytes, context.signal)))
  }
  await using file = await openWithoutWaiting(absolute, context.signal)
  return await work(sinkOf(path, context.signal, (bytes) => writeAll(partOf(file), bytes, context.signal)))
}

/** Throws Failure if something has this name and may not be replaced. */
export function checkIsNew(path: string, isReplacing: boolean): void {
  if (!isReplacing && lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    throw new Failure(`${path} exists; name another file, or add --force to replace it`)
}

const partOf =
  (file: FileHandle): WritePart =>
  async (bytes, offset, length) =>
    (await file.write(bytes, offset, length)).bytesWritten

function sinkOf(path: string, signal: AbortSignal, write: (bytes: Uint8Array) => Promise<void>): ByteSink {
  const interrupted = Promise.withResolvers<never>()
  interrupted.promise.catch(() => {})
  signal.addEventListener('abort', () => interrupted.reject(signal.reason), { once: true })
  return {
    append: async (bytes) => {
      signal.throwIfAborted()
      try {
        await Promise.race([write(typeof bytes === 'string' ? Buffer.from(bytes) : bytes), interrupted.promise])
      } catch (error) {
        if (!isGone(error)) throw error
        throw new Failure(`the program that read ${path} stopped before the end; let it read everything`, {
          code: 'reader_gone',
        })
      }
    },
  }
}

const isGone = (error: unknown): boolean => ['EPIPE', 'EOF'].includes((error as NodeJS.ErrnoException).code ?? '')

/**
 * Tries until the pipe has a reader: a thread blocked in `open` can't be cancelled and would delay the end of the
 * process.
 */
async function openWithoutWaiting(path: string, signal: AbortSignal): Promise<FileHandle> {
  for (;;) {
    try {
      return await open(path, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error
      await sleep(lookEveryMs, undefined, { signal })
    }
  }
}
