// The process as the command line sees it: streams, environment, time, signals. The only file of the command line that
// touches `process`; tests hand `runCli` a world of their own.
import { isatty } from 'node:tty'
import type { Clock } from '../base/clock.ts'
import { systemClock } from '../base/clock.ts'
import type { Random } from '../base/random.ts'
import { systemRandom } from '../base/random.ts'
import type { Sink } from './command.ts'
import { Failure } from './failure.ts'

export interface World {
  readonly stdout: Sink
  readonly stderr: Sink
  readonly isTty: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly clock: Clock
  readonly random: Random
  /** The first line of standard input, without its line end. */
  readLine(): Promise<string>
  /** Calls back at every SIGINT and SIGTERM from now on; they no longer end the process by themselves. */
  onSignal(listener: () => void): void
  /** Calls back at exceptions and rejections that nobody caught. */
  onFault(listener: (fault: unknown) => void): void
  /** Resolves when all output is written; rejects with a Failure when it could not be. */
  flush(): Promise<void>
}

const lineLengthMax = 65_536

/** The world of this process. */
export function systemWorld(): World {
  const flushStdout = guarded(process.stdout, 'standard output')
  const flushStderr = guarded(process.stderr, 'standard error')
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    isTty: isatty(2),
    env: process.env,
    cwd: process.cwd(),
    clock: systemClock,
    random: systemRandom,
    readLine: () => firstLine(process.stdin),
    onSignal: (listener) => {
      process.on('SIGINT', listener)
      process.on('SIGTERM', listener)
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

/** Keeps a stream's errors from ending the process; a reader that went away (EPIPE) is no error at all. */
function guarded(stream: NodeJS.WriteStream, name: string): () => Promise<void> {
  let first: NodeJS.ErrnoException | null = null
  stream.on('error', (error: NodeJS.ErrnoException) => {
    first ??= error
  })
  return async () => {
    await new Promise<void>((resolve) => stream.write('', () => resolve()))
    if (first === null || first.code === 'EPIPE' || first.code === 'EOF') return
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
