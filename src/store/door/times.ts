// The times and the count of writes, by which readers recognise the state of the store.
import { putRecord } from '../file/record.ts'
import { lastTimeIn, lastTimeKey, writesKey, writesSoFar } from '../rows/changes.ts'
import type { Store } from '../store.ts'

/** The time of the latest write, in milliseconds; 0 before the first. */
export const lastTimeGiven = (store: Store): number => lastTimeIn(store.main)

/** The same for reads outside of writes; read once in a stretch of synchronous work. */
export function writesInView(store: Store): number {
  const { view } = store
  if (view.writes === null) {
    view.writes = writesSoFar(store.main)
    queueMicrotask(() => (view.writes = null))
  }
  return view.writes
}

/** Counts a write and returns its time; call it once, with the writer held. */
export function giveTime(store: Store): number {
  putRecord(store.main, writesKey, writesSoFar(store.main) + 1)
  const last = lastTimeGiven(store)
  const timeMs = Math.max(store.clock.nowMs(), last)
  if (timeMs !== last) putRecord(store.main, lastTimeKey, timeMs)
  return timeMs
}
