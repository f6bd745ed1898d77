// Verifies the whole store (windrow check): first its file page by page, then every record, index and counter against a
// rebuild, in one snapshot, while others go on working.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CheckStep, checkSteps } from '../../store/check/check.ts'
import { type Disagreement, Findings } from '../../store/check/check-findings.ts'
import { fileDamage } from '../../store/file/page-walk.ts'
import { dataFileOf } from '../../store/file/data-files.ts'
import { openSnapshot } from '../../store/file/snapshot.ts'
import type { Store } from '../../store/store.ts'

export interface StoreCheck {
  /** At most ten thousand of them. */
  readonly disagreements: readonly Disagreement[]
  readonly total: number
  readonly isRepairable: boolean
  /** Records read, by table. */
  readonly counted: ReadonlyMap<string, number>
}

export interface Watching {
  readonly signal: AbortSignal
  readonly onStep: (step: CheckStep) => void
}

const breatheAfterMs = 20

/** Reads everything and names each disagreement. */
export async function checkStore(store: Store, { signal, onStep }: Watching): Promise<StoreCheck> {
  const findings = new Findings()
  const snapshot = openSnapshot(store)
  try {
    const damage = await breathing(fileDamage(dataFileOf(store.folder)), signal, () => {})
    // Reading on through a damaged page could end the process.
    if (damage === null) await breathing(checkSteps(snapshot.db, findings), signal, onStep)
    else findings.add('store file', 'main/data.mdb', damage)
  } finally {
    snapshot.close()
  }
  return reportOf(findings)
}

/** Runs steps to their end and lets signals and timers have their turn in between. */
async function breathing<S, R>(steps: Generator<S, R>, signal: AbortSignal, onStep: (step: S) => void): Promise<R> {
  let lastMs = performance.now()
  try {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value
      onStep(step.value)
      if (performance.now() - lastMs < breatheAfterMs) continue
      await nextTurn()
      signal.throwIfAborted()
      lastMs = performance.now()
    }
  } finally {
    steps.return(undefined as R)
  }
}

function reportOf(findings: Findings): StoreCheck {
  return {
    disagreements: findings.listed,
    total: findings.total,
    isRepairable: findings.total > 0 && findings.fixes.length === findings.total,
    counted: findings.counted,
  }
}
