// Counts work in threads of this process. Node's `process.exit` waits for them, and a thread that waits for the store's writer
// or for the main thread may never end (runtime/end-process.ts).
let count = 0

/** Counts this work until its promise is settled; returns the promise. */
export function noteThreadWork<T>(work: Promise<T>): Promise<T> {
  count++
  const end = (): void => void count--
  work.then(end, end)
  return work
}

export const isThreadAtWork = (): boolean => count > 0

const lookAgainMs = 10

export async function whenThreadsRest(waitMsMax: number): Promise<void> {
  for (let waitedMs = 0; isThreadAtWork() && waitedMs < waitMsMax; waitedMs += lookAgainMs)
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
}
