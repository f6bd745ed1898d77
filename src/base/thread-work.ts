// Work that a thread of this process has in hand. `process.exit` of Node waits for such threads, and one that waits for the
// writer of the store, or for this very thread, may never be done (runtime/end-process.ts).
let count = 0

/** Notes work until its promise is settled; gives the promise. */
export function noteThreadWork<T>(work: Promise<T>): Promise<T> {
  count++
  const end = (): void => void count--
  work.then(end, end)
  return work
}

export const isThreadAtWork = (): boolean => count > 0

const lookAgainMs = 10

/** Waits until no thread has work in hand, for so long at most. */
export async function whenThreadsRest(waitMsMax: number): Promise<void> {
  for (let waitedMs = 0; isThreadAtWork() && waitedMs < waitMsMax; waitedMs += lookAgainMs)
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
}
