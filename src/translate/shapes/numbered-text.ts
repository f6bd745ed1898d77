// What the readers of answers have in common.

/** A text that an answer gives for a number. */
export interface NumberedText {
  readonly number: number
  /** Null: the answer has this number, but not its whole text. */
  readonly text: string | null
}

/** The answer that a reader is given, thoughts apart. */
export interface Given {
  readonly answer: string
  /** Texts are numbered from 1 to this. */
  readonly count: number
  /** It ended because it grew too long. */
  readonly isCut: boolean
}
