// Checks the whole store in one snapshot and in slices: first the pages of its file, because reading a damaged page can end the
// process, then the records. Stores the findings for the doctor and the site.
import { type CheckStep, checkSteps, fileDamage, Findings } from '../../store/check.ts'
import { dataFileOf } from '../../store/data-files.ts'
import type { Snapshot } from '../../store/view.ts'
import type { Store } from '../../store/store.ts'
import { type FoundDamage, noteDamage } from '../../store/volatile.ts'
import { type Run, runAlone } from '../../base/slices.ts'

export interface Looking {
  readonly signal: AbortSignal
  /** Runs the slices of the check; by default without pauses. */
  readonly run?: Run
}

/** Call it with an open snapshot, which keeps the pages from being reused. */
export async function lookAtPages(store: Store, findings: Findings, looking: Looking): Promise<void> {
  const damage = await sliced(fileDamage(dataFileOf(store.folder)), looking, () => {})
  if (damage !== null) findings.add('store file', 'main/data.mdb', damage)
}

export const lookAtRecords = (
  { db }: Snapshot,
  findings: Findings,
  looking: Looking,
  onStep: (step: CheckStep) => void,
): Promise<void> => sliced(checkSteps(db, findings), looking, onStep)

/** Stores the findings of a complete check. Returns null if there is no damage. */
export function noteFindings(store: Store, { listed, total, fixes }: Findings): FoundDamage | null {
  // A damaged record is often the cause of wrong derived data.
  const first = listed.find(({ isRepairable }) => !isRepairable) ?? listed[0]
  const more = total > 1 ? ` (and ${total - 1} more)` : ''
  const damage = first && {
    atMs: store.clock.nowMs(),
    problem: `${first.table}, ${first.at}: ${first.problem}${more}`,
    isRepairable: fixes.length === total,
  }
  noteDamage(store, damage ?? null)
  return damage ?? null
}

async function sliced<S, R>(
  steps: Generator<S, R>,
  { signal, run = runAlone }: Looking,
  onStep: (step: S) => void,
): Promise<R> {
  let end: { readonly value: R } | null = null
  try {
    await run(() => {
      const step = steps.next()
      if (step.done === true) end = step
      else onStep(step.value)
      return step.done !== true
    }, signal)
  } finally {
    steps.return(undefined as R)
  }
  if (end === null) throw signal.reason
  return (end as { readonly value: R }).value
}
