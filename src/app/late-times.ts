// Times never go back (docs/decisions.md#time-of-change): after a write under a clock that was ahead, all later ones are given
// that time, until the clock has come by or a person has them taken back (windrow check --repair-times).
import { isoTime } from '../base/time.ts'
import { lastTimeGiven } from '../store/door/times.ts'
import type { App } from './app.ts'

/** Clocks are set back by less now and then. */
const clockStepMs = 60_000

/** When the latest write was made, if that is later than now by more than a step of the clock; else null. */
export function lateTime({ store, clock }: Pick<App, 'store' | 'clock'>): number | null {
  const lastMs = lastTimeGiven(store)
  return lastMs > clock.nowMs() + clockStepMs ? lastMs : null
}

/** What to do about it. */
export const remedyOfLateTime = (nowMs: number): string =>
  `times stand still until then. If the clock of now is right, end windrow and run windrow check --repair-times ${isoTime(nowMs).slice(0, 10)}`
