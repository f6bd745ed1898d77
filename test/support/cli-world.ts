// A world for the command line inside a test: what was written can be read, time stands still until it is moved.
import { systemRandom } from '../../src/base/crypto.ts'
import { type Clock, systemClock } from '../../src/base/time.ts'
import { runCli } from '../../src/cli/cli.ts'
import type { World } from '../../src/cli/world.ts'

export interface TestWorld extends World {
  readonly written: { stdout: string; stderr: string }
  /** Programs that were started, and titles of the window. */
  readonly launched: (readonly string[])[]
  raiseSignal(): void
  raiseFault(fault: unknown): void
}

const stoppedClock: Clock = { nowMs: () => 0, monotonicMs: () => 0 }

/** A world in `cwd` with this environment; `line` is what stands on standard input, `program` the executable that runs. */
export function testWorld(
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  line = '',
  clock = stoppedClock,
  program: string | null = null,
): TestWorld {
  const written = { stdout: '', stderr: '' }
  const launched: (readonly string[])[] = []
  const signalListeners = new Set<() => void>()
  const faultListeners = new Set<(fault: unknown) => void>()
  const sink = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      written[name] += text
    },
  })
  return {
    written,
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    isTty: false,
    isStdoutTty: false,
    isStdoutNowhere: () => false,
    columns: undefined,
    platform: 'linux',
    env,
    cwd,
    program,
    clock,
    random: systemRandom,
    writeOut: async (bytes, offset, length) => {
      written.stdout += Buffer.from(bytes.subarray(offset, offset + length)).toString()
      return length
    },
    stdin: (async function* () {
      yield line
    })(),
    readLine: async () => line.replace(/\r?\n.*$/s, ''),
    ask: null,
    launch: async (command) => {
      launched.push(command)
      return true
    },
    setTitle: (title) => void launched.push(['title', title]),
    launched,
    onSignal: (listener) => void signalListeners.add(listener),
    onFault: (listener) => void faultListeners.add(listener),
    flush: async () => {},
    raiseSignal: () => {
      for (const listener of signalListeners) listener()
    },
    raiseFault: (fault) => {
      for (const listener of faultListeners) listener(fault)
    },
  }
}

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command line in a world to its end. */
export async function endOf(argv: readonly string[], world: TestWorld): Promise<Ended> {
  const code = await runCli(argv, world)
  return { code, ...world.written }
}

/** Runs a command line as a process would that this one starts: in its folder, and by its clock. */
export const runHere = (
  argv: readonly string[],
  input: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> => endOf(argv, testWorld(process.cwd(), env, input, systemClock))
