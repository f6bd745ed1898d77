// Waits until an index beside the store is in line with main. What few writes have changed is derived at once, a rebuild in
// slices beside everybody else's requests; all who wait share the work.
import type { KeptIndex } from '../store/derived/keep-up.ts'
import type { App } from './app.ts'
import { runInSlices } from './slices.ts'

const patienceMs = 10
const sliceMs = 2

/**
 * True: the index answers for main as it is seen now, so read both before waiting for anything else. False: its environment
 * can't be written (a full disk); look into main.
 */
export async function isCaughtUp(app: App, index: KeptIndex): Promise<boolean> {
  try {
    while (!index.settle(patienceMs)) await runInSlices(() => !index.settle(sliceMs))
    return true
  } catch (error) {
    app.log.error('what is derived from the store could not be saved; answers come from the store itself', {
      err: error,
    })
    return false
  }
}
