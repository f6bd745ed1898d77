// Reads into memory when rows changed, in slices beside everything else, so that no request with `updated_since` has much to read:
// soon after the start of a server, and again and again after writes. A request that comes earlier reads the rest itself.
import { changeTimes } from '../../store/list/change-times.ts'
import { freshen } from '../../store/store.ts'
import type { App } from '../app.ts'
import { runInSlices } from '../slices.ts'

const restMs = 2_000
/** Half a millisecond of code that is not compiled yet. */
const chunksAtOnce = 256

/** Follows what is written until the signal; the process may end meanwhile. */
export function keepChangeTimes({ store, log }: App, signal: AbortSignal): void {
  const look = async (): Promise<void> => {
    freshen(store)
    await runInSlices(() => changeTimes(store.main).readAhead(chunksAtOnce), signal).catch((error: unknown) =>
      log.warn('when rows changed could not be read ahead', { err: error }),
    )
    if (!signal.aborted) setTimeout(() => void look(), restMs).unref()
  }
  void look()
}
