// Statements about our own code. A failing one is a fault of windrow, never of its user: user input is refused with
// a Result instead.

/** Gives back a value that cannot be absent; throws when it is. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`broken assumption: ${what} is absent`)
  return value
}

/** Marks a place that no value of the type can reach; the compiler proves it. */
export function unreachable(value: never): never {
  throw new Error(`broken assumption: unforeseen value ${JSON.stringify(value)}`)
}
