// Detects times ahead of the clock (docs/rows.md#time-of-change). Times never go back: after a write under a clock that was
// ahead, later writes get its time until the clock catches up or `windrow check --repair-times` has run.
import { isoTime } from '../base/time.ts'
import { lastTimeGiven } from '../store/view.ts'
import type { App } from './app.ts'

/** A clock that is set back by less than this is usual, and not reported. */
const clockStepMs = 60_000

/** The time of the latest write, if it is further ahead of the clock than is usual; else null. */
export function lateTime({ store, clock }: Pick<App, 'store' | 'clock'>): number | null {
  const lastMs = lastTimeGiven(store)
  return lastMs > clock.nowMs() + clockStepMs ? lastMs : null
}

export const remedyOfLateTime = (nowMs: number): string =>
  `until then all times stay the same. If the clock is right now, stop windrow and run windrow check --repair-times ` +
  isoTime(nowMs).slice(0, 10)
