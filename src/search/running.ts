// Searches under way in one process. Each reads the whole store in slices that take turns, so many at once would all be
// slow: a person has one, whose next ends the one before, and a process has a few; further people are told to wait.

interface SearchPlace {
  /** Aborted when the same person begins another search. */
  readonly ended: AbortSignal
  /** Gives the place back; harmless when repeated. */
  leave(): void
}

export interface SearchDesk {
  /** A place for a search of this person, whose search before ends; null when all are taken by others. */
  enter(personId: number): SearchPlace | null
  /** The same for programs, which may be many of one person: null also while that person searches, and nothing ends. */
  enterIfIdle(personId: number): SearchPlace | null
}

const searchesMax = 8

export function createSearchDesk(placesMax = searchesMax): SearchDesk {
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
