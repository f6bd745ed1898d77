// One text to buy: a row that we hold, with what has been tried. Pure.
import type { AgentRow } from '../agent/agent.ts'

export interface Task {
  readonly row: AgentRow
  /** Rows of the same batch that get the same text: same source, and the same translation before. */
  readonly twins: readonly AgentRow[]
  readonly claimId: string
  /** Answers that were no good so far. */
  readonly failures: number
  /** The last of them; null: there was none, or it says nothing about this row. */
  readonly refused: RefusedText | null
}

export interface RefusedText {
  readonly text: string
  /** Code of the gate's rule, or of what else was wrong. */
  readonly rule: string
  /** What to do about it, in the gate's words. */
  readonly message: string
}

/** Answers that one row may cost: the first, and two more. */
export const answersMax = 3

/** Rows of a claim as tasks; rows that would get the same text become one. */
export function tasksOf(rows: readonly AgentRow[], claimId: string): Task[] {
  const alike = Map.groupBy(rows, ({ source, previous }) => JSON.stringify([source, previous]))
  return [...alike.values()].flatMap(([row, ...twins]) =>
    row === undefined ? [] : [{ row, twins, claimId, failures: 0, refused: null }],
  )
}

export const rowsOf = ({ row, twins }: Task): readonly AgentRow[] => [row, ...twins]
