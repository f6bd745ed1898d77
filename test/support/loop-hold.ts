// How long a request holds the event loop at a time (docs/makers/faults.md#hostile-hands), in processor time of this thread, beside
// that of plain work in the same run: neither a busy nor a slow machine changes what comes of it.
import { sha256Hex } from '../../src/base/bytes.ts'

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Hashing so many short texts takes 50 ms of the machine of docs/makers/speed.md. */
const textsHashed = 200_000

/** The 50 ms that no request may hold the loop, on this machine. */
export function holdMsMax(): number {
  const tries = Array.from({ length: 5 }, () => {
    const sinceMs = threadMs()
    for (let i = 0; i < textsHashed; i++) sha256Hex(`The old gate ${i} is closed.`)
    return threadMs() - sinceMs
  })
  return Math.min(...tries)
}

interface Held<T> {
  /** Of the longest stretch without a round of the loop. */
  readonly longestMs: number
  readonly wholeMs: number
  readonly answers: readonly T[]
}

/**
 * The least of so many tries: the first is compiled on the way, and another may meet a collection of garbage. One that stays below
 * `enoughMs` is enough.
 */
export async function heldBy<T>(
  triesMax: number,
  ask: (nth: number) => Promise<T>,
  enoughMs = 0,
  kind: 'longestMs' | 'wholeMs' = 'longestMs',
): Promise<Held<T>> {
  const answers: T[] = []
  const least = { longestMs: Number.POSITIVE_INFINITY, wholeMs: Number.POSITIVE_INFINITY }
  for (let nth = 0; nth < triesMax && least[kind] >= enoughMs; nth++) {
    const beganMs = threadMs()
    let [isOver, last, longest] = [false, beganMs, 0]
    const look = (): void => {
      const now = threadMs()
      longest = Math.max(longest, now - last)
      last = now
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    try {
      answers.push(await ask(nth))
      look()
    } finally {
      isOver = true
    }
    least.longestMs = Math.min(least.longestMs, longest)
    least.wholeMs = Math.min(least.wholeMs, last - beganMs)
  }
  return { ...least, answers }
}
