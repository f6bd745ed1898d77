// How many searches run at once in a process. Each may read the whole store, so many would slow each other down: a person has one, a new
// one ends it, and a process has a few.

interface SearchPlace {
  /** Aborted when the same person begins another search. */
  readonly ended: AbortSignal
  /** May be called again. */
  leave(): void
}

export interface Searches {
  /** Ends the person's search before; null when others have all places. */
  enter(personId: number): SearchPlace | null
  /** For programs, of which one person may have many: null also while that person searches, and nothing ends. */
  enterIfIdle(personId: number): SearchPlace | null
}

const searchesMax = 8

export function createSearches(placesMax = searchesMax): Searches {
  const running = new Map<number, AbortController>()
  const enter = (personId: number): SearchPlace | null => {
    const before = running.get(personId)
    if (before === undefined && running.size >= placesMax) return null
    before?.abort()
    const own = new AbortController()
    running.set(personId, own)
    const leave = (): void => {
      if (running.get(personId) === own) running.delete(personId)
    }
    return { ended: own.signal, leave }
  }
  return { enter, enterIfIdle: (personId) => (running.has(personId) ? null : enter(personId)) }
}
