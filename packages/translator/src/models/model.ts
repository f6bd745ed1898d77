// The interface of a language model: an endpoint (endpoint-model.ts) or a program (command-model.ts).
import type { Prompt } from '../prompt.ts'
import type { Tokens } from '../spending.ts'

export interface Model {
  /** Throws ModelTrouble, or anything after `signal`. */
  ask(prompt: Prompt, signal: AbortSignal): Promise<ModelAnswer>
}

export interface ModelAnswer {
  readonly text: string
  /** It ended in another way than whole answers do: its last text may be half. */
  readonly isCut: boolean
  /** The server's word for the end, where it is not one for its length. */
  readonly end?: string
  /** It seems whole, but nothing says so. */
  readonly isUnsure?: boolean
  /** Null: not counted by the model. */
  readonly tokens: Tokens | null
}

/** The model did not answer. The message contains no key. */
export class ModelTrouble extends Error {
  override readonly name = 'ModelTrouble'
  /** It may answer later. */
  readonly isPassing: boolean
  /** Null: unknown. */
  readonly retryAfterSeconds: number | null
  /** The prompt was too long, or so long that the answer was late; `perhaps`: nothing else is known of the fault; null: neither. */
  readonly size: 'late' | 'long' | 'perhaps' | null

  constructor(
    message: string,
    isPassing: boolean,
    retryAfterSeconds: number | null = null,
    size: ModelTrouble['size'] = null,
  ) {
    super(message)
    this.isPassing = isPassing
    this.retryAfterSeconds = retryAfterSeconds
    this.size = size
  }
}

/** The server answered, and said nothing at all: that passes soon or never. */
export class EmptyTrouble extends ModelTrouble {}

/** The model does not know the form in which it was asked. */
export class FormTrouble extends ModelTrouble {}

/** A server that was never there is not waited for like one that went away. */
const contactsMax = 4

export class Contact {
  #hasAnswered = false
  #unreached = 0

  readonly fetch: typeof fetch

  constructor(send: typeof fetch = fetch) {
    this.fetch = async (input, init) => {
      const response = await send(input, init)
      this.#hasAnswered = true
      return response
    }
  }

  /** What to throw: waiting will not mend an address where nothing ever answered. */
  lost(message: string): ModelTrouble {
    if (this.#hasAnswered || ++this.#unreached < contactsMax) return new ModelTrouble(message, true)
    return new ModelTrouble(`${message}; nothing has answered there yet: is the address right?`, false)
  }

  get hasAnswered(): boolean {
    return this.#hasAnswered
  }
}

const pauseSecondsMax = 60

/** The wait after consecutive failures: as the model asks, else 1, 2, 4 … 60 s. */
export const pauseSeconds = (failures: number, asked: number | null): number =>
  asked === null ? Math.min(pauseSecondsMax, 2 ** (failures - 1)) : Math.max(1, Math.ceil(asked))
