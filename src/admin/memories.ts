// What this process remembers for the site while it runs: who is at which row, steps that can be undone, and forms that work only
// once.
import { refuse, type Result } from '../base/result.ts'
import type { Layer } from '../domain/vocabulary.ts'

/** After so long without a step or typing, somebody counts as gone. */
const staysMs = 3 * 60_000

export type Presence = ReturnType<typeof createPresence>

/**
 * Who is at which row of the workbench just now: in this process, from the pages they open and the checks while they
 * type.
 */
export function createPresence(nowMs: () => number) {
  const places = new Map<number, { readonly rowId: string; readonly untilMs: number }>()
  return {
    at(userId: number, rowId: string): void {
      for (const [id, { untilMs }] of places) if (untilMs < nowMs()) places.delete(id)
      places.set(userId, { rowId, untilMs: nowMs() + staysMs })
    },
    /** Other people who are at the row; without one, at any row. */
    others: (userId: number, rowId?: string): readonly number[] =>
      [...places]
        .filter(([id, at]) => id !== userId && at.untilMs >= nowMs() && (rowId === undefined || at.rowId === rowId))
        .map(([id]) => id),
  }
}

export interface Step {
  readonly rowId: string
  readonly layer: Layer
  readonly seq: number
}

const recentStepsMax = 200

export type RecentSteps = ReturnType<typeof createRecentSteps>

/** Remembers steps on many rows, so that they can be undone together: in this process, while there is room. */
export function createRecentSteps() {
  const kept = new Map<number, { readonly userId: number; readonly steps: readonly Step[] }>()
  let last = 0
  return {
    keep(userId: number, steps: readonly Step[]): number {
      kept.set(++last, { userId, steps })
      kept.delete(last - recentStepsMax)
      return last
    },
    /** The remembered steps. Null: they are another person's, another process's, or forgotten. */
    of(userId: number, number: number): readonly Step[] | null {
      const found = kept.get(number)
      return found?.userId === userId ? found.steps : null
    },
  }
}

const spentFormsMax = 1_000

export type SpentForms = ReturnType<typeof createSpentForms>

/**
 * Forms that must work only once, because their answer shows a secret and reloading it sends the form again. This
 * process remembers their random names.
 */
export function createSpentForms() {
  const spent = new Set<string>()
  return {
    /** Runs `work`, unless a form with this name has run it before. An empty name always runs. */
    async once<T, R>(
      name: string,
      work: () => Promise<Result<T, R>>,
    ): Promise<Result<T, R | { readonly code: 'form_sent_twice' }>> {
      if (name === '') return await work()
      if (spent.has(name)) return refuse({ code: 'form_sent_twice' })
      spent.add(name)
      for (const oldest of spent) {
        if (spent.size <= spentFormsMax) break
        spent.delete(oldest)
      }
      const done = await work()
      if (!done.ok) spent.delete(name)
      return done
    },
  }
}

/** A step is undone by the revisions it made; without any, its proposal is opened again. */
export interface UndoableStep {
  readonly did: string
  readonly rowId: string
  readonly proposalId?: number
  readonly step?: { readonly layer: Layer; readonly seq: number }
  /** How many rows the step changed, if more than one. */
  readonly rows?: number
  /** Under which number the revisions are remembered. */
  readonly many?: number
}

export interface KeptStep extends UndoableStep {
  readonly number: number
  readonly atMs: number
}

const stepsKept = 50
const peopleKept = 1_000

export type UndoStacks = ReturnType<typeof createUndoStacks>

/** What each person did on the workbench and can still undo, the latest first: in this process. */
export function createUndoStacks() {
  const stacks = new Map<number, readonly KeptStep[]>()
  let last = 0
  return {
    push(userId: number, step: UndoableStep, atMs: number): void {
      const before = stacks.get(userId) ?? []
      stacks.delete(userId)
      stacks.set(userId, [{ ...step, number: ++last, atMs }, ...before].slice(0, stepsKept))
      const [oldest] = stacks.keys()
      if (stacks.size > peopleKept && oldest !== undefined) stacks.delete(oldest)
    },
    of: (userId: number): readonly KeptStep[] => stacks.get(userId) ?? [],
    drop(userId: number, number: number): void {
      const left = (stacks.get(userId) ?? []).filter((step) => step.number !== number)
      stacks.set(userId, left)
    },
  }
}
