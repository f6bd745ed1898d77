// What each person did on the workbench and can still undo, the latest first: in this process.
import type { Layer } from '../domain/vocabulary.ts'

/** A step is undone by the revisions it made; without any, its proposal is opened again. */
export interface UndoableStep {
  readonly did: string
  readonly rowId: string
  readonly proposalId?: number
  readonly step?: { readonly layer: Layer; readonly seq: number }
  /** Number of rows, when more than one. */
  readonly rows?: number
  /** Number of the remembered revisions (recent-steps.ts). */
  readonly many?: number
}

export interface KeptStep extends UndoableStep {
  readonly number: number
  readonly atMs: number
}

export interface UndoStacks {
  push(userId: number, step: UndoableStep, atMs: number): void
  of(userId: number): readonly KeptStep[]
  drop(userId: number, number: number): void
}

const stepsKept = 50
const peopleKept = 1_000

export function createUndoStacks(): UndoStacks {
  const stacks = new Map<number, readonly KeptStep[]>()
  let last = 0
  return {
    push(userId, step, atMs) {
      const before = stacks.get(userId) ?? []
      stacks.delete(userId)
      stacks.set(userId, [{ ...step, number: ++last, atMs }, ...before].slice(0, stepsKept))
      const [oldest] = stacks.keys()
      if (stacks.size > peopleKept && oldest !== undefined) stacks.delete(oldest)
    },
    of: (userId) => stacks.get(userId) ?? [],
    drop(userId, number) {
      const left = (stacks.get(userId) ?? []).filter((step) => step.number !== number)
      stacks.set(userId, left)
    },
  }
}
