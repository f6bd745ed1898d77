// Remembers steps on many rows, so that they can be undone together: in this process, while there is room.
import type { Layer } from '../domain/vocabulary.ts'

export interface Step {
  readonly rowId: string
  readonly layer: Layer
  readonly seq: number
}

export interface RecentSteps {
  keep(userId: number, steps: readonly Step[]): number
  /** Null: the steps are another person's, another process's, or forgotten. */
  of(userId: number, number: number): readonly Step[] | null
}

const keptMax = 200

export function createRecentSteps(): RecentSteps {
  const kept = new Map<number, { readonly userId: number; readonly steps: readonly Step[] }>()
  let last = 0
  return {
    keep(userId, steps) {
      kept.set(++last, { userId, steps })
      kept.delete(last - keptMax)
      return last
    },
    of(userId, number) {
      const found = kept.get(number)
      return found?.userId === userId ? found.steps : null
    },
  }
}
