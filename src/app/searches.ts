// Limits the searches that run at once in a process, because each may read the whole store: one for each person, a few
// for the process. A person's new search ends the previous one.

interface SearchPlace extends Disposable {
  readonly ended: AbortSignal
  /** Ends the search, as the end of the place's scope does. A second call does nothing. */
  leave(): void
}

export interface Searches {
  /** Begins a search, and ends the person's earlier one. Null: too many others search. */
  enter(personId: number): SearchPlace | null
  /** Begins a search unless the person has one: then returns null, because several programs may act for one person. */
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
    return { ended: own.signal, leave, [Symbol.dispose]: leave }
  }
  return { enter, enterIfIdle: (personId) => (running.has(personId) ? null : enter(personId)) }
}
