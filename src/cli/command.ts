// What a command is: a row of the table (spec), the module it runs, and what that module is handed.
// From the spec come parsing, `--help`, suggestions and docs/command-line.md; nothing about a command line is said twice.
import type { Clock } from '../base/clock.ts'
import type { Random } from '../base/random.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'
import type { Progress } from './screen/progress.ts'
import type { Sink } from './screen/sink.ts'

/** What one value of an option or argument may be. */
export interface ValueSpec {
  readonly kind: 'text' | 'integer'
  /** How help shows it: `FILE`. */
  readonly placeholder: string
  /** The name of a file or folder. */
  readonly isPath?: true
  /** The whole list of what is accepted; anything else is wrong usage. */
  readonly choices?: readonly string[]
  /** What one of the choices is called in errors: `role`. */
  readonly noun?: string
  readonly min?: number
  readonly max?: number
  /** Words accepted in place of a number: `default`. */
  readonly words?: readonly string[]
}

export interface OptionSpec {
  /** Without the dashes. */
  readonly name: string
  readonly summary: string
  /** Absent for a flag, which takes no value. */
  readonly value?: ValueSpec
  readonly isRepeatable?: true
  readonly isRequired?: true
  /** Options that contradict this one. */
  readonly excludes?: readonly string[]
  /** What holds without it, as help shows it. */
  readonly defaultText?: string
  /** The configuration value that it sets, by the name of its leaf. */
  readonly config?: string
}

export interface ArgumentSpec {
  readonly summary: string
  readonly value: ValueSpec
  readonly isOptional?: true
}

export interface CommandSpec {
  /** One word, or a group and a word: `user add`. */
  readonly name: string
  readonly summary: string
  /** Paragraphs that help shows below the summary. */
  readonly details?: readonly string[]
  readonly arguments?: readonly ArgumentSpec[]
  readonly options?: readonly OptionSpec[]
  /** At least one of these options has to be given. */
  readonly needsOneOf?: readonly string[]
  /** Whole command lines. */
  readonly examples: readonly string[]
  /** It runs until a signal ends it, and that end is a good one (exit 0). */
  readonly runsUntilSignal?: true
}

/** Does the work; the number is the exit code, nothing means 0. Throws Failure or Usage to end badly. */
export type Run = (context: CommandContext, args: ParsedArgs) => Promise<number | void>

export interface Command extends CommandSpec {
  /** Loads the command's module when it is asked for; the bundler follows literal import() specifiers only. */
  readonly load: () => Promise<{ readonly run: Run }>
}

/** Options and arguments of one call, checked against the spec. Asking for a name that the spec lacks throws. */
export interface ParsedArgs {
  flag(option: string): boolean
  text(option: string): string | undefined
  /** All values of a repeatable option, in order. */
  texts(option: string): readonly string[]
  integer(option: string): number | undefined
  /** A number, or one of the words that the spec accepts beside it. */
  integerOrWord(option: string): number | string | undefined
  /** An argument by its placeholder; it is there unless the spec calls it optional. */
  argument(placeholder: string): string
  optionalArgument(placeholder: string): string | undefined
  integerOrWordArgument(placeholder: string): number | string
}

export interface CommandContext {
  /** The configuration; loaded when first asked for, Usage or Failure when it is wrong. */
  readonly config: Config
  /** The same with the source of each value. */
  readonly loadedConfig: LoadedConfig
  readonly env: Readonly<Record<string, string | undefined>>
  /** The working directory, absolute. */
  readonly cwd: string
  readonly clock: Clock
  readonly random: Random
  readonly stdout: Sink
  readonly stderr: Sink
  readonly platform: NodeJS.Platform
  /** Standard input, to be read once. */
  readonly stdin: AsyncIterable<Uint8Array | string>
  /** Writes a part of some bytes to standard output, without holding up the process; gives how many were taken. */
  readonly writeOut: (bytes: Uint8Array, offset: number, length: number) => Promise<number>
  /** Standard output gets the data of a command: what `answer` says goes to stderr from now on. */
  takeStdout(): void
  /** Is stderr a terminal? */
  readonly isTty: boolean
  readonly isStdoutTty: boolean
  /** Whether a command was named; windrow alone means `serve`. */
  readonly isNamed: boolean
  /** See `World`. */
  readonly launch: (command: readonly [string, ...string[]]) => Promise<boolean>
  readonly setTitle: (title: string) => void
  /** `--json`: one JSON document on stdout and nothing else there; see `answer`. */
  readonly json: boolean
  readonly quiet: boolean
  /** Raised by the first SIGINT or SIGTERM: end cleanly, leave nothing half done. */
  readonly signal: AbortSignal
  /** The one result of a command: the document under --json, else the lines. */
  answer(document: unknown, lines: () => string | readonly string[]): void
  /** Text that has to come back byte for byte: as it is into a file or a pipe, with escapes on a terminal. */
  data(text: string): void
  /** A hint on stderr; silent under --quiet. */
  note(text: string): void
  /** A warning on stderr; silent under --quiet. */
  warn(text: string): void
  /** Shows how far long work has come: `context.progress('import', total)`. */
  progress(label: string, total?: number, unit?: string, isSlow?: boolean): Progress
  /** The first line of standard input without its line end, for --password-stdin and --secret-stdin. */
  readLine(): Promise<string>
}
