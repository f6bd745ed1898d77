// Counts for `windrow stats`: rows from the counters of their cells, revisions by a pass over all of them, in one snapshot.
import { cellsOf } from '../../domain/cell.ts'
import { isWithdrawal } from '../../domain/row.ts'
import {
  type Layer,
  LAYERS,
  type Origin,
  ROW_STATES,
  type RowState,
  SOURCE_FILTERS,
  type SourceFilter,
} from '../../domain/vocabulary.ts'
import { readCellCounts } from '../../store/rows/cells.ts'
import { countRetired } from '../../store/rows/ordinals.ts'
import { allRevisions } from '../../store/history/all-revisions.ts'
import { openSnapshot } from '../../store/file/snapshot.ts'
import type { Store } from '../../store/store.ts'

interface RevisionCount {
  readonly layer: Layer
  readonly origin: Origin
  readonly provider: string | null
  readonly model: string | null
  readonly revisions: number
  /** Rows whose head of that layer is one of these. */
  readonly heads: number
}

export interface StoreStatistics {
  readonly rows: number
  readonly retired: number
  readonly byState: Readonly<Record<RowState, number>>
  readonly bySource: Readonly<Record<SourceFilter, number>>
  readonly byLayer: Readonly<Record<Layer, number>>
  readonly revisions: readonly RevisionCount[]
}

interface Tally {
  revisions: number
  heads: number
}

/** Counts everything; `onRevisions` hears how many revisions are done. Largest counts first. */
export function readStoreStatistics(store: Store, onRevisions: (done: number) => void): StoreStatistics {
  const snapshot = openSnapshot(store)
  const { db } = snapshot
  try {
    const counts = readCellCounts(db)
    const rowsIn = (state: RowState, source: SourceFilter): number =>
      cellsOf(state, source).reduce((sum, cell) => sum + (counts[cell] as number), 0)
    const tallies = new Map<string, Tally>()
    const byLayer: Record<Layer, number> = { manual: 0, machine: 0 }
    let done = 0
    for (const row of allRevisions(db)) {
      for (const layer of LAYERS) {
        const revisions = row[layer]
        for (const [place, revision] of revisions.entries()) {
          onRevisions(++done)
          if (isWithdrawal(revision)) continue
          const name = JSON.stringify([layer, revision.origin, revision.provider, revision.model])
          const tally = tallies.get(name) ?? { revisions: 0, heads: 0 }
          tallies.set(name, tally)
          tally.revisions++
          if (place + 1 < revisions.length) continue
          tally.heads++
          byLayer[layer]++
        }
      }
    }
    return {
      rows: rowsIn('all', 'all'),
      retired: countRetired(db),
      byState: Object.fromEntries(ROW_STATES.map((state) => [state, rowsIn(state, 'all')])) as Record<RowState, number>,
      bySource: Object.fromEntries(SOURCE_FILTERS.map((source) => [source, rowsIn('all', source)])) as Record<
        SourceFilter,
        number
      >,
      byLayer,
      revisions: [...tallies].map(countOf).sort((a, b) => b.revisions - a.revisions),
    }
  } finally {
    snapshot.close()
  }
}

function countOf([name, tally]: [string, Tally]): RevisionCount {
  const [layer, origin, provider, model] = JSON.parse(name) as [Layer, Origin, string | null, string | null]
  return { layer, origin, provider, model, ...tally }
}
