// Counts for `windrow stats`: rows from the counters of their cells, revisions by a pass over all of them, in one snapshot.
import { cellsOf } from '../domain/cell.ts'
import type { Revision } from '../domain/row.ts'
import {
  type Layer,
  type Origin,
  ROW_STATES,
  type RowState,
  SOURCE_FILTERS,
  type SourceFilter,
} from '../domain/vocabulary.ts'
import { readCellCounts } from '../store/cells.ts'
import { TABLES } from '../store/keyspace.ts'
import { records } from '../store/record.ts'
import { openSnapshot } from '../store/snapshot.ts'
import type { Store } from '../store/store.ts'

export interface RevisionCount {
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
    let last = { place: '', tally: { revisions: 0, heads: 0 } }
    for (const { key, value } of records<Revision>(db, { prefix: Buffer.from([TABLES.revision]) })) {
      const layer: Layer = key[5] === 0 ? 'manual' : 'machine'
      const name = JSON.stringify([layer, value.origin, value.provider, value.model])
      const tally = tallies.get(name) ?? { revisions: 0, heads: 0 }
      tallies.set(name, tally)
      tally.revisions++
      const place = `${key.readUInt32BE(1)} ${layer}`
      if (last.place === place) last.tally.heads--
      else byLayer[layer]++
      tally.heads++
      last = { place, tally }
      onRevisions(++done)
    }
    return {
      rows: rowsIn('all', 'all'),
      retired: db.getKeysCount({ start: Buffer.from([TABLES.retired]), end: Buffer.from([TABLES.retired + 1]) }),
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
