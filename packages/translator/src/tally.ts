// Counts of a run of `windrow translate`.
import type { TextOutcome } from '../../../src/agent/agent.ts'
import type { RefusedText, Task } from './task.ts'

export interface Stopped {
  /** Why: `limit`, `tokens`, `cost`, `interrupted`, `model`, or a refusal's code (`daily_row_quota_exceeded`). */
  readonly code: string
  readonly message: string
  /** True: repeating the command later may succeed. */
  readonly mayComeRight: boolean
}

interface GivenUp {
  readonly rowId: string
  readonly source: string
  /** The last refused text; '' if there was none. */
  readonly text: string
  readonly rule: string
  readonly message: string
  /** The model's last answer with or without a text for the row: its beginning and its end. */
  readonly answer: string
}

const answerShown = 1_000

/** An answer as the report shows it: a long one without its middle. */
const shownOf = (answer: string): string =>
  answer.length <= answerShown
    ? answer
    : `${answer.slice(0, answerShown / 2).toWellFormed()} … ${answer.slice(-answerShown / 2).toWellFormed()}`

export class Tally {
  /** How many rows are finished, not counting copies. */
  ended = 0
  written = 0
  proposed = 0
  /** How many texts of another model a second reader kept as they were. */
  kept = 0
  /** How many rows with the same source got a copy of a text. */
  copies = 0
  /** How many rows memory filled, so that no model was asked. */
  remembered = 0
  /** How many rows no longer needed a text, by the reason. */
  readonly left = new Map<string, number>()
  /** How many rows got another source while their text was bought. */
  changed = 0
  calls = 0
  slippedBatches = 0
  cutAnswers = 0
  unreadableAnswers = 0
  /** How often the run waited after a failure of the model. */
  waits = 0
  /** How many texts were bad, by the gate's rule or another reason. */
  readonly refused = new Map<string, number>()
  /** How many texts the gate took with a warning, by the rule. */
  readonly doubts = new Map<string, number>()
  /** How many texts with a warning were bought a second time, and how often the second one was better. */
  secondTexts = 0
  betterTexts = 0
  readonly givenUp: GivenUp[] = []

  refuse(rule: string): void {
    raise(this.refused, rule)
  }

  giveUp({ row }: Task, { text, rule, message }: RefusedText, answer: string): void {
    this.givenUp.push({ rowId: row.rowId, source: row.source, text, rule, message, answer: shownOf(answer) })
  }

  leave(why: string): void {
    raise(this.left, why)
  }

  write({ status, copies, warnings }: TextOutcome, isKept: boolean): void {
    if (status === 'written' || status === 'proposed')
      for (const rule of new Set(warnings.map((warning) => warning.rule ?? warning.code))) raise(this.doubts, rule)
    if (status === 'written' && isKept) this.kept++
    else if (status === 'written') this.written++
    if (status === 'proposed') this.proposed++
    this.copies += copies?.written ?? 0
  }
}

const raise = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)
