// One text to buy: a claimed row and its attempts so far.
import type { AgentRow } from '../agent/agent.ts'

export interface Task {
  readonly row: AgentRow
  /** Rows of the batch that get the same text, because source and earlier translation are the same. */
  readonly twins: readonly AgentRow[]
  readonly claimId: string
  readonly failures: number
  /** Null: no refusal, or the answer has no text for this row. */
  readonly refused: RefusedText | null
}

export interface RefusedText {
  readonly text: string
  /** The rule of the text gate that refused, or another reason. */
  readonly rule: string
  /** Advice for the model. */
  readonly message: string
}

export const answersMax = 3

/** Rows that would get the same text share a task. */
export function tasksOf(rows: readonly AgentRow[], claimId: string): Task[] {
  const alike = Map.groupBy(rows, ({ source, previous }) => JSON.stringify([source, previous]))
  return [...alike.values()].flatMap(([row, ...twins]) =>
    row === undefined ? [] : [{ row, twins, claimId, failures: 0, refused: null }],
  )
}

export const rowsOf = ({ row, twins }: Task): readonly AgentRow[] => [row, ...twins]
