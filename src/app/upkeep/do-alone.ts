// Work that one process at a time does on a store, for as long as it takes.
import { claimSoleWork, giveUpSoleWork, keepSoleWork } from '../../store/volatile.ts'
import type { App } from '../app.ts'

const keptEveryMs = 60_000

/** Null: another process is at it. */
export async function doModelJobsAlone<T>({ store }: App, work: () => Promise<T>): Promise<T | null> {
  const claim = claimSoleWork(store, 'model_jobs')
  if (claim === null) return null
  const timer = setInterval(() => keepSoleWork(store, 'model_jobs', claim), keptEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    giveUpSoleWork(store, 'model_jobs', claim)
  }
}
