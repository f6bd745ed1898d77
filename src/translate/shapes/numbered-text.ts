// Shared by the readers of answers.

export interface NumberedText {
  readonly number: number
  /** Null: incomplete. */
  readonly text: string | null
}

/** An answer without its thoughts. */
export interface Given {
  readonly answer: string
  /** Texts are numbered from 1. */
  readonly count: number
  /** It reached the model's length limit. */
  readonly isCut: boolean
}
