// The interface of a language model: an endpoint (endpoint-model.ts) or a program (command-model.ts).
import type { Prompt } from './prompt.ts'

export interface Model {
  /** Throws ModelTrouble, or anything after `signal`. */
  ask(prompt: Prompt, signal: AbortSignal): Promise<ModelAnswer>
}

export interface ModelAnswer {
  readonly text: string
  /** Cut at the model's length limit. */
  readonly isCut: boolean
  /** Null: not counted by the model. */
  readonly tokens: Tokens | null
}

export interface Tokens {
  readonly input: number
  readonly output: number
}

/** The model did not answer. The message contains no key. */
export class ModelTrouble extends Error {
  override readonly name = 'ModelTrouble'
  /** It may answer later. */
  readonly isPassing: boolean
  /** Null: unknown. */
  readonly retryAfterSeconds: number | null
  /** The prompt may be too large. */
  readonly isLate: boolean

  constructor(message: string, isPassing: boolean, retryAfterSeconds: number | null = null, isLate = false) {
    super(message)
    this.isPassing = isPassing
    this.retryAfterSeconds = retryAfterSeconds
    this.isLate = isLate
  }
}

const pauseSecondsMax = 60

/** The wait after consecutive failures: as the model asks, else 1, 2, 4 … 60 s. */
export const pauseSeconds = (failures: number, asked: number | null): number =>
  asked === null ? Math.min(pauseSecondsMax, 2 ** (failures - 1)) : Math.max(1, Math.ceil(asked))
