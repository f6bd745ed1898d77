// Assertions about our own code. Wrong input of people is not asserted but refused, with a Result.

export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`broken assumption: ${what} is absent`)
  return value
}

export function unreachable(value: never): never {
  throw new Error(`broken assumption: unforeseen value ${JSON.stringify(value)}`)
}
