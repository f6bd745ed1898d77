// This process's latest run of long work over all texts, such as the search for inconsistencies. Opening the page starts one in the
// background and shows the last.
import { readGeneration } from '../store/people.ts'
import { lastTimeGiven } from '../store/view.ts'
import type { App } from './app.ts'

export interface LatestRun<T> {
  readonly found: T
  readonly takenAtMs: number
  readonly isOlder: boolean
}

export interface LatestRuns<T> {
  /** The latest run; null while the first one is running. Starts a new run if texts or rules have changed. */
  latest(): Promise<LatestRun<T> | null>
}

/** The parts of a request that the runs themselves decide about. */
interface InBackground {
  readonly isAlone: false
  readonly signal: AbortSignal
  readonly onProgress: () => void
}

interface Taken<T> {
  readonly found: T
  readonly takenAtMs: number
  readonly tookMs: number
  /** Names the state of the store that was searched: in the same state nothing else would be found. */
  readonly state: string
}

/** How long a visitor waits for a run to end: long enough in a small store. */
const waitMsMax = 600
/** The pause before the next run is the duration of the last one times this. */
const restBetweenRuns = 10

/** Runs `find` in the background and keeps what it found last. `name`: what the log calls it. */
export function createLatestRuns<T>(
  app: App,
  find: (app: App, request: InBackground) => Promise<T>,
  name: string,
): LatestRuns<T> {
  let taken: Taken<T> | null = null
  let taking: Promise<void> | null = null
  const storeState = (): string =>
    [
      lastTimeGiven(app.store),
      ...(['settings', 'glossary'] as const).map((of) => readGeneration(app.store.main, of)),
    ].join(' ')

  async function take(): Promise<void> {
    const [state, takenAtMs, beganMs] = [storeState(), app.clock.nowMs(), app.clock.monotonicMs()]
    const found = await find(app, { isAlone: false, signal: new AbortController().signal, onProgress: () => {} })
    taken = { found, takenAtMs, state, tookMs: app.clock.monotonicMs() - beganMs }
  }

  const isDue = (): boolean => {
    if (taken === null) return true
    return (
      taken.state !== storeState() && Math.abs(app.clock.nowMs() - taken.takenAtMs) >= restBetweenRuns * taken.tookMs
    )
  }

  return {
    async latest() {
      if (isDue()) {
        taking ??= take()
          .catch((error: unknown) => app.log.error(`the run over all texts failed: ${name}`, { err: error }))
          .finally(() => {
            taking = null
          })
        await Promise.race([taking, new Promise((resolve) => setTimeout(resolve, waitMsMax).unref())])
      }
      return taken === null ? null : { found: taken.found, takenAtMs: taken.takenAtMs, isOlder: taking !== null }
    },
  }
}
