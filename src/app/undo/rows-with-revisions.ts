// The rows whose revisions a filter may mean, with all their revisions: what `log` and `revert` go through. A filter by rows
// or by the time from which costs what it finds; every other one reads all revisions once, some 5 µs each.
import type { Revision } from '../../domain/row.ts'
import type { RevisionFilter } from '../../domain/undo/selection.ts'
import { LAYERS, type Layer } from '../../domain/vocabulary.ts'
import type { Database } from '../../store/file/environment.ts'
import { ROWS_PER_CHUNK } from '../../store/rows/grouping.ts'
import { chunksChangedSince } from '../../store/rows/changes.ts'
import { readRevisionsFrom } from '../../store/history/all-revisions.ts'

interface RowRevisions {
  readonly ordinal: number
  /** All of each layer, oldest first. */
  readonly revisions: Readonly<Record<Layer, readonly Revision[]>>
}

const revisionsPerPiece = 4_000

/** Layers that a filter is about. */
export const layersOf = ({ layer }: RevisionFilter): readonly Layer[] => (layer === null ? LAYERS : [layer])

/** Rows in ascending order, some thousands at once; each piece is read when it is asked for. */
export function* rowsWithRevisions(db: Database, filter: RevisionFilter): Generator<readonly RowRevisions[]> {
  for (const [start, end] of rangesOf(db, filter)) {
    let from = start
    while (from < end) {
      const found = readRevisionsFrom(db, from, revisionsPerPiece, end)
      const last = found.at(-1)
      if (last === undefined) break
      const rows = new Map<number, Record<Layer, Revision[]>>()
      for (const { ordinal, layer, revision } of found) {
        let revisions = rows.get(ordinal)
        if (revisions === undefined) rows.set(ordinal, (revisions = { manual: [], machine: [] }))
        revisions[layer].push(revision)
      }
      yield Array.from(rows, ([ordinal, revisions]) => ({ ordinal, revisions }))
      from = last.ordinal + 1
    }
  }
}

/** The parts of the order to look at: first ordinal, and the one behind the last. */
function rangesOf(db: Database, { ordinals, sinceMs }: RevisionFilter): readonly (readonly [number, number])[] {
  if (ordinals !== null) return [...ordinals].toSorted((a, b) => a - b).map((ordinal) => [ordinal, ordinal + 1])
  if (sinceMs === null) return [[0, Number.POSITIVE_INFINITY]]
  const chunks = chunksChangedSince(db, sinceMs, 0)
  return chunks.map((chunk) => [chunk * ROWS_PER_CHUNK, (chunk + 1) * ROWS_PER_CHUNK])
}
