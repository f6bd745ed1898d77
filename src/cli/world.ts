// The process as the command line sees it: streams, environment, time, signals. The only file of src/cli that uses `process`; tests
// pass an object of their own.
import { fstatSync, statSync, write } from 'node:fs'
import { isatty } from 'node:tty'
import { promisify } from 'node:util'
import { type Clock, systemClock } from '../base/time.ts'
import { type Random, systemRandom } from '../base/crypto.ts'
import { isSingleExecutable } from '../runtime/assets.ts'
import type { Sink } from './streams/progress.ts'
import { Failure } from './failure.ts'

export interface World {
  readonly stdout: Sink
  readonly stderr: Sink
  /** True: stderr is a terminal. */
  readonly isTty: boolean
  readonly isStdoutTty: boolean
  /** True: standard output is the null device, which also stands for one that was closed at the start. */
  readonly isStdoutNowhere: () => boolean
  /** The width of stderr's terminal; undefined if stderr is none. */
  readonly columns: number | undefined
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** The working folder, an absolute path. */
  readonly cwd: string
  /** The absolute path of the executable; null when windrow runs from a checkout. */
  readonly program: string | null
  readonly clock: Clock
  readonly random: Random
  /** Writes a part of `bytes` to standard output without blocking; returns how many bytes were written. */
  readonly writeOut: (bytes: Uint8Array, offset: number, length: number) => Promise<number>
  /** Standard input, which can be read once. */
  readonly stdin: AsyncIterable<Uint8Array | string>
  /** The first line of standard input, without its line end. */
  readLine(): Promise<string>
  /** Asks on the terminal, one line for each prompt, and does not show what is typed; null: standard input is no terminal. */
  readonly ask: ((prompts: readonly string[], signal: AbortSignal) => Promise<readonly string[]>) | null
  /** Starts a program that goes on by itself. False: it could not be started. */
  readonly launch: (command: readonly [string, ...string[]]) => Promise<boolean>
  readonly setTitle: (title: string) => void
  /** Calls `listener` at the STOP_SIGNALS, in place of their default effect of ending the process. */
  onSignal(listener: () => void): void
  onFault(listener: (fault: unknown) => void): void
  /** Resolves when all output is written; else rejects with a Failure. */
  flush(): Promise<void>
}

const writeToFile = promisify(write)
const deno = (globalThis as { Deno?: { stdout: { write(bytes: Uint8Array): Promise<number> } } }).Deno

/** `process.stdout` may block the process and its signals while no program reads its output; on Deno `fs.write` does, too. */
const systemWriteOut: World['writeOut'] = async (bytes, offset, length) =>
  deno === undefined
    ? (await writeToFile(1, bytes, offset, length)).bytesWritten
    : await deno.stdout.write(bytes.subarray(offset, offset + length))
const lineLengthMax = 65_536

/**
 * Signals that ask a process to end. Closing the window is SIGHUP, and Ctrl+Break of Windows is SIGBREAK; after SIGHUP Windows
 * waits 5 s and then ends the process. Without a terminal SIGHUP keeps the meaning that the starter gave it (nohup).
 */
export function stopSignals(platform: NodeJS.Platform, isTerminal: boolean): readonly NodeJS.Signals[] {
  if (platform === 'win32') return ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']
  return isTerminal ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM']
}

export function systemWorld(): World {
  const flushStdout = guarded(process.stdout, 'standard output')
  const flushStderr = guarded(process.stderr, 'standard error')
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    isTty: isatty(2),
    isStdoutTty: isatty(1),
    isStdoutNowhere: () => isNullDevice(1),
    columns: process.stderr.columns,
    platform: process.platform,
    env: process.env,
    cwd: process.cwd(),
    program: isSingleExecutable() ? process.execPath : null,
    clock: systemClock,
    random: systemRandom,
    writeOut: systemWriteOut,
    get stdin() {
      return process.stdin as AsyncIterable<Uint8Array | string>
    },
    readLine: () => firstLine(process.stdin),
    ask: isatty(0) ? asked : null,
    launch: launched,
    setTitle: (title) => {
      if (process.platform === 'win32') process.title = title
    },
    onSignal: (listener) => {
      for (const signal of stopSignals(process.platform, isatty(1))) process.on(signal, listener)
    },
    onFault: (listener) => {
      process.on('uncaughtException', listener)
      process.on('unhandledRejection', listener)
    },
    flush: async () => {
      await flushStdout()
      await flushStderr()
    },
  }
}

/** One reader for all prompts, because a pasted text has several lines. */
async function asked(prompts: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const { createInterface } = process.getBuiltinModule('node:readline')
  // Without an output nothing that is typed is shown.
  const lines = createInterface({ input: process.stdin, terminal: true, historySize: 0 })
  const typed: string[] = []
  try {
    return await new Promise((resolve, reject) => {
      const prompt = (): void => void process.stderr.write(prompts[typed.length] ?? '')
      lines.on('line', (line) => {
        if (typed.length === prompts.length) return
        process.stderr.write('\n')
        if (typed.push(line) === prompts.length) resolve(typed)
        else prompt()
      })
      // The terminal hands Ctrl+C on as a letter while it shows none.
      lines.on('SIGINT', () => process.emit('SIGINT', 'SIGINT'))
      lines.on('close', () => reject(new Failure('nothing was typed, so nothing was changed')))
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      prompt()
    })
  } finally {
    lines.close()
  }
}

function isNullDevice(file: number): boolean {
  try {
    return process.platform !== 'win32' && fstatSync(file).rdev === statSync('/dev/null').rdev
  } catch {
    return false
  }
}

function launched([file, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      // Most runs start no program.
      const { spawn } = process.getBuiltinModule('node:child_process')
      const child = spawn(file, args, { detached: true, stdio: 'ignore', windowsHide: true })
      child.once('spawn', () => resolve(true))
      child.once('error', () => resolve(false))
      child.unref()
    } catch {
      // Deno without permission to run programs
      resolve(false)
    }
  })
}

/** A stream's errors must not end the process; a reader that has gone is no error. */
function guarded(stream: NodeJS.WriteStream, name: string): () => Promise<void> {
  let first: NodeJS.ErrnoException | null = null
  stream.on('error', (error: NodeJS.ErrnoException) => {
    first ??= error
  })
  return async () => {
    await new Promise<void>((resolve) => stream.write('', () => resolve()))
    if (first === null || first.code === 'EPIPE' || first.code === 'EOF') return
    // The window of the terminal was closed.
    if (first.code === 'EIO' && stream.isTTY) return
    throw new Failure(`${name} can't be written (${first.code ?? first.message}); is the disk full?`)
  }
}

async function firstLine(stdin: NodeJS.ReadStream): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of stdin as AsyncIterable<Uint8Array | string>) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    if (text.includes('\n')) break
    if (text.length > lineLengthMax) throw new Failure('the line on standard input is too long; is it the right file?')
  }
  return text.replace(/\r?\n.*$/s, '')
}
