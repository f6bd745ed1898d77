// The two intended errors of a command. Any other error is a fault of windrow.

export const EXIT = { done: 0, failed: 1, usage: 2, someRefused: 3, tryAgain: 75, interrupted: 130 } as const
type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** What each exit code means. Help and docs/command-line.md#exit-codes are made of these. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'done (serve: ended by a signal)',
  failed: 'failed, and would fail again; the error says what to do first',
  usage: 'wrong usage: an unknown command, option or choice, a value out of range',
  someRefused: 'done, but some texts were refused; each is named, and the same text would be refused again',
  tryAgain:
    'not done now: others hold the rows or the store, or a limit is reached; the same command may succeed later',
  interrupted: 'interrupted by a signal; nothing is half done',
}

interface FailureFacts {
  /** The refusal with its facts, for `--json`. */
  readonly refusal?: { readonly code: string }
  /** The code that programs get; by default the refusal's. A refusal of the API keeps its own. */
  readonly code?: string
  /** What to do next; by default the part of the message behind the first semicolon. */
  readonly hint?: string
  readonly exit?: ExitCode
}

/** A command failed. The message is one line: the reason and, after a semicolon, what to do next. */
export class Failure extends Error {
  override readonly name: string = 'Failure'
  readonly code: string
  readonly hint: string | null
  readonly exit: ExitCode
  readonly refusal: { readonly code: string } | null

  constructor(
    message: string,
    { refusal, code = refusal?.code ?? 'failed', hint, exit = EXIT.failed }: FailureFacts = {},
  ) {
    super(message)
    this.code = code
    this.hint = hint ?? null
    this.exit = exit
    this.refusal = refusal ?? null
  }
}

/** The command line or the configuration is wrong: exit 2. */
export class Usage extends Failure {
  override readonly name = 'Usage'

  constructor(message: string) {
    super(message, { code: 'usage', exit: EXIT.usage })
  }
}
