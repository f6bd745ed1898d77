// Input of a command: a file, - for standard input, a pipe, a device. Readers of game files need to seek, so other input is
// copied to a temporary file first; texts are read line by line as they arrive.
import { constants } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandContext, ParsedArgs } from '../command.ts'
import { Usage } from '../failure.ts'
import { asFileRefused } from '../refused-failure.ts'
import { namedBy } from './special-file.ts'

const chunkBytes = 64 * 1024
const lookEveryMs = 10

/** Gives `work` files that can be read anywhere: a regular file, or a folder where one may be given, as it is; other input is copied. */
export async function withInputFiles<T>(
  context: CommandContext,
  names: Readonly<Record<string, string | undefined>>,
  work: (pathOf: (name: string) => string | undefined) => Promise<T>,
): Promise<T> {
  const paths = new Map<string, string>()
  const folders: string[] = []
  let folder: string | null = null
  let isStandardTaken = false
  try {
    for (const [name, path] of Object.entries(names)) {
      if (path === undefined) continue
      const named = await namedBy(context, path, 'read')
      if (named === 'file' || named === 'folder') {
        paths.set(name, path)
        if (named === 'folder') folders.push(path)
        continue
      }
      if (named === 'standard' && isStandardTaken) throw new Usage('standard input can be read once; give one - only')
      isStandardTaken ||= named === 'standard'
      folder ??= await mkdtemp(join(tmpdir(), 'windrow-input-'))
      // One for each input, because messages and rows use the file's name.
      const ofItsOwn = await mkdtemp(join(folder, 'input-'))
      const copy = join(ofItsOwn, named === 'standard' ? 'stdin' : basename(path))
      await spool(context, path, copy)
      paths.set(name, copy)
    }
    return await work((name) => paths.get(name))
  } catch (error) {
    // A folder that is read as a file fails without its name.
    if (folders.length === 0 || (error as NodeJS.ErrnoException).code !== 'EISDIR') throw error
    throw asFileRefused(Object.assign(error as Error, { path: folders[0] }))
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true })
  }
}

/** One such file, by its absolute path. */
export const withInputFile = <T>(
  context: CommandContext,
  file: string,
  work: (path: string) => Promise<T>,
): Promise<T> => withInputFiles(context, { file }, (pathOf) => work(resolve(context.cwd, pathOf('file') ?? file)))

export const withReadableOptions = <T>(
  context: CommandContext,
  args: ParsedArgs,
  options: readonly string[],
  work: (readable: ParsedArgs) => Promise<T>,
): Promise<T> =>
  withInputFiles(context, Object.fromEntries(options.map((name) => [name, args.text(name)])), (pathOf) =>
    work({ ...args, text: (name) => (options.includes(name) ? pathOf(name) : args.text(name)) }),
  )

async function spool(context: CommandContext, path: string, copy: string): Promise<void> {
  await using file = await open(copy, 'wx', 0o600)
  for await (const chunk of chunksOf(context, path)) await file.appendFile(chunk)
}

/** The pieces of an input. Throws the signal's reason when interrupted. */
async function* chunksOf(context: CommandContext, path: string): AsyncGenerator<Uint8Array> {
  const { signal } = context
  const named = await namedBy(context, path, 'read')
  const source = named === 'standard' ? context.stdin : fileChunks(resolve(context.cwd, path), named === 'pipe', signal)
  const chunks = source[Symbol.asyncIterator]()
  const interrupted = Promise.withResolvers<never>()
  interrupted.promise.catch(() => {})
  const interrupt = (): void => interrupted.reject(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', interrupt)
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), interrupted.promise])
      if (done === true) return
      yield typeof value === 'string' ? Buffer.from(value) : value
    }
  } finally {
    signal.removeEventListener('abort', interrupt)
  }
}

/**
 * Opens a pipe without waiting for its writer: a thread blocked in `open` can't be cancelled and would delay the end of
 * the process. Until a writer has come, an empty read is not the end.
 */
async function* fileChunks(path: string, isPipe: boolean, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  await using file = await open(path, isPipe ? constants.O_RDONLY | constants.O_NONBLOCK : constants.O_RDONLY)
  for (let hasWriter = !isPipe; ; ) {
    const bytes = Buffer.allocUnsafe(chunkBytes)
    const read = await file.read(bytes, 0, chunkBytes).catch((error: unknown) => nothingYet(error))
    hasWriter ||= read === null || read.bytesRead > 0
    if (read !== null && read.bytesRead > 0) yield bytes.subarray(0, read.bytesRead)
    else if (read !== null && hasWriter) return
    else await sleep(lookEveryMs, undefined, { signal })
  }
}

/** Returns null if a writer has opened the pipe and written nothing yet; throws other errors. */
function nothingYet(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null
  throw error
}

/** Lines of an input as they arrive, numbered from 1, without line ends. */
export async function* linesOf(
  context: CommandContext,
  path: string,
): AsyncGenerator<{ line: string; number: number }> {
  const decoder = new TextDecoder()
  let rest = ''
  let number = 0
  for await (const chunk of chunksOf(context, path)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield { line, number: ++number }
  }
  rest += decoder.decode()
  if (rest !== '') yield { line: rest, number: ++number }
}
