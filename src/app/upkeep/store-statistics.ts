// Counts for `windrow stats`, in one snapshot: rows from stored counters, revisions by layer and origin from a pass over all.
import { cellsOf } from '../../domain/cell.ts'
import {
  countRevisions,
  headsOf,
  type RevisionCount,
  type RevisionCounts,
} from '../../domain/reports/revision-counts.ts'
import { type Layer, ROW_STATES, type RowState, SOURCE_FILTERS, type SourceFilter } from '../../domain/vocabulary.ts'
import { allRevisions, countRetired, readCellCounts } from '../../store/rows.ts'
import { openSnapshot } from '../../store/view.ts'
import type { Store } from '../../store/store.ts'
import { runAlone } from '../../base/slices.ts'

export interface StoreStatistics {
  readonly rows: number
  readonly retired: number
  readonly byState: Readonly<Record<RowState, number>>
  readonly bySource: Readonly<Record<SourceFilter, number>>
  readonly byLayer: Readonly<Record<Layer, number>>
  readonly revisions: readonly RevisionCount[]
}

/** Sorts the largest counts first. `onRevisions` gets the number of revisions done. */
export async function readStoreStatistics(
  store: Store,
  signal: AbortSignal,
  onRevisions: (done: number) => void,
): Promise<StoreStatistics> {
  const snapshot = openSnapshot(store)
  const { db } = snapshot
  try {
    const counts = readCellCounts(db)
    const rowsIn = (state: RowState, source: SourceFilter): number =>
      cellsOf(state, source).reduce((sum, cell) => sum + (counts[cell] as number), 0)
    const revisions: RevisionCounts = new Map()
    const rows = allRevisions(db)[Symbol.iterator]()
    let done = 0
    const countRow = (): boolean => {
      const { value: row } = rows.next()
      if (row === undefined) return false
      countRevisions(revisions, row)
      onRevisions((done += row.manual.length + row.machine.length))
      return true
    }
    await runAlone(countRow, signal)
    signal.throwIfAborted()
    return {
      rows: rowsIn('all', 'all'),
      retired: countRetired(db),
      byState: Object.fromEntries(ROW_STATES.map((state) => [state, rowsIn(state, 'all')])) as Record<RowState, number>,
      bySource: Object.fromEntries(SOURCE_FILTERS.map((source) => [source, rowsIn('all', source)])) as Record<
        SourceFilter,
        number
      >,
      byLayer: { manual: headsOf(revisions, 'manual'), machine: headsOf(revisions, 'machine') },
      revisions: [...revisions.values()].sort((a, b) => b.revisions - a.revisions),
    }
  } finally {
    snapshot.close()
  }
}
