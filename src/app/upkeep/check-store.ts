// Checks the whole store in one snapshot, while other processes work: the pages of its file, then every record, index
// and counter against a rebuild.
import { writeLong } from '../../store/change-rows.ts'
import {
  type CheckStep,
  checkSteps,
  type Disagreement,
  Findings,
  removeUnread,
  repairTimes,
} from '../../store/check.ts'
import { raiseGeneration } from '../../store/people.ts'
import type { Store } from '../../store/store.ts'
import { openSnapshot } from '../../store/view.ts'
import { lookAtPages, lookAtRecords, noteFindings } from '../backup/look-at-store.ts'

export interface StoreCheck {
  /** Where records and derived data disagree; at most ten thousand are listed. */
  readonly disagreements: readonly Disagreement[]
  readonly total: number
  readonly isRepairable: boolean
  readonly counted: ReadonlyMap<string, number>
}

export interface Watching {
  readonly signal: AbortSignal
  readonly onStep: (step: CheckStep) => void
}

export async function checkStore(store: Store, { signal, onStep }: Watching): Promise<StoreCheck> {
  const findings = new Findings()
  using snapshot = openSnapshot(store)
  await lookAtPages(store, findings, { signal })
  if (findings.total === 0) await lookAtRecords(snapshot, findings, { signal }, onStep)
  noteFindings(store, findings)
  return {
    disagreements: findings.listed,
    total: findings.total,
    isRepairable: findings.total > 0 && findings.fixes.length === findings.total,
    counted: findings.counted,
  }
}

// Checks the store again and rebuilds wrong derived data (windrow check --repair), in one transaction. Original data
// stays, except for times from a wrong clock (windrow check --repair-times).

const breatheAfterMs = 20

/**
 * Repairs the store; no other process can write meanwhile. `untilMs`: later times than this, the present one, are set to it. Then no server
 * may run, because servers remember the times that they read.
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
