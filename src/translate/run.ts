// Types of a run of `windrow translate`: translate.ts drives it, batch.ts processes a batch.
import type { Agent, TextOrigin } from '../agent/agent.ts'
import type { Model } from './models/model.ts'
import type { Brief } from './brief.ts'
import type { KeptAnswers, Waiting } from './kept-answers.ts'
import type { Spending } from './spending.ts'
import type { Stopped, Tally } from './tally.ts'

export interface Plan {
  readonly agent: Agent
  readonly model: Model
  readonly brief: Brief
  readonly origin: Omit<TextOrigin, 'copies'>
  /** Asked for texts that `model` failed at; null: `model` itself. */
  readonly repair: Pick<Plan, 'model' | 'origin' | 'spending'> | null
  /** Filters of work, one after the other; none: untranslated rows, then stale ones. */
  readonly filters: readonly string[]
  readonly rowsMax: number
  readonly rowsPerCall: number
  /** Tokens of the model's context; null: to be found out. */
  readonly context: number | null
  readonly parallel: number
  readonly spending: Spending
  readonly kept: KeptAnswers
  readonly signal: AbortSignal
  readonly pause: (seconds: number) => Promise<void>
  readonly note: (text: string) => void
  /** `left`: rows of the work at hand that no claim holds. */
  readonly onProgress: (tally: Tally, rowsInPrompt: number, left: number) => void
}

export interface Outcome {
  readonly tally: Tally
  /** Null: everything was done. */
  readonly stopped: Stopped | null
  /** Bought, and not written. */
  readonly waiting: Waiting
}

/** Ends a run early; other batches under way still finish. */
export class Stop extends Error {
  override readonly name = 'Stop'
  readonly stopped: Stopped

  constructor(stopped: Stopped) {
    super(stopped.message)
    this.stopped = stopped
  }
}
