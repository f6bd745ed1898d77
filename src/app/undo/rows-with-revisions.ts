// The rows whose revisions a filter may select, with all their revisions. A filter by rows or start time, and a search
// for the newest, read only those. Any other filter reads all revisions, some 5 µs each.
import type { Revision } from '../../domain/row.ts'
import type { RevisionFilter } from '../../domain/undo/selection.ts'
import { LAYERS, type Layer } from '../../domain/vocabulary.ts'
import type { Database } from '../../store/store.ts'
import { chunkOf, chunksChangedSince, latestChanges, readRevisionsFrom, ROWS_PER_CHUNK } from '../../store/rows.ts'

export interface RowRevisions {
  readonly ordinal: number
  /** Oldest first. */
  readonly revisions: Readonly<Record<Layer, readonly Revision[]>>
}

const revisionsPerPiece = 4_000

export const layersOf = ({ layer }: RevisionFilter): readonly Layer[] => (layer === null ? LAYERS : [layer])

/** `end` is excluded. */
type Range = readonly [start: number, end: number]

const rangeOfChunk = (chunk: number): Range => [chunk * ROWS_PER_CHUNK, (chunk + 1) * ROWS_PER_CHUNK]

/** Ascending, in lists of some thousands, each read on demand. */
export function* rowsWithRevisions(db: Database, filter: RevisionFilter): Generator<readonly RowRevisions[]> {
  for (const range of rangesOf(db, filter)) yield* rowsIn(db, range)
}

/** Neighbouring rows without a revision after `latestMs`. */
interface ChangedPart {
  readonly range: Range
  readonly latestMs: number
}

/** Last changed first, at equal times the later rows first, so that a search for the newest can stop early. */
export function partsChangedLast(db: Database, filter: RevisionFilter): readonly ChangedPart[] {
  const changes = latestChanges(db, filter.sinceMs ?? 0)
  const latestMsOf = (start: number): number => changes.get(chunkOf(start))?.timeMs ?? 0
  const ranges = filter.ordinals === null ? Array.from(changes.keys(), rangeOfChunk) : rangesOf(db, filter)
  return ranges
    .map((range) => ({ range, latestMs: latestMsOf(range[0]) }))
    .toSorted((a, b) => b.latestMs - a.latestMs || b.range[0] - a.range[0])
}

function rangesOf(db: Database, { ordinals, sinceMs }: RevisionFilter): readonly Range[] {
  if (ordinals !== null) return [...ordinals].toSorted((a, b) => a - b).map((ordinal) => [ordinal, ordinal + 1])
  if (sinceMs === null) return [[0, Number.POSITIVE_INFINITY]]
  return chunksChangedSince(db, sinceMs, 0).map(rangeOfChunk)
}

export function* rowsIn(db: Database, [start, end]: Range): Generator<readonly RowRevisions[]> {
  let from = start
  while (from < end) {
    const found = readRevisionsFrom(db, from, revisionsPerPiece, end)
    const last = found.at(-1)
    if (last === undefined) break
    yield found.map(({ ordinal, ...revisions }) => ({ ordinal, revisions }))
    from = last.ordinal + 1
  }
}
