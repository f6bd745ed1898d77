// Counts the work in threads of this process. Node's `process.exit` waits for such threads, and one that waits for the
// writer of the store, or for the main thread, may never end (runtime/end-process.ts).
let count = 0

/** Counts the work until its promise is settled. Returns the promise. */
export function noteThreadWork<T>(work: Promise<T>): Promise<T> {
  count++
  const end = (): void => void count--
  work.then(end, end)
  return work
}

export const isThreadAtWork = (): boolean => count > 0

const lookAgainMs = 10

/** Waits until no thread works, at most `waitMsMax`. */
export async function whenThreadsRest(waitMsMax: number): Promise<void> {
  for (let waitedMs = 0; isThreadAtWork() && waitedMs < waitMsMax; waitedMs += lookAgainMs)
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
}
