// One at a time for each key, first come first served, and nobody waits longer than they said.
// Invariant: work whose wait ran out never starts later (docs/api-v1.md#write-rules, 7: the answer `layer_busy` is final).
// Keys that nobody holds take no memory.
import { ok, refuse } from './result.ts'
import type { Result } from './result.ts'

export interface KeyedMutex {
  /**
   * Runs `work` alone among all work of the same key and gives its value; refuses with 'busy' when the key was not
   * free within `waitMsMax` milliseconds. What `work` throws goes to the caller, and the key is free again.
   */
  run<T>(key: string, waitMsMax: number, work: () => Promise<T>): Promise<Result<T, 'busy'>>
  /** How many keys are held now. */
  size(): number
}

type Waiter = (gotIt: boolean) => void

/** Makes a set of locks, one for each key that is asked for. */
export function createKeyedMutex(): KeyedMutex {
  const waitersByKey = new Map<string, Set<Waiter>>()

  const acquire = (key: string, waitMsMax: number): Promise<boolean> => {
    const waiters = waitersByKey.get(key)
    if (waiters === undefined) {
      waitersByKey.set(key, new Set())
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => waiter(false), waitMsMax)
      const waiter: Waiter = (gotIt) => {
        clearTimeout(timer)
        waiters.delete(waiter)
        resolve(gotIt)
      }
      waiters.add(waiter)
    })
  }

  const release = (key: string): void => {
    const next = waitersByKey.get(key)?.values().next()
    if (next === undefined || next.done === true) waitersByKey.delete(key)
    else next.value(true)
  }

  return {
    run: async (key, waitMsMax, work) => {
      if (!(await acquire(key, waitMsMax))) return refuse('busy')
      try {
        return ok(await work())
      } finally {
        release(key)
      }
    },
    size: () => waitersByKey.size,
  }
}
