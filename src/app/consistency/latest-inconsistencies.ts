// This process's latest search for inconsistent translations. Opening the page starts one in the background and shows the last.
import type { App } from '../app.ts'
import { findInconsistencies, type Inconsistencies } from './find-inconsistencies.ts'
import { readGeneration } from '../../store/people.ts'
import { lastTimeGiven } from '../../store/view.ts'

export interface ConsistencyRun {
  readonly found: Inconsistencies
  readonly takenAtMs: number
  readonly isOlder: boolean
}

export interface ConsistencyRuns {
  /** Null during the first search. Starts a search when texts or rules have changed. */
  latest(): Promise<ConsistencyRun | null>
}

interface Taken {
  readonly found: Inconsistencies
  readonly takenAtMs: number
  readonly tookMs: number
  /** The same state of the store has the same findings. */
  readonly state: string
}

/** Enough for a small store. */
const waitMsMax = 600
/** The next search waits this many times the duration of the last one. */
const restBetweenLooks = 10

export function createConsistencyRuns(app: App): ConsistencyRuns {
  let taken: Taken | null = null
  let taking: Promise<void> | null = null
  const storeState = (): string =>
    [
      lastTimeGiven(app.store),
      ...(['settings', 'glossary'] as const).map((of) => readGeneration(app.store.main, of)),
    ].join(' ')

  async function take(): Promise<void> {
    const [state, takenAtMs, beganMs] = [storeState(), app.clock.nowMs(), app.clock.monotonicMs()]
    const signal = new AbortController().signal
    const found = await findInconsistencies(app, { layer: null, isAlone: false, signal, onProgress: () => {} })
    taken = { found, takenAtMs, state, tookMs: app.clock.monotonicMs() - beganMs }
  }

  const isDue = (): boolean => {
    if (taken === null) return true
    return (
      taken.state !== storeState() && Math.abs(app.clock.nowMs() - taken.takenAtMs) >= restBetweenLooks * taken.tookMs
    )
  }

  return {
    async latest() {
      if (isDue()) {
        taking ??= take()
          .catch((error: unknown) => app.log.error('the translations could not be compared', { err: error }))
          .finally(() => {
            taking = null
          })
        await Promise.race([taking, new Promise((resolve) => setTimeout(resolve, waitMsMax).unref())])
      }
      return taken === null ? null : { found: taken.found, takenAtMs: taken.takenAtMs, isOlder: taking !== null }
    },
  }
}
