// Counts for `windrow stats`, in one snapshot: rows from stored counters, or from the cells of the rows that were asked
// about; revisions by layer and origin from a pass over all.
import { CELL_COUNT, cellsOf } from '../../domain/cell.ts'
import { officialNameOf } from '../../domain/game-language.ts'
import {
  countRevisions,
  headsOf,
  type RevisionCount,
  type RevisionCounts,
} from '../../domain/reports/revision-counts.ts'
import { type Layer, ROW_STATES, type RowState, SOURCE_FILTERS, type SourceFilter } from '../../domain/vocabulary.ts'
import { ROWS_PER_PIECE, type RowSet } from '../../domain/work/row-set.ts'
import {
  allRevisions,
  countRetired,
  officialLanguages,
  officialSlot,
  readCellCounts,
  readCellsOfChunk,
  readSlot,
  ROWS_PER_CHUNK,
} from '../../store/rows.ts'
import { openSnapshot } from '../../store/view.ts'
import type { Database, Store } from '../../store/store.ts'
import { runAlone } from '../../base/slices.ts'

export interface StoreStatistics {
  readonly rows: number
  /** Null: only some rows were asked about, which are never retired. */
  readonly retired: number | null
  readonly byState: Readonly<Record<RowState, number>>
  readonly bySource: Readonly<Record<SourceFilter, number>>
  readonly byLayer: Readonly<Record<Layer, number>>
  readonly revisions: readonly RevisionCount[]
  /** Entries of each file of official texts: `de`, `de-diff`. Absent: there are none. */
  readonly official?: Readonly<Record<string, number>>
}

/** The largest counts first. `onRevisions` gets the number of revisions done; `among`: only these rows. */
export async function readStoreStatistics(
  store: Store,
  signal: AbortSignal,
  onRevisions: (done: number) => void,
  among: RowSet | null = null,
): Promise<StoreStatistics> {
  const snapshot = openSnapshot(store)
  const { db } = snapshot
  try {
    const counts = among === null ? readCellCounts(db) : countCells(db, among)
    const rowsIn = (state: RowState, source: SourceFilter): number =>
      cellsOf(state, source).reduce((sum, cell) => sum + (counts[cell] as number), 0)
    const revisions: RevisionCounts = new Map()
    const rows = allRevisions(db)[Symbol.iterator]()
    let done = 0
    const countRow = (): boolean => {
      const { value: row } = rows.next()
      if (row === undefined) return false
      if (among?.has(row.ordinal) !== false) countRevisions(revisions, row)
      onRevisions((done += row.manual.length + row.machine.length))
      return true
    }
    await runAlone(countRow, signal)
    signal.throwIfAborted()
    return {
      rows: rowsIn('all', 'all'),
      retired: among === null ? countRetired(db) : null,
      byState: Object.fromEntries(ROW_STATES.map((state) => [state, rowsIn(state, 'all')])) as Record<RowState, number>,
      bySource: Object.fromEntries(SOURCE_FILTERS.map((source) => [source, rowsIn('all', source)])) as Record<
        SourceFilter,
        number
      >,
      byLayer: { manual: headsOf(revisions, 'manual'), machine: headsOf(revisions, 'machine') },
      revisions: [...revisions.values()].sort((a, b) => b.revisions - a.revisions),
      ...(officialLanguages(db).length > 0 && { official: officialEntries(db) }),
    }
  } finally {
    snapshot.close()
  }
}

const officialEntries = (db: Database): Record<string, number> =>
  Object.fromEntries(
    officialLanguages(db).flatMap((language) =>
      (['main', 'diff'] as const).flatMap((part) => {
        const slot = readSlot(db, officialSlot(language, part))
        return slot === undefined ? [] : [[officialNameOf({ language, part }), slot.entries]]
      }),
    ),
  )

/** Rows that have left the game since they were found are in no cell. */
function countCells(db: Database, rows: RowSet): Float64Array {
  const counts = new Float64Array(CELL_COUNT)
  for (const [number] of rows.pieces()) {
    const end = (number + 1) * ROWS_PER_PIECE
    for (let first = number * ROWS_PER_PIECE; first < end; first += ROWS_PER_CHUNK) {
      for (const [place, cell] of readCellsOfChunk(db, first).entries())
        if (cell >= 0 && rows.has(first + place)) counts[cell] = (counts[cell] as number) + 1
    }
  }
  return counts
}
