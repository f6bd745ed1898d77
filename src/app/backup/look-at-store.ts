// Looks at the whole store in one view of it, in slices: its file page by page, since reading on through a damaged page could
// end the process, then everything in it. What was found is noted, so that the doctor and the site can say it.
import { type CheckStep, checkSteps } from '../../store/check/check.ts'
import { Findings } from '../../store/check/check-findings.ts'
import { dataFileOf } from '../../store/file/data-files.ts'
import { fileDamage } from '../../store/file/page-walk.ts'
import type { Snapshot } from '../../store/file/snapshot.ts'
import type { Store } from '../../store/store.ts'
import { type FoundDamage, noteDamage } from '../../store/volatile/found-damage.ts'
import { type Run, runAlone } from '../../base/slices.ts'

export interface Looking {
  readonly signal: AbortSignal
  /** How the slices follow one another; as in a process that has nothing else to do, when left out. */
  readonly run?: Run
}

/** Walks the pages of the store's file while `snapshot` holds them; what is wrong with one goes into the findings. */
export async function lookAtPages(store: Store, findings: Findings, looking: Looking): Promise<void> {
  const damage = await sliced(fileDamage(dataFileOf(store.folder)), looking, () => {})
  if (damage !== null) findings.add('store file', 'main/data.mdb', damage)
}

/** Checks everything in the view, whose pages are good. */
export const lookAtRecords = (
  { db }: Snapshot,
  findings: Findings,
  looking: Looking,
  onStep: (step: CheckStep) => void,
): Promise<void> => sliced(checkSteps(db, findings), looking, onStep)

/** What a look that came to its end found, which is remembered; null: nothing. */
export function noteFindings(store: Store, { listed, total, fixes }: Findings): FoundDamage | null {
  // What is derived is often wrong because of a record that is.
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
