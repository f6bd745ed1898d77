// Types of a run of `windrow translate`: translate.ts drives it, batch.ts processes a batch.
import { type Agent, AgentRefused, type TextOrigin } from '../../../src/agent/agent.ts'
import type { Brief } from './brief.ts'
import type { Ledger, Waiting } from './ledger.ts'
import type { Model } from './models/model.ts'
import type { Spending } from './spending.ts'
import type { Stopped, Tally } from './tally.ts'

export interface Plan {
  readonly agent: Agent
  readonly model: Model
  readonly brief: Brief
  readonly origin: Omit<TextOrigin, 'copies'>
  /** The model for texts at which `model` failed; null: `model` itself. */
  readonly repair: Pick<Plan, 'model' | 'origin' | 'spending'> | null
  /** Filters of work, one after the other; none: untranslated rows, then stale ones. */
  readonly filters: readonly string[]
  readonly rowsMax: number
  readonly rowsPerCall: number
  /** Tokens of the model's context; null: the run has to find it out. */
  readonly context: number | null
  readonly parallel: number
  readonly spending: Spending
  readonly ledger: Ledger
  /** Counts of earlier parts of the run; absent: this is the first. */
  readonly tally?: Tally
  readonly signal: AbortSignal
  readonly pause: (seconds: number) => Promise<void>
  readonly note: (text: string) => void
  /** `left`: rows of the work at hand that no claim holds. */
  readonly onProgress: (tally: Tally, rowsInPrompt: number, left: number) => void
}

interface Open {
  readonly untranslated: number
  readonly stale: number
}

export interface Outcome {
  readonly tally: Tally
  /** Why the run ended early. Null: everything was done. */
  readonly stopped: Stopped | null
  /** What was bought and is not written. */
  readonly waiting: Waiting
  /** How many rows are still to do; null: not known, or the run was of a filter. */
  readonly open: Open | null
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

export const LIMIT: Stopped = { code: 'limit', message: '--limit is reached', mayComeRight: false }
export const QUOTA: Stopped = {
  code: 'daily_row_quota_exceeded',
  message: "the day's quota of rows is used up",
  mayComeRight: true,
}
/** Claims give a row again as long as it is in their work. */
export const crowded = (filters: readonly string[]): Stopped =>
  filters.length > 0
    ? {
        code: 'stays_in_filter',
        message:
          'rows with a new text still match the filter, so windrow cannot tell which are left; ' +
          'choose a filter that a row no longer matches once it has a new text, such as model=NAME',
        mayComeRight: false,
      }
    : { code: 'given_up', message: 'too many rows of this run were given up', mayComeRight: true }
export const FAULT: Stopped = { code: 'fault', message: 'a fault of windrow', mayComeRight: false }

/** So many failed rows without a good one show that the model can't translate. */
const hopelessRows = 100
export const HOPELESS: Stopped = {
  code: 'model',
  message: `none of the first ${hopelessRows} texts of the model passed the checks; --dry-run shows the prompt`,
  mayComeRight: false,
}
export const isHopeless = ({ givenUp, written, proposed, kept }: Tally): boolean =>
  givenUp.length >= hopelessRows && written + proposed + kept === 0

export const unreadableMax = 3

export const unreadable = (head: string): Stopped => ({
  code: 'model',
  message: `${unreadableMax} answers of the model could not be read; the last one begins: ${head}`,
  mayComeRight: false,
})

/** So many answers in a row without a text, each for half as many texts, before the model counts as one that only thinks. */
export const thinkingMax = 5
/** As `thinkingMax`, for answers that ended otherwise. By then a single text that is to blame is alone in its prompt, and given up. */
export const filteredMax = 12

/** The end of a run after answers without a text. `end`: the server's word; null: each was as long as the model may answer. */
export const empty = (answers: number, end: string | null): Stopped => ({
  code: 'model',
  message:
    end === null
      ? `${answers} answers in a row ended before a text began: the model only thinks; try --reasoning off, ` +
        `or a larger --max-tokens or context`
      : `${answers} answers in a row ended with "${end}" before a text began`,
  mayComeRight: false,
})

/** Ends a run that can't save its answers, because nothing may be bought that no file can hold. */
export const notKept = (error: unknown): Stop =>
  new Stop({ code: 'not_kept', message: `purchases can't be kept on the disk (${String(error)})`, mayComeRight: true })

/** Reasons to stop at which the server of the store can still be asked. */
const isThereAfter: readonly string[] = ['limit', 'tokens', 'cost', 'model', QUOTA.code]

/** How the run went, in the words of its report. */
export async function outcomeOf(
  { agent, ledger, filters }: Pick<Plan, 'agent' | 'ledger' | 'filters'>,
  tally: Tally,
  stopped: Stopped | null,
): Promise<Outcome> {
  const isKnown = filters.length === 0 && (stopped === null || isThereAfter.includes(stopped.code))
  const status = isKnown ? await agent.status().catch(() => null) : null
  const open = status && { untranslated: status.untranslated, stale: status.stale }
  return { tally, stopped, waiting: await ledger.waiting(), open }
}

/** Why an error ends a run. Null: the error is a fault of windrow. */
export function stoppedBy(error: unknown, signal: AbortSignal): Stopped | null {
  if (signal.aborted) return { code: 'interrupted', message: 'interrupted', mayComeRight: true }
  if (error instanceof Stop) return error.stopped
  if (!(error instanceof AgentRefused)) return null
  const { code, message, retryAfterSeconds, details } = error.refusal
  return { code, message, mayComeRight: retryAfterSeconds !== null || details['retriable'] === true }
}
