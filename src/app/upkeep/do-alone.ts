// Work that one process at a time does on a store, for as long as it takes.
import { claimSoleWork, giveUpSoleWork, keepSoleWork, type SoleWork } from '../../store/volatile.ts'
import type { App } from '../app.ts'

/** A claim to publish is over after a minute without a sign. */
const keptEveryMs = 10_000

/** Does `work` unless another process is doing this kind of work: then returns null. */
export async function doAlone<T>({ store }: App, what: SoleWork, work: () => Promise<T>): Promise<T | null> {
  const claim = claimSoleWork(store, what)
  if (claim === null) return null
  const timer = setInterval(() => keepSoleWork(store, what, claim), keptEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    giveUpSoleWork(store, what, claim)
  }
}
