// Rebuilds derived data that disagrees with the records (windrow check --repair): checks again inside one transaction and
// puts right what that check finds. Rows, revisions, proposals, people and keys are never touched.
import { checkSteps } from '../../store/check/check.ts'
import { Findings } from '../../store/check/check-findings.ts'
import { writeLong } from '../../store/door/long-write.ts'
import { forgetKeptTimes } from '../../store/list/known-times.ts'
import { raiseGeneration } from '../../store/records/settings.ts'
import type { Store } from '../../store/store.ts'
import type { Watching } from './check-store.ts'

interface Repair {
  /** Disagreements that were put right. */
  readonly repaired: number
}

const breatheAfterMs = 20

/** Puts right all that is derived; what is left is found by another check. Others cannot write meanwhile. */
export async function repairStore(store: Store, { signal, onStep }: Watching): Promise<Repair> {
  return await writeLong(store, { isDryRun: false, signal }, async (txn) => {
    const findings = new Findings()
    let lastMs = performance.now()
    for (const step of checkSteps(txn.db, findings)) {
      onStep(step)
      if (performance.now() - lastMs < breatheAfterMs) continue
      await txn.breathe()
      lastMs = performance.now()
    }
    for (const fix of findings.fixes) fix(txn.db)
    raiseGeneration(txn, 'unstamped')
    forgetKeptTimes(txn.db)
    return { repaired: findings.fixes.length }
  })
}
