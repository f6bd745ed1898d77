// The times that writes were given, and how many there were: what readers go by to know whether they see the same store.
import { putRecord } from '../record.ts'
import { lastTimeIn, lastTimeKey, writesKey, writesSoFar } from '../rows/changes.ts'
import type { Store } from '../store.ts'

/** The latest time that a write was given, in milliseconds; 0 before the first. */
export const lastTimeGiven = (store: Store): number => lastTimeIn(store.main)

/** The same for reads outside of writes; looked up once in a stretch of work that does not wait. */
export function writesInView(store: Store): number {
  const { view } = store
  if (view.writes === null) {
    view.writes = writesSoFar(store.main)
    queueMicrotask(() => (view.writes = null))
  }
  return view.writes
}

/** Gives the time of a write, and counts it; call it once, with the writer held. */
export function giveTime(store: Store): number {
  putRecord(store.main, writesKey, writesSoFar(store.main) + 1)
  const last = lastTimeGiven(store)
  const timeMs = Math.max(store.clock.nowMs(), last)
  if (timeMs !== last) putRecord(store.main, lastTimeKey, timeMs)
  return timeMs
}
