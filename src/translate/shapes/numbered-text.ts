// Types shared by the readers of a model's answer.

export interface NumberedText {
  readonly number: number
  /** Null: incomplete. */
  readonly text: string | null
}

export interface Given {
  readonly answer: string
  /** Texts are numbered from 1. */
  readonly count: number
  /** Cut at the model's length limit. */
  readonly isCut: boolean
}
