// What an engine gives in the end, and how it says how far it is.

export interface Report {
  /** What was tried. */
  readonly lines: readonly string[]
  /** What was not as promised, each with its seed. */
  readonly problems: readonly string[]
}

export type Say = (text: string) => void
