// The last look through all translations for what is inconsistent, kept in this process. It is taken when somebody opens
// the page, in slices beside everybody's requests; an older one is shown meanwhile. Nothing runs that nobody asked for.
import type { App } from '../app.ts'
import { findInconsistencies, type Inconsistencies } from './find-inconsistencies.ts'
import { readGeneration } from '../../store/records/settings.ts'
import { lastTimeGiven } from '../../store/door/times.ts'

export interface ConsistencyRun {
  readonly found: Inconsistencies
  readonly takenAtMs: number
  /** A newer one is being taken. */
  readonly isOlder: boolean
}

export interface ConsistencyRuns {
  /** The last look, or null while the first is being taken. Begins a new one where texts or rules have changed since. */
  latest(): Promise<ConsistencyRun | null>
}

interface Taken {
  readonly found: Inconsistencies
  readonly takenAtMs: number
  readonly tookMs: number
  /** What the store was like: the same mark, the same findings. */
  readonly mark: string
}

/** A small store is looked through while the visitor waits. */
const waitMsMax = 600
/** Looking takes at most this share of the time, however often people write. */
const restBetweenLooks = 10

export function createConsistencyRuns(app: App): ConsistencyRuns {
  let taken: Taken | null = null
  let taking: Promise<void> | null = null
  const markOf = (): string =>
    [
      lastTimeGiven(app.store),
      ...(['settings', 'glossary'] as const).map((of) => readGeneration(app.store.main, of)),
    ].join(' ')

  async function take(): Promise<void> {
    const [mark, takenAtMs, beganMs] = [markOf(), app.clock.nowMs(), app.clock.monotonicMs()]
    const signal = new AbortController().signal
    const found = await findInconsistencies(app, { layer: null, isAlone: false, signal, onProgress: () => {} })
    taken = { found, takenAtMs, mark, tookMs: app.clock.monotonicMs() - beganMs }
  }

  const isDue = (): boolean => {
    if (taken === null) return true
    return taken.mark !== markOf() && Math.abs(app.clock.nowMs() - taken.takenAtMs) >= restBetweenLooks * taken.tookMs
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
