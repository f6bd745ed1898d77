// Shared by the readers of answers.

export interface NumberedText {
  readonly number: number
  /** Null: incomplete. */
  readonly text: string | null
}

export interface Given {
  readonly answer: string
  /** Texts are numbered from 1. */
  readonly count: number
  /** At the model's length limit. */
  readonly isCut: boolean
}
