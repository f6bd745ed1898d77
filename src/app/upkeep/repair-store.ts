// Checks the store again and rebuilds wrong derived data (windrow check --repair), in one transaction. Original data
// stays, except for times from a wrong clock (windrow check --repair-times).
import { checkSteps, Findings, removeUnread, repairTimes } from '../../store/check.ts'
import { writeLong } from '../../store/change-rows.ts'
import { raiseGeneration } from '../../store/people.ts'
import type { Store } from '../../store/store.ts'
import type { Watching } from './check-store.ts'

const breatheAfterMs = 20

/**
 * Other processes can't write meanwhile. `untilMs`: the present time, to which later times are set first; then no
 * server may run, because it remembers the times it read.
 */
export async function repairStore(
  store: Store,
  { signal, onStep }: Watching,
  untilMs: number | null = null,
): Promise<{ readonly repaired: number; readonly timesTakenBack: number }> {
  return await writeLong(store, { isDryRun: false, signal }, async (txn) => {
    const findings = new Findings()
    let lastMs = performance.now()
    const breathing = async (): Promise<void> => {
      if (performance.now() - lastMs < breatheAfterMs) return
      await txn.breathe()
      lastMs = performance.now()
    }
    let timesTakenBack = 0
    if (untilMs !== null && untilMs < txn.timeMs)
      for (const taken of repairTimes(txn.db, untilMs)) {
        timesTakenBack += taken
        await breathing()
      }
    for (const step of checkSteps(txn.db, findings)) {
      onStep(step)
      await breathing()
    }
    for (const fix of findings.fixes) fix(txn.db)
    raiseGeneration(txn, 'unstamped')
    removeUnread(txn.db)
    return { repaired: findings.fixes.length, timesTakenBack }
  })
}
