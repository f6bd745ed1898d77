// One text to buy: a claimed row and its attempts so far; and which texts wait for another.
import type { AgentRow } from '../../../src/agent/agent.ts'
import { hasLetter, skeletonOf } from '../../../src/domain/text/skeleton.ts'
import type { Brief } from './brief.ts'

export interface Task {
  readonly row: AgentRow
  /** Further rows of the batch that get the same text, because their source and earlier translation are the same. */
  readonly twins: readonly AgentRow[]
  readonly claimId: string
  /** In how many prompts it was that were answered, and so may be paid. */
  readonly answers: number
  /** How often its own text was bad or missing. */
  readonly failures: number
  /** The most texts of a prompt that it may be in, because it may be to blame for an answer without any; absent: no limit. */
  readonly textsMax?: number
  /** The text that was refused last. Null: none was, or the answer has no text for this row. */
  readonly refused: RefusedText | null
}

export interface RefusedText {
  readonly text: string
  /** The rule of the text gate that refused, or another reason. */
  readonly rule: string
  /** What the model should do better. */
  readonly message: string
}

/** A row is bought twice at most; then it is given up by name. */
export const answersMax = 2

/**
 * Rows that would get the same text share a task. A reader reads each text by itself, and none of its own or that people approved.
 */
export function tasksOf(rows: readonly AgentRow[], claimId: string, { role, model }: Reader): Task[] {
  const alike =
    role === 'review'
      ? rows.filter((row) => isToRead(row, model)).map((row) => [row])
      : [...Map.groupBy(rows, ({ source, previous }) => JSON.stringify([source, previous])).values()]
  return alike.flatMap(([row, ...twins]) =>
    row === undefined ? [] : [{ row, twins, claimId, answers: 0, failures: 0, refused: null }],
  )
}

export type Reader = Pick<Brief, 'role' | 'model'>

/** A text that this reader has kept or bettered, or that a person has confirmed, would be paid for and left as it is. */
function isToRead({ layers: { machine } }: AgentRow, model: string): boolean {
  if (machine === null || machine.model === model || machine.status === 'approved') return false
  if (machine.status === 'reviewed' && machine.reader === undefined) return false
  return machine.reader !== model || machine.freshness === 'stale'
}

export const rowsOf = ({ row, twins }: Task): readonly AgentRow[] => [row, ...twins]

/**
 * Buys only one at a time of texts with one skeleton (the same but for digits, tokens and colours). The others wait:
 * memory makes most of them of that one's translation, and the rest see it in their prompt.
 */
export class Leaders {
  /** Tasks that wait, by the skeleton of the text that is being bought for them. */
  readonly #waiting = new Map<string, Task[]>()
  /** The skeleton of each text being bought, by its row; the row's source may change meanwhile. */
  readonly #skeletons = new Map<string, string>()

  /** Returns those of the tasks that are bought now, and keeps the others waiting. */
  lead(tasks: readonly Task[]): readonly Task[] {
    return tasks.filter((task) => {
      const { source, rowId } = task.row
      const skeleton = skeletonOf(source)
      const waiting = this.#waiting.get(skeleton)
      waiting?.push(task)
      if (waiting === undefined && hasLetter(skeleton)) {
        this.#waiting.set(skeleton, [])
        this.#skeletons.set(rowId, skeleton)
      }
      return waiting === undefined
    })
  }

  /** Returns the tasks that waited for these, which have ended. */
  follow(ended: readonly Task[]): readonly Task[] {
    return ended.flatMap(({ row: { rowId } }) => {
      const skeleton = this.#skeletons.get(rowId) ?? ''
      const waiting = this.#waiting.get(skeleton) ?? []
      this.#skeletons.delete(rowId)
      this.#waiting.delete(skeleton)
      return waiting
    })
  }
}
