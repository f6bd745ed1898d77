// A command: its row of the command table (spec), its module, and that module's context. Parsing, `--help`, suggestions
// and docs/command-line.md come from the spec.
import type { LoadedConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'
import type { Progress } from './streams/progress.ts'
import type { Paint } from './streams/terminal.ts'
import type { World } from './world.ts'

export interface ValueSpec {
  readonly kind: 'text' | 'integer'
  /** The name of the value in help, such as `FILE`. */
  readonly placeholder: string
  readonly isPath?: true
  readonly choices?: readonly string[]
  /** What one choice is called in errors, such as `role`. */
  readonly noun?: string
  readonly min?: number
  readonly max?: number
  /** Words that are accepted beside numbers, such as `default`. */
  readonly words?: readonly string[]
}

export interface OptionSpec {
  readonly name: string
  readonly summary: string
  /** What value the option takes. Absent: it takes none. */
  readonly value?: ValueSpec
  readonly isRepeatable?: true
  readonly isRequired?: true
  readonly excludes?: readonly string[]
  readonly defaultText?: string
  readonly config?: string
  /** Values of the configuration that the option brings, unless their own options are given. */
  readonly brings?: Readonly<Record<string, string>>
}

export interface ArgumentSpec {
  readonly summary: string
  readonly value: ValueSpec
  readonly isOptional?: true
  /** The last one: it may come any number of times. */
  readonly isRepeatable?: true
}

export interface CommandSpec {
  readonly name: string
  /** An earlier name of the command, which still works. */
  readonly formerName?: string
  readonly summary: string
  readonly details?: readonly string[]
  readonly arguments?: readonly ArgumentSpec[]
  readonly options?: readonly OptionSpec[]
  readonly needsOneOf?: readonly string[]
  readonly examples: readonly string[]
  /** The command ends by a signal, which counts as success (exit 0). */
  readonly runsUntilSignal?: true
}

/** Returns the exit code, by default 0. Throws Failure or Usage. */
export type Run = (context: CommandContext, args: ParsedArgs, commands: readonly Command[]) => Promise<number | void>

/** A command as its own file declares it. */
export interface Runnable extends CommandSpec {
  readonly run: Run
}

/** A command as the table of commands has it. */
export interface Command extends CommandSpec {
  readonly load: () => Promise<{ readonly run: Run }>
}

/** The arguments of a command, checked against its spec. Asking for a name that the spec lacks throws. */
export interface ParsedArgs {
  flag(option: string): boolean
  text(option: string): string | undefined
  texts(option: string): readonly string[]
  integer(option: string): number | undefined
  integerOrWord(option: string): number | string | undefined
  /** The value of an argument. It is there unless the spec makes it optional. */
  argument(placeholder: string): string
  optionalArgument(placeholder: string): string | undefined
  /** All arguments, of a command whose last one may come several times. */
  allArguments(): readonly string[]
  integerOrWordArgument(placeholder: string): number | string
}

/** What a command has of the process. */
type OfWorld =
  | ('stdout' | 'stderr' | 'stdin' | 'writeOut' | 'readLine' | 'isTty' | 'isStdoutTty')
  | ('platform' | 'env' | 'cwd' | 'program' | 'clock' | 'random' | 'launch' | 'setTitle')

export interface CommandContext extends Pick<World, OfWorld> {
  /** The configuration, loaded on first use; throws Usage or Failure. */
  readonly config: Config
  readonly loadedConfig: LoadedConfig
  /** Reserves standard output for data: from now on `answer` prints to stderr. */
  takeStdout(): void
  /** Colours for stderr; without a terminal none. */
  readonly paint: Paint
  /** True: the user named the command. Windrow without a command means `serve`. */
  readonly isNamed: boolean
  /** True: standard output gets a single JSON document, which `answer` prints. */
  readonly json: boolean
  readonly quiet: boolean
  /** Raised by the first SIGINT or SIGTERM: the command should end and leave nothing half done. */
  readonly signal: AbortSignal
  /** Prints the document under --json, else the lines. */
  answer(document: unknown, lines: () => string | readonly string[]): void
  /** Writes to standard output; what became of it if that did not take it, else null. */
  deliver(text: string): Promise<string | null>
  /** Prints a text that must come back byte for byte: unchanged into a file or a pipe, with escapes on a terminal. */
  data(text: string): void
  /** Prints a remark to stderr; not under --quiet. */
  note(text: string): void
  /** Says on a terminal what one may do next; a script hears nothing of it. */
  next(text: string): void
  warn(text: string): void
  /** Shows how far a work is, as in `context.progress('import', total)`. */
  progress(label: string, total?: number, unit?: string, isSlow?: boolean): Progress
  /** True: standard input is a terminal, so the user can be asked. */
  readonly canAsk: boolean
  /** Reads a secret: the first line of standard input. A terminal asks for it by `what`, and does not show what is typed. */
  readSecret(what: string, isTwice?: boolean): Promise<string>
}
