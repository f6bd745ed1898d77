// A command: its row of the command table (spec), its module, and that module's context. Parsing, `--help`, suggestions
// and docs/command-line.md come from the spec.
import type { Clock } from '../base/time.ts'
import type { Random } from '../base/crypto.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'
import type { Progress, Sink } from './streams/progress.ts'

export interface ValueSpec {
  readonly kind: 'text' | 'integer'
  /** The value's name in help: `FILE`. */
  readonly placeholder: string
  readonly isPath?: true
  readonly choices?: readonly string[]
  /** One choice, for errors: `role`. */
  readonly noun?: string
  readonly min?: number
  readonly max?: number
  /** Accepted beside numbers: `default`. */
  readonly words?: readonly string[]
}

export interface OptionSpec {
  readonly name: string
  readonly summary: string
  /** Absent: an option without a value. */
  readonly value?: ValueSpec
  readonly isRepeatable?: true
  readonly isRequired?: true
  readonly excludes?: readonly string[]
  readonly defaultText?: string
  readonly config?: string
}

export interface ArgumentSpec {
  readonly summary: string
  readonly value: ValueSpec
  readonly isOptional?: true
}

export interface CommandSpec {
  readonly name: string
  /** An earlier name, which goes on working. */
  readonly formerName?: string
  readonly summary: string
  readonly details?: readonly string[]
  readonly arguments?: readonly ArgumentSpec[]
  readonly options?: readonly OptionSpec[]
  readonly needsOneOf?: readonly string[]
  readonly examples: readonly string[]
  /** A signal is a successful end (exit 0). */
  readonly runsUntilSignal?: true
}

/** Returns the exit code, by default 0. Throws Failure or Usage. */
export type Run = (context: CommandContext, args: ParsedArgs, commands: readonly Command[]) => Promise<number | void>

/** A command as its file has it. */
export interface Runnable extends CommandSpec {
  readonly run: Run
}

/** A command as the table has it. */
export interface Command extends CommandSpec {
  readonly load: () => Promise<{ readonly run: Run }>
}

/** Checked against the spec. A name that is not in the spec throws. */
export interface ParsedArgs {
  flag(option: string): boolean
  text(option: string): string | undefined
  texts(option: string): readonly string[]
  integer(option: string): number | undefined
  integerOrWord(option: string): number | string | undefined
  /** Present unless the spec makes it optional. */
  argument(placeholder: string): string
  optionalArgument(placeholder: string): string | undefined
  integerOrWordArgument(placeholder: string): number | string
}

export interface CommandContext {
  /** Loaded on first use; throws Usage or Failure. */
  readonly config: Config
  readonly loadedConfig: LoadedConfig
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute. */
  readonly cwd: string
  /** The executable, absolute; null from a checkout. */
  readonly program: string | null
  readonly clock: Clock
  readonly random: Random
  readonly stdout: Sink
  readonly stderr: Sink
  readonly platform: NodeJS.Platform
  readonly stdin: AsyncIterable<Uint8Array | string>
  /** Does not block; returns how many bytes were written. */
  readonly writeOut: (bytes: Uint8Array, offset: number, length: number) => Promise<number>
  /** Reserves standard output for data: from now on `answer` prints to stderr. */
  takeStdout(): void
  /** Stderr is a terminal. */
  readonly isTty: boolean
  readonly isStdoutTty: boolean
  /** A command was given; windrow alone means `serve`. */
  readonly isNamed: boolean
  /** See `World`. */
  readonly launch: (command: readonly [string, ...string[]]) => Promise<boolean>
  readonly setTitle: (title: string) => void
  /** Standard output gets one JSON document only; see `answer`. */
  readonly json: boolean
  readonly quiet: boolean
  /** Raised by the first SIGINT or SIGTERM: end and leave nothing unfinished. */
  readonly signal: AbortSignal
  /** Prints the document under --json, else the lines. */
  answer(document: unknown, lines: () => string | readonly string[]): void
  /** Writes to standard output; what became of it if that did not take it, else null. */
  deliver(text: string): Promise<string | null>
  /** Text that must come back byte for byte: unchanged into a file or a pipe, with escapes on a terminal. */
  data(text: string): void
  /** Prints to stderr; silent under --quiet. */
  note(text: string): void
  warn(text: string): void
  /** `context.progress('import', total)`. */
  progress(label: string, total?: number, unit?: string, isSlow?: boolean): Progress
  /** The first line of standard input. */
  readLine(): Promise<string>
  /** Standard input is a terminal, which can be asked. */
  readonly canAsk: boolean
  /** The first line of standard input; on a terminal it is asked for, with `what`, and not shown. */
  readSecret(what: string, isTwice?: boolean): Promise<string>
}
