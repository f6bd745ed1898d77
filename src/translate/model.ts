// What `windrow translate` needs of a language model: an answer to a prompt. An endpoint (models/endpoint-model.ts) and a program
// (models/command-model.ts) both are one.
import type { Prompt } from './prompt.ts'

export interface Model {
  /** Throws ModelTrouble; when `signal` is raised, whatever it likes. */
  ask(prompt: Prompt, signal: AbortSignal): Promise<ModelAnswer>
}

export interface ModelAnswer {
  readonly text: string
  /** It ended because it grew too long. */
  readonly isCut: boolean
  /** As the model counted them; null: it did not. */
  readonly tokens: Tokens | null
}

export interface Tokens {
  readonly input: number
  readonly output: number
}

/** The model gave no answer. The message says why, without any key. */
export class ModelTrouble extends Error {
  override readonly name = 'ModelTrouble'
  /** It may answer later: too many requests, a fault of its own, no connection. */
  readonly isPassing: boolean
  /** When it asks to be asked again; null: it did not say. */
  readonly retryAfterSeconds: number | null
  /** It may have been asked too much at once. */
  readonly isLate: boolean

  constructor(message: string, isPassing: boolean, retryAfterSeconds: number | null = null, isLate = false) {
    super(message)
    this.isPassing = isPassing
    this.retryAfterSeconds = retryAfterSeconds
    this.isLate = isLate
  }
}

const pauseSecondsMax = 60

/** How long to wait after so many failures in a row (from 1): what the model says, else 1, 2, 4 … 60 s. */
export const pauseSeconds = (failures: number, asked: number | null): number =>
  asked === null ? Math.min(pauseSecondsMax, 2 ** (failures - 1)) : Math.max(1, Math.ceil(asked))
