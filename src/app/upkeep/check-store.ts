// Checks the whole store in one snapshot, while other processes work: the pages of its file, then every record, index
// and counter against a rebuild.
import { type CheckStep, type Disagreement, Findings } from '../../store/check.ts'
import { openSnapshot } from '../../store/view.ts'
import type { Store } from '../../store/store.ts'
import { lookAtPages, lookAtRecords, noteFindings } from '../backup/look-at-store.ts'

export interface StoreCheck {
  /** At most ten thousand are listed. */
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
  const snapshot = openSnapshot(store)
  try {
    await lookAtPages(store, findings, { signal })
    if (findings.total === 0) await lookAtRecords(snapshot, findings, { signal }, onStep)
  } finally {
    snapshot.close()
  }
  noteFindings(store, findings)
  return reportOf(findings)
}

function reportOf(findings: Findings): StoreCheck {
  return {
    disagreements: findings.listed,
    total: findings.total,
    isRepairable: findings.total > 0 && findings.fixes.length === findings.total,
    counted: findings.counted,
  }
}
