// What the site remembers of steps that were done to many rows at once, so that they can be undone together: in this process,
// for as long as there is room. The address of the page behind such a step carries its number only.
import type { Layer } from '../../domain/vocabulary.ts'

/** A revision that was just written. */
export interface Step {
  readonly rowId: string
  readonly layer: Layer
  readonly seq: number
}

export interface RecentSteps {
  /** Remembers what somebody did; gives its number. */
  keep(userId: number, steps: readonly Step[]): number
  /** Null: it is of somebody else, of another process, or forgotten. */
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
