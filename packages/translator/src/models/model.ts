// The interface of a language model: an endpoint (endpoint-model.ts) or a program (command-model.ts).
import type { Prompt } from '../prompt.ts'
import type { Tokens } from '../spending.ts'

export interface Model {
  /** Asks the model. Throws ModelTrouble; after `signal` it may throw anything. */
  ask(prompt: Prompt, signal: AbortSignal): Promise<ModelAnswer>
}

export interface ModelAnswer {
  readonly text: string
  /** True: the answer did not end as whole answers do, so its last text may be incomplete. */
  readonly isCut: boolean
  /** The server's word for the end, unless that says that the answer was too long. */
  readonly end?: string
  /** True: the answer seems whole, but the server did not say so. */
  readonly isUnsure?: boolean
  /** Null: the model did not count them. */
  readonly tokens: Tokens | null
}

/** The model did not answer. The message contains no key. */
export class ModelTrouble extends Error {
  override readonly name = 'ModelTrouble'
  /** True: the model may answer later. */
  readonly isPassing: boolean
  /** How long the server asks to wait; null: not known. */
  readonly retryAfterSeconds: number | null
  /** Whether the prompt's length is to blame: it was too `long`, or the answer `late`; `perhaps`: no other cause is known. */
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

/** A failure that came as an answer does, which may be paid: an error with status 200, silence, an answer that broke off before a text. */
export class AnsweredTrouble extends ModelTrouble {
  /** So many in a row end the run. */
  readonly inRowMax: number

  constructor(trouble: ModelTrouble, inRowMax: number) {
    super(trouble.message, trouble.isPassing, trouble.retryAfterSeconds, trouble.size)
    this.inRowMax = inRowMax
  }
}

/** After so many failures in a row a model counts as gone: some four minutes, unless the server asks for longer waits. */
export const failuresMax = 10
/** The same for answers with nothing in them, and for silence, which pass soon, or never. */
export const uselessMax = 3

/** The endpoint does not know the form of the request. */
export class FormTrouble extends ModelTrouble {}

/** How often a server is tried that was never there; one that went away is waited for longer. */
const contactsMax = 4

export class Contact {
  hasAnswered = false
  #unreached = 0

  readonly fetch: typeof fetch

  constructor(send: typeof fetch = fetch) {
    this.fetch = async (input, init) => {
      const response = await send(input, init)
      this.hasAnswered = true
      return response
    }
  }

  /** The error to throw. If nothing ever answered at the address, waiting will not help. */
  lost(message: string): ModelTrouble {
    if (this.hasAnswered || ++this.#unreached < contactsMax) return new ModelTrouble(message, true)
    return new ModelTrouble(`${message}; nothing has answered there yet: is the address right?`, false)
  }
}

const pauseSecondsMax = 60

/** How long to wait after some failures in a row: as the model asks, else 1, 2, 4 … 60 s. */
export const pauseSeconds = (failures: number, asked: number | null): number =>
  asked === null ? Math.min(pauseSecondsMax, 2 ** (failures - 1)) : Math.max(1, Math.ceil(asked))
