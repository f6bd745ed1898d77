// What a run of `windrow translate` is made of; translate.ts drives it, batch.ts does one call's worth of it.
import type { Agent, TextOrigin } from '../agent/agent.ts'
import type { ClaimWork, SourceFilter } from '../domain/vocabulary.ts'
import type { Model } from './model.ts'
import type { Brief } from './prompt.ts'
import type { Spending } from './spending.ts'
import type { Stopped, Tally } from './tally.ts'

/** What is to be done, and with what. */
export interface Plan {
  readonly agent: Agent
  readonly model: Model
  readonly brief: Brief
  readonly origin: Omit<TextOrigin, 'copies'>
  /** In this order. */
  readonly works: readonly ClaimWork[]
  readonly source: SourceFilter
  /** Rows to end with, at most. */
  readonly rowsMax: number
  /** Texts in one prompt, 1 to 50. */
  readonly rowsPerCall: number
  /** Prompts under way at once. */
  readonly parallel: number
  readonly spending: Spending
  /** Raised: end now, and give back what is held. */
  readonly signal: AbortSignal
  /** Waits; throws when the signal is raised. */
  readonly pause: (seconds: number) => Promise<void>
  /** Something that whoever watches should know. */
  readonly note: (text: string) => void
  /** The tally has changed, or the size of prompts. */
  readonly onProgress: (tally: Tally, rowsPerPrompt: number) => void
}

export interface Outcome {
  readonly tally: Tally
  /** Null: all was done. */
  readonly stopped: Stopped | null
}

/** Ends a run early; what is under way elsewhere is still finished. */
export class Stop extends Error {
  override readonly name = 'Stop'
  readonly stopped: Stopped

  constructor(stopped: Stopped) {
    super(stopped.message)
    this.stopped = stopped
  }
}
