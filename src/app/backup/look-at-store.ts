// Checks the whole store in one snapshot and in slices: first the pages of its file, because reading a damaged page can end the
// process, then the records. Stores the findings for the doctor and the site.
import { type CheckStep, checkSteps, fileDamage, Findings } from '../../store/check.ts'
import { dataFileOf } from '../../store/data-files.ts'
import type { Snapshot } from '../../store/view.ts'
import type { Store } from '../../store/store.ts'
import { type FoundDamage, noteDamage } from '../../store/volatile.ts'
import { type Run, runAlone, runToEnd } from '../../base/slices.ts'

export interface Looking {
  readonly signal: AbortSignal
  /** How the slices of the check are run; by default without pauses. */
  readonly run?: Run
}

/** Checks the pages of the store's file. Call it with an open snapshot, so that no page is used anew meanwhile. */
export async function lookAtPages(
  store: Store,
  findings: Findings,
  { run = runAlone, signal }: Looking,
): Promise<void> {
  const damage = await runToEnd(run, fileDamage(dataFileOf(store.folder)), signal)
  if (damage !== null) findings.add('store file', 'main/data.mdb', damage)
}

export const lookAtRecords = (
  { db }: Snapshot,
  findings: Findings,
  { run = runAlone, signal }: Looking,
  onStep: (step: CheckStep) => void,
): Promise<void> => runToEnd(run, checkSteps(db, findings), signal, onStep)

/** Stores what a complete check found. Returns the damage, or null if there is none. */
export function noteFindings(store: Store, { listed, total, fixes }: Findings): FoundDamage | null {
  // Names a damaged record before wrong derived data (indexes, counters), because it is often the cause of them.
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
