// Locks by key, first come first served, with a bounded wait. Work whose wait ran out never starts
// (docs/api-v1.md#write-rules, 7: `layer_busy` is final). Free keys take no memory.
import { ok, refuse } from './result.ts'
import type { Result } from './result.ts'

export interface KeyedMutex {
  /** Runs `work` while it has the key. Refuses if the key was not free within `waitMsMax`. If `work` throws, the key is free again. */
  run<T>(key: string, waitMsMax: number, work: () => Promise<T>): Promise<Result<T, 'busy'>>
  size(): number
}

type Waiter = (gotIt: boolean) => void

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
