// Assertions about our own code. A failure is a bug of windrow; bad user input is refused with a Result.

/** Throws when the value is absent. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`broken assumption: ${what} is absent`)
  return value
}

/** The compiler proves that no value reaches it. */
export function unreachable(value: never): never {
  throw new Error(`broken assumption: unforeseen value ${JSON.stringify(value)}`)
}
