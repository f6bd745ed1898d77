// The two ways a command ends badly on purpose. Anything else that is thrown is a fault of windrow.

/** The work could not be done: exit 1, one line that says what happened and what to do about it. */
export class Failure extends Error {
  override readonly name = 'Failure'
}

/** The command line or the configuration is wrong: exit 2, one line with the nearest known name where there is one. */
export class Usage extends Error {
  override readonly name = 'Usage'
}

/** Exit codes (design/command-line, Everywhere). */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const
